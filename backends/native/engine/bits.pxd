# See bits.py.

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define pzc_lowest(x) __builtin_ctzll(x)
    #define pzc_highest(x) (63 - __builtin_clzll(x))
    #define pzc_population(x) __builtin_popcountll(x)
    #else
    static int pzc_highest(unsigned long long x) { int n = 0; while (x >>= 1) n++; return n; }
    #define pzc_lowest(x) pzc_highest((x) & (0 - (x)))
    static int pzc_population(unsigned long long x) { int n = 0; while (x) x &= x - 1, n++; return n; }
    #endif
    #define pzc_every 0xFFFFFFFFFFFFFFFFull
    #define pzc_bit(position) (1ull << (position))
    #define pzc_up_to(position) (pzc_every >> (63 - (position)))
    """
    int lowest "pzc_lowest"(unsigned long long) noexcept nogil
    int highest "pzc_highest"(unsigned long long) noexcept nogil
    int population "pzc_population"(unsigned long long) noexcept nogil
    const unsigned long long EVERY "pzc_every"
    unsigned long long bit_at "pzc_bit"(int) noexcept nogil
    unsigned long long up_to "pzc_up_to"(int) noexcept nogil
