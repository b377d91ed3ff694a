package prove

import (
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

func TestHidden(t *testing.T) {
	const before = "package m\n\nimport \"testing\"\n\nfunc TestOld(t *testing.T) { t.Error() }\n"
	const after = before + "\nfunc TestB(t *testing.T) { t.Error() }\n\nfunc TestA(t *testing.T) { t.Error() }\n\n" +
		"func TestSkipped(t *testing.T) {\n\tt.Skip()\n\tt.Error()\n}\n\nfunc BenchmarkC(b *testing.B) {}\n\nfunc ExampleD() {}\n"
	d := tests.Compare(tests.Pair{Path: "m_test.go", Before: []byte(before), After: []byte(after)})
	of := func(names ...string) *evidence.Run {
		run := &evidence.Run{End: evidence.Exited, Exit: 1, Built: true}
		for _, name := range names {
			run.Cases = append(run.Cases, evidence.Case{Suite: "example.com/m", Name: name, Status: evidence.Failed})
		}
		return run
	}
	with := func(run *evidence.Run, set func(r *evidence.Run)) *evidence.Run {
		set(run)
		return run
	}
	for _, row := range []struct {
		name string
		run  *evidence.Run
		want []string
	}{
		{"a panic of another test", of("TestOld"), []string{"TestB", "TestA"}},
		{"one ended", of("TestOld", "TestA/sub"), []string{"TestB"}},
		{"both ended", of("TestOld", "TestA", "TestB"), nil},
		{"one did not end", with(of("TestOld", "TestA"), func(r *evidence.Run) { r.Cases[1].Message = "x\n" + results.DidNotEnd }), []string{"TestB", "TestA"}},
		{"all pass", with(of(), func(r *evidence.Run) { r.Exit = 0 }), nil},
		{"TestMain or init", of(""), nil},
		{"it does not build", with(of(""), func(r *evidence.Run) { r.Built = false }), nil},
		{"another package does not build", with(of("TestOld"), func(r *evidence.Run) {
			r.Built = false
			r.Cases = append(r.Cases, evidence.Case{Suite: "example.com/m/other", Status: evidence.Errored})
		}), []string{"TestB", "TestA"}},
		{"another package", with(of("TestOld"), func(r *evidence.Run) { r.Cases[0].Suite = "example.com/m/m_test.go/other" }), []string{"TestB", "TestA"}},
	} {
		var got []string
		for _, test := range hidden(row.run, named(d)) {
			got = append(got, test.Name)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: got %v, want %v", row.name, got, row.want)
		}
	}
}
