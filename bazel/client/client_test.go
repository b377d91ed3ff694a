package client

import (
	"strings"
	"testing"
)

func TestLastLines(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "",
		"a\n":                             "a",
		"a\nb\n\n\n":                      "a\nb",
		"\xff\n":                          "\uFFFD",
		strings.Repeat("x", 9000) + "\ny": "y",
		strings.Repeat("x", 9000):         strings.Repeat("x", tailBytes),
	} {
		if got := LastLines(text); got != want {
			t.Errorf("%.20q: %.40q, want %.40q", text, got, want)
		}
	}
}
