package setup

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// A Table has the numbers of findings of a run, by rule and by top folder.
type Table struct {
	Rules   map[string]*Numbers
	Folders map[string]*Numbers
}

// Numbers count findings and the ones that safe fixes resolve.
type Numbers struct{ Found, Fixed int }

// Measured counts the findings of a run of the pipeline.
func Measured(r *pipeline.Result) *Table {
	t := newTable()
	for i := range r.Found {
		t.add(&r.Found[i], Numbers{Found: 1, Fixed: 1})
	}
	for i := range r.Left {
		t.add(&r.Left[i].Diagnostic, Numbers{Fixed: -1})
	}
	for _, numbers := range []map[string]*Numbers{t.Rules, t.Folders} {
		for _, n := range numbers {
			n.Fixed = max(n.Fixed, 0) // a fix may leave more findings than there were
		}
		maps.DeleteFunc(numbers, func(_ string, n *Numbers) bool { return n.Found == 0 })
	}
	return t
}

// Counted counts the findings of checks, and the ones that the next run of fix
// resolves.
func Counted(findings *report.Findings) *Table {
	t := newTable()
	findings.Each(func(d *fixedits.Diagnostic, _ int, fixable bool) {
		n := Numbers{Found: 1}
		if fixable {
			n.Fixed = 1
		}
		t.add(d, n)
	})
	return t
}

func newTable() *Table { return &Table{Rules: map[string]*Numbers{}, Folders: map[string]*Numbers{}} }

// add adds numbers for each place of a finding.
func (t *Table) add(d *fixedits.Diagnostic, n Numbers) {
	_, places := fixedits.Places(d.Message)
	folder, _, below := strings.Cut(d.Path, "/")
	if !below {
		folder = "."
	}
	for key, numbers := range map[string]map[string]*Numbers{d.Rule: t.Rules, folder: t.Folders} {
		if numbers[key] == nil {
			numbers[key] = new(Numbers)
		}
		numbers[key].Found += n.Found * places
		numbers[key].Fixed += n.Fixed * places
	}
}

// Total returns the sum of the table.
func (t *Table) Total() (sum Numbers) {
	for _, n := range t.Rules {
		sum.Found += n.Found
		sum.Fixed += n.Fixed
	}
	return sum
}

// mostRows is the largest number of rows of each kind that are printed.
const mostRows = 15

// Text prints the table, the most findings first.
func (t *Table) Text(w io.Writer) error {
	if err := rows(w, "rule", t.Rules); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return rows(w, "folder", t.Folders)
}

func rows(w io.Writer, title string, numbers map[string]*Numbers) error {
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(columns, "  found\tfixed\t  %s\n", title)
	names := slices.SortedFunc(maps.Keys(numbers), func(a, b string) int {
		return cmp.Or(cmp.Compare(numbers[b].Found, numbers[a].Found), strings.Compare(a, b))
	})
	for _, name := range names[:min(len(names), mostRows)] {
		fmt.Fprintf(columns, "%d\t%d\t  %s\n", numbers[name].Found, numbers[name].Fixed, inert.Line(name))
	}
	if rest := len(names) - mostRows; rest > 0 {
		fmt.Fprintf(columns, "\t\t  and %d more\n", rest)
	}
	return columns.Flush()
}
