package results

import (
	"strings"
	"testing"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("before\n", 50)
	for _, row := range []struct{ name, text, want string }{
		{"the end of a long text", long + "why", strings.Repeat("before\n", 19) + "why"},
		{"a crash and what follows", long + "panic: no\n" + strings.Repeat("frame\n", 50), "panic: no\n" + strings.TrimSuffix(strings.Repeat("frame\n", 19), "\n")},
		{"frames of JavaScript", "Error: no\n" + strings.Repeat("    at f (x.js:1)\n", 30), "Error: no\n" + strings.TrimSuffix(strings.Repeat("    at f (x.js:1)\n", 3), "\n")},
	} {
		if got := excerpt(row.text); got != row.want {
			t.Errorf("%s: %q", row.name, got)
		}
	}
}
