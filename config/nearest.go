package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// Nearest returns the known name that name is likely a misspelling of, or ""
// if none is near. A known name that starts with name is near, and so is one
// with the same letters in another order.
func Nearest(name string, known []string) string {
	known = slices.Sorted(slices.Values(known)) // of equally near names, the first
	best, distance := "", len(name)/2+1         // more than half of it wrong is no misspelling
	for _, k := range known {
		n := levenshtein.Distance(name, k, nil)
		if len(name) > 2 && strings.HasPrefix(k, name) || letters(name) == letters(k) {
			n = min(n, 1)
		}
		if n < distance {
			best, distance = k, n
		}
	}
	return best
}

// letters returns the bytes of a name in order.
func letters(name string) string {
	sorted := []byte(name)
	slices.Sort(sorted)
	return string(sorted)
}

// didYouMean returns the known name nearest to name as the end of a message, or
// nothing where none is near.
func didYouMean(name string, known []string) string {
	if best := Nearest(name, known); best != "" {
		return fmt.Sprintf(": did you mean %q?", best)
	}
	return ""
}
