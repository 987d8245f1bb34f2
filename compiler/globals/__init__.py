"""Global constraints, one file each: meaning, nogood, judgement and decomposition."""
