"""What needs no trust: canonical bytes, commitments, boxes, signatures, the hash tree, signed notes.

These modules know nothing of Magic, of files or of clocks: bytes in, bytes or values out.
"""
