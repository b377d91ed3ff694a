package operationtest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest/corpus"
)

// RealFiles calls run with generated files in the shape of real ones, each with
// several seeds for random operations. With -long=100 there are hundreds of
// files, with 200 seeds each.
func RealFiles(t *testing.T, kinds []corpus.Kind, run func(t *testing.T, text string, seed uint64)) {
	files, seeds := 8, 3
	switch {
	case *long > 0:
		files, seeds = *long, 2**long
	case testing.Short():
		files, seeds = 2, 2
	}
	for _, kind := range kinds {
		for i := range files {
			text := kind.Text(rand.New(rand.NewPCG(uint64(i), 3)), 10+5*(i%20))
			t.Run(fmt.Sprintf("%s/%d", kind.Name, i), func(t *testing.T) {
				for seed := range seeds {
					if run(t, text, uint64(1000*i+seed)); t.Failed() {
						t.Fatalf("file %d of %s, seed %d:\n%s", i, kind.Name, 1000*i+seed, text)
					}
				}
			})
		}
	}
}
