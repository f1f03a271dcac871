"""What people touch: the command line."""
