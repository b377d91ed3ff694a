package prove

import (
	"strings"
	"testing"

	"golang.org/x/tools/cover"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

func TestCountCovered(t *testing.T) {
	text := `mode: set
example.com/m/sum.go:3.20,5.2 1 1
example.com/m/sum.go:6.20,9.2 2 0
example.com/m/sum.go:12.20,13.2 1 0
example.com/m/other/sum.go:3.20,90.2 1 1
example.com/m/a/x.go:1.1,2.2 1 1
example.com/n/b/x.go:1.1,2.2 1 1
`
	all, err := cover.ParseProfilesFromReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	profiles := map[string][]cover.ProfileBlock{}
	for _, p := range all {
		profiles[p.FileName] = p.Blocks
	}
	for _, row := range []struct {
		name  string
		lines map[string][]int
		want  evidence.Coverage
	}{
		{"reached, not reached, not code", map[string][]int{"m/sum.go": {2, 4, 7, 12}}, evidence.Coverage{Lines: 3, Covered: 1}},
		{"a folder tells two files apart", map[string][]int{"other/sum.go": {4}}, evidence.Coverage{Lines: 1, Covered: 1}},
		{"a file that two profiles may be of", map[string][]int{"x.go": {1}}, evidence.Coverage{}},
		{"no profile", map[string][]int{"y.go": {1}}, evidence.Coverage{}},
	} {
		if got := countCovered(row.lines, profiles); *got != row.want {
			t.Errorf("%s: got %+v, want %+v", row.name, *got, row.want)
		}
	}
}
