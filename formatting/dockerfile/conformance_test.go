//go:build conformance

package dockerfile_test

import (
	"errors"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/corpus"
)

// Every Dockerfile is formatted, does not parse, or is refused by the guard,
// which is listed. Run it with -tags=conformance -v.
func TestConformance(t *testing.T) {
	for _, opts := range styles {
		conform(t, opts)
	}
}

func conform(t *testing.T, opts dockerfile.Options) {
	r := formatting.NewRegistry(made(t, opts))
	var clean, changed, broken, refused int
	for _, f := range corpus.Files(t) {
		result, err := r.Format("Dockerfile", []byte(f.Content))
		_, isRefused := errors.AsType[*formatting.RefusedError](err)
		_, isSyntax := errors.AsType[*formatting.SyntaxError](err)
		switch {
		case isSyntax:
			broken++
		case isRefused:
			refused++
			t.Logf("refused: %s: %v\n%s", f.Name, err, f.Content)
		case err != nil:
			t.Errorf("%s: %v", f.Name, err)
		case result.Changed:
			changed++
		default:
			clean++
		}
	}
	t.Logf("%+v: %d clean, %d changed, %d do not parse, %d refused", opts, clean, changed, broken, refused)
}
