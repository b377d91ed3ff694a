package yaml_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/yaml"
	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
)

// Random operations on any text that opens keep all promises, or are refused
// with a reason and change nothing.
func FuzzOperations(f *testing.F) {
	for _, text := range files {
		f.Add([]byte(text), uint64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		file, err := yaml.Open(text)
		if err != nil {
			if _, ok := err.(*operation.Error); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		if file.Documents() != 1 { // see TestDocuments
			return
		}
		random := rand.New(rand.NewPCG(seed, 3))
		value, zero := file.Value(0), 0
		for range 8 {
			op, _ := operationtest.Random(random, value, operationtest.Values)
			if op == nil {
				return
			}
			op.Document = &zero
			next, opErr := operation.Apply(value, op)
			if opErr != nil {
				t.Fatal(opErr)
			}
			before := string(file.Text())
			if err := file.Apply(op); err != nil {
				if !refused(err) || string(file.Text()) != before {
					t.Fatalf("%s: %v", operationtest.Format(op), err)
				}
				continue
			}
			decoded, err := yaml.Decode(file.Text())
			if err != nil || len(decoded) != file.Documents() || !operation.Equal(decoded[0], next) {
				return // package fixactions rejects it
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
