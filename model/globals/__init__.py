"""Global constraints, and what is asked of pieces, one file each: all that is known of them."""
