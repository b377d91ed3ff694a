package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// Nearest returns the known name of which name is probably a misspelling, or ""
// if none is close. A known name that starts with name is close, and so is one
// with the same letters in another order.
func Nearest(name string, known []string) string {
	known = slices.Sorted(slices.Values(known)) // the first of equally close names wins
	best, distance := "", len(name)/2+1         // a name that is more than half wrong is not a misspelling
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

// DidYouMean returns the known name closest to name as a part of a message, or
// "" if none is close.
func DidYouMean(name string, known []string) string {
	if near := Nearest(name, known); near != "" {
		return fmt.Sprintf(", did you mean %s?", near)
	}
	return ""
}

// letters returns the bytes of a name, sorted.
func letters(name string) string {
	sorted := []byte(name)
	slices.Sort(sorted)
	return string(sorted)
}

// didYouMean returns the known name closest to name as the end of a message, or
// "" if none is close.
func didYouMean(name string, known []string) string {
	if best := Nearest(name, known); best != "" {
		return fmt.Sprintf(": did you mean %q?", best)
	}
	return ""
}
