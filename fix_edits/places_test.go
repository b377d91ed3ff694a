package fixedits_test

import (
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestPlaces(t *testing.T) {
	for _, test := range []struct {
		message, said string
		places        int
	}{
		{"wrong", "wrong", 1},
		{fixedits.WithMorePlaces("wrong", 4), "wrong", 5},
		{fixedits.WithMorePlaces(fixedits.WithMorePlaces("wrong", 4), 2), "wrong; and so at 4 more places from here on", 3},
		{"wrong; and so at some more places from here on", "wrong; and so at some more places from here on", 1},
		{"wrong; and so at 0 more places from here on", "wrong; and so at 0 more places from here on", 1},
		{" more places from here on", " more places from here on", 1},
		{"wrong; and so at 3 more places", "wrong; and so at 3 more places", 1},
		{"", "", 1},
	} {
		if said, places := fixedits.Places(test.message); said != test.said || places != test.places {
			t.Errorf("%q: %q at %d places, want %q at %d", test.message, said, places, test.said, test.places)
		}
	}
}
