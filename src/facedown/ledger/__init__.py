"""What is written: entries, parts, records, and the recorder that writes them."""
