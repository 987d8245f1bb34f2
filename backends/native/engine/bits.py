"""Words of 64 bits: what C knows in one instruction, in Python where the engine is not compiled."""

EVERY = 0xFFFFFFFFFFFFFFFF


def lowest(x: int) -> int:
    """The position of the lowest set bit."""
    return (x & -x).bit_length() - 1


def highest(x: int) -> int:
    return x.bit_length() - 1


def population(x: int) -> int:
    return x.bit_count()


def bit_at(position: int) -> int:
    """The mask of one bit."""
    return 1 << position


def up_to(position: int) -> int:
    """The mask of the bits 0…position."""
    return EVERY >> (63 - position)
