"""facedown."""
