package fixedits

import "math/bits"

// A bitset is a set of small integers that finds the neighbors of any integer
// in a few steps, however sparse it is. Each level has one bit for each nonzero
// word of the level below.
type bitset struct {
	levels [][]uint64
}

// newBitset returns an empty set for the integers 0 to n-1.
func newBitset(n int) bitset {
	var b bitset
	for {
		n = (n + 63) / 64
		b.levels = append(b.levels, make([]uint64, n))
		if n <= 1 {
			return b
		}
	}
}

func (b *bitset) has(i int) bool {
	return b.levels[0][i/64]&(1<<(i%64)) != 0
}

func (b *bitset) add(i int) {
	for _, words := range b.levels {
		words[i/64] |= 1 << (i % 64)
		i /= 64
	}
}

func (b *bitset) remove(i int) {
	for _, words := range b.levels {
		words[i/64] &^= 1 << (i % 64)
		if words[i/64] != 0 {
			return
		}
		i /= 64
	}
}

// count returns the number of members.
func (b *bitset) count() int {
	n := 0
	for _, w := range b.levels[0] {
		n += bits.OnesCount64(w)
	}
	return n
}

// next returns the smallest member that is at least i, or -1.
func (b *bitset) next(i int) int {
	for level, words := range b.levels {
		if i/64 >= len(words) {
			return -1
		}
		if rest := words[i/64] >> (i % 64); rest != 0 {
			i += bits.TrailingZeros64(rest)
			for level--; level >= 0; level-- {
				i = i*64 + bits.TrailingZeros64(b.levels[level][i])
			}
			return i
		}
		i = i/64 + 1
	}
	return -1
}

// previous returns the largest member that is at most i, or -1. i may be -1.
func (b *bitset) previous(i int) int {
	for level, words := range b.levels {
		if i < 0 {
			return -1
		}
		if rest := words[i/64] << (63 - i%64); rest != 0 {
			i -= bits.LeadingZeros64(rest)
			for level--; level >= 0; level-- {
				i = i*64 + 63 - bits.LeadingZeros64(b.levels[level][i])
			}
			return i
		}
		i = i/64 - 1
	}
	return -1
}
