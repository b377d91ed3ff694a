package corpus_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest/corpus"
)

// Files parse, have the number of lines, and differ.
func TestText(t *testing.T) {
	for _, kind := range corpus.Kinds {
		seen := map[string]bool{}
		for seed := range uint64(50) {
			lines := 5 + int(seed)*4
			text := kind.Text(rand.New(rand.NewPCG(seed, 1)), lines)
			if _, err := fixactions.Open(kind.Name, []byte(text)); err != nil {
				t.Fatalf("%s, seed %d: %v\n%s", kind.Name, seed, err, text)
			}
			if n := strings.Count(text, "\n"); n < lines-2 || n > 2*lines+60 {
				t.Errorf("%s, seed %d: %d lines, want about %d", kind.Name, seed, n, lines)
			}
			if again := kind.Text(rand.New(rand.NewPCG(seed, 1)), lines); again != text {
				t.Errorf("%s, seed %d: another text", kind.Name, seed)
			}
			seen[fmt.Sprintf("%.200s", text)] = true
		}
		if len(seen) < 30 {
			t.Errorf("%s: only %d texts differ", kind.Name, len(seen))
		}
	}
	if n := len(corpus.Of(".yaml", ".yml")); n != 4 {
		t.Errorf("%d kinds of YAML", n)
	}
}
