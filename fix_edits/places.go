package fixedits

import (
	"fmt"
	"strconv"
	"strings"
)

// The text that WithMorePlaces puts around a number.
const (
	moreBefore = "; and so at "
	moreAfter  = " more places from here on"
)

// WithMorePlaces returns the message of a finding that also represents others
// of its rule in the same file.
func WithMorePlaces(message string, more int) string {
	return fmt.Sprintf("%s%s%d%s", message, moreBefore, more, moreAfter)
}

// Places returns the message for a single place, and the number of places that
// it applies to.
func Places(message string) (said string, places int) {
	text, ok := strings.CutSuffix(message, moreAfter)
	at := strings.LastIndex(text, moreBefore)
	if !ok || at < 0 {
		return message, 1
	}
	more, err := strconv.Atoi(text[at+len(moreBefore):])
	if err != nil || more < 1 {
		return message, 1
	}
	return text[:at], 1 + more
}
