package markers_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/agents/markers"
)

func TestNew(t *testing.T) {
	a, b := markers.New(), markers.New()
	if len(a) != 16 || a == b {
		t.Errorf("got %q and %q, want 16 digits each, and others", a, b)
	}
}

// A nonce that a text has is not used, and neither is one that follows from it
// if a text has that too.
func TestUnused(t *testing.T) {
	const nonce = "0123456789abcdef"
	if got := markers.Unused(nonce, "no nonce", ""); got != nonce {
		t.Errorf("got %s, want the nonce itself", got)
	}
	second := markers.Unused(nonce, "x", "has "+nonce+".")
	third := markers.Unused(nonce, nonce+"\n"+second)
	for _, got := range []string{second, third} {
		if len(got) != 16 || got == nonce {
			t.Errorf("got %q", got)
		}
	}
	if second == third {
		t.Errorf("got %s again, though a text has it", third)
	}
}

func TestWrite(t *testing.T) {
	for _, row := range []struct{ text, note, want string }{
		{"", "cut", "<<<X n\nX n>>>\n"},
		{"a\n", "cut", "<<<X n\na\nX n>>>\n"},
		{"a", "cut", "<<<X n\na\nX n>>> (cut)\n"},
		{"a\nb", "", "<<<X n\na\nb\nX n>>>\n"},
	} {
		var b strings.Builder
		markers.Write(&b, "n", "X", row.text, row.note)
		if b.String() != row.want {
			t.Errorf("%q: got %q, want %q", row.text, b.String(), row.want)
		}
	}
}

func TestIn(t *testing.T) {
	for line, want := range map[string]bool{
		"<<<FILE n0": true, "FILE n0>>>": true, "// FILE n0>>> x": true, "n0": false, "<<<FILE n1": false, "": false,
	} {
		if got := markers.In(line, "n0"); got != want {
			t.Errorf("%q: got %v", line, got)
		}
	}
}
