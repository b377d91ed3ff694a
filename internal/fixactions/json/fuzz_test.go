package json_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/json"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
)

// Random operations on any text that opens keep all promises, and what opens is
// what the parser and the decoder accept.
func FuzzOperations(f *testing.F) {
	for _, text := range files {
		f.Add([]byte(text), uint64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		file, err := json.Open(text)
		if err != nil {
			if _, ok := err.(*operation.Error); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		if _, err := hujson.Parse([]byte(strings.TrimPrefix(string(text), "\ufeff") + "\n")); err != nil {
			t.Fatalf("opened, and the parser says %v", err)
		}
		random := rand.New(rand.NewPCG(seed, 3))
		value := file.Value(0)
		for range 8 {
			op, _ := operationtest.Random(random, value, operationtest.Values)
			if op == nil {
				return
			}
			next, opErr := operation.Apply(value, op)
			if opErr != nil {
				t.Fatal(opErr)
			}
			if err := file.Apply(op); err != nil {
				t.Fatalf("%s: %v", operationtest.Format(op), err)
			}
			language.Verify(t, string(text), file, next)
			value = next
		}
		file.Reset()
		if string(file.Text()) != string(text) {
			t.Fatal("Reset leaves changes")
		}
	})
}
