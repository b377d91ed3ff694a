//go:build conformance

package formatting_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A tally counts what came of the files of one language.
type tally struct {
	files     int
	identical int // to the tool's text, or in value
	changed   int // of those: they were not formatted before
	invalid   int // neither we nor the tool parse them
	differing int // from the tool, which is an error
	refused   map[string]int
	excused   map[string]int // where ours differs on purpose, by why
}

func (sum *tally) differ(t *testing.T, format string, args ...any) {
	t.Helper()
	sum.differing++
	t.Errorf(format, args...)
}

func (sum *tally) refuse(t *testing.T, err *formatting.RefusedError) {
	if sum.refused == nil {
		sum.refused = make(map[string]int)
	}
	sum.refused[kind(err)]++
	t.Log(err)
}

func (sum *tally) excuse(t *testing.T, f file, why string) {
	if sum.excused == nil {
		sum.excused = make(map[string]int)
	}
	sum.excused[why]++
	t.Logf("%s: %s", f.name, why)
}

var number = regexp.MustCompile(`[0-9]+`)

// kind returns why a file was refused, without what is of that file alone.
func kind(err *formatting.RefusedError) string {
	reason, _, _ := strings.Cut(err.Reason, ": ")
	reason, _, _ = strings.Cut(reason, ", 1")
	return number.ReplaceAllString(reason, "N")
}

// noFormatterSees reports whether a file was refused for what it is, whatever a
// formatter would make of it.
func noFormatterSees(err *formatting.RefusedError) bool {
	for _, reason := range []string{"mixed line endings", "it is not text", "exceeds the limit", "nested more than"} {
		if strings.Contains(err.Reason, reason) {
			return true
		}
	}
	return false
}

// A report is the table of all languages.
type report struct {
	rows []string
	why  []string
}

func (r *report) add(t *testing.T, language, tool string, sum tally) {
	refused := 0
	for _, reasons := range []map[string]int{sum.refused, sum.excused} {
		for _, reason := range slices.Sorted(maps.Keys(reasons)) {
			r.why = append(r.why, fmt.Sprintf("- %s (%s), %d: %s", language, tool, reasons[reason], reason))
		}
	}
	for _, n := range sum.refused {
		refused += n
	}
	excused := 0
	for _, n := range sum.excused {
		excused += n
	}
	r.rows = append(r.rows, fmt.Sprintf("| %s | %s | %d | %d | %d | %d | %d | %d | %d |",
		language, tool, sum.files, sum.identical, sum.changed, sum.invalid, refused, excused, sum.differing))
	if counted := sum.identical + sum.invalid + refused + excused + sum.differing; counted < sum.files {
		t.Errorf("%d of %d files are counted", counted, sum.files)
	}
	if sum.files == 0 {
		t.Error("there are no files of it")
	}
}

func (r *report) String() string {
	return "\n| language | measure | files | identical | of them changed | do not parse | refused | by intent | differ |\n" +
		"|---|---|---|---|---|---|---|---|---|\n" + strings.Join(r.rows, "\n") + "\n\n" + strings.Join(r.why, "\n")
}
