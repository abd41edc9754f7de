"""What each person sees."""
