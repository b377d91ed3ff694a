package fixedits

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A bitset answers as a sorted list of its members does, at sizes around the
// edges of its levels.
func TestBitset(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 4095, 4096, 4097, 300_000} {
		random := rand.New(rand.NewPCG(1, uint64(n)))
		b := newBitset(n)
		var members []int
		check := func() {
			t.Helper()
			places := []int{0, n - 1, n / 2, random.IntN(n), random.IntN(n)}
			for _, i := range places {
				at, found := slices.BinarySearch(members, i)
				if b.has(i) != found {
					t.Fatalf("n=%d: has(%d) = %t", n, i, !found)
				}
				next, previous := -1, -1
				if at < len(members) {
					next = members[at]
				}
				if found {
					previous = i
				} else if at > 0 {
					previous = members[at-1]
				}
				if got := b.next(i); got != next {
					t.Fatalf("n=%d: next(%d) = %d, want %d", n, i, got, next)
				}
				if got := b.previous(i); got != previous {
					t.Fatalf("n=%d: previous(%d) = %d, want %d", n, i, got, previous)
				}
			}
			if b.count() != len(members) || b.next(n) != -1 || b.previous(-1) != -1 {
				t.Fatalf("n=%d: count %d, next(n) %d, previous(-1) %d", n, b.count(), b.next(n), b.previous(-1))
			}
		}
		check()
		for range 200 {
			i := random.IntN(n)
			if random.IntN(4) == 0 {
				i = []int{0, n - 1}[random.IntN(2)]
			}
			at, found := slices.BinarySearch(members, i)
			switch {
			case !found:
				b.add(i)
				members = slices.Insert(members, at, i)
			case random.IntN(2) == 0:
				b.remove(i)
				members = slices.Delete(members, at, at+1)
			}
			check()
		}
		for _, i := range members {
			b.remove(i)
		}
		members = nil
		check()
	}
}
