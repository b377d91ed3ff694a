package toml_test

import (
	"strings"
	"testing"

	gotoml "github.com/pelletier/go-toml/v2"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/toml"
)

// Random operations on any text that opens keep all promises, and what opens is
// what the library's decoder accepts.
func FuzzOperations(f *testing.F) {
	for _, text := range files {
		f.Add([]byte(text), uint64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		_, err := toml.Open(text)
		var value map[string]any
		libraryErr := gotoml.Unmarshal([]byte(strings.TrimPrefix(string(text), "\ufeff")), &value)
		if err != nil {
			if _, ok := err.(*operation.Error); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			if libraryErr == nil && !strings.Contains(err.Error(), "date or time") && codeOfOpen(string(text)) != operation.CodeTooDeep {
				t.Fatalf("%v, and the library decodes it", err)
			}
			return
		}
		if libraryErr != nil {
			t.Fatalf("opened, and the library says %v", libraryErr)
		}
		runRandom(t, string(text), seed, 6, false)
	})
}
