"""Global constraints, one file each: meaning, nogood and decomposition."""
