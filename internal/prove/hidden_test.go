package prove

import (
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

func TestHidden(t *testing.T) {
	const before = "package m\n\nimport \"testing\"\n\nfunc TestOld(t *testing.T) { t.Error() }\n"
	const after = before + "\nfunc TestB(t *testing.T) { t.Error() }\n\nfunc TestA(t *testing.T) { t.Error() }\n\n" +
		"func TestSkipped(t *testing.T) {\n\tt.Skip()\n\tt.Error()\n}\n\nfunc BenchmarkC(b *testing.B) {}\n"
	d := tests.Compare(tests.Pair{Path: "m_test.go", Before: []byte(before), After: []byte(after)})
	of := func(names ...string) *evidence.Run {
		run := &evidence.Run{}
		for _, name := range names {
			run.Cases = append(run.Cases, evidence.Case{Suite: "example.com/m", Name: name, Status: evidence.Failed})
		}
		return run
	}
	for _, row := range []struct {
		run  *evidence.Run
		want []string
	}{
		{of("TestOld"), []string{"TestA", "TestB"}},
		{of("TestOld", "TestA/sub"), []string{"TestB"}},
		{of("TestOld", "TestA", "TestB"), nil},
	} {
		if got := hidden(row.run, d); !slices.Equal(got, row.want) {
			t.Errorf("got %v, want %v", got, row.want)
		}
	}
}
