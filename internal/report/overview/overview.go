// Package overview makes the page for somebody who leads a team: the findings
// of a workspace by owner, folder and rule, how many of them one command fixes,
// and how that changed from run to run.
package overview

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/report/page"
)

// A Run has the findings of one check of the workspace.
type Run struct {
	Name     string // such as a date or a commit
	Findings *report.Findings
}

// Options are the settings of a page.
type Options struct {
	Owners  func(path string) []string // of a file; nil: nobody is known
	Summary func(rule string) string   // of a rule; "" if it is not known
	Command string                     // applies the fixes
}

// mostRows bounds the rows of a table. The rest is one row.
const mostRows = 200

// folderDepth is the number of folders that a path is cut to.
const folderDepth = 2

// nobody is the owner of files without one.
const nobody = "nobody"

// A count has numbers of findings: one that names several places counts once for
// each.
type count struct{ Errors, Warnings, Infos, Fixable int }

// All is the number of findings.
func (c count) All() int { return c.Errors + c.Warnings + c.Infos }

// Number returns the number in words.
func (c count) Number() string { return report.NumberOf(c.All(), "finding") }

// BySeverity returns the numbers by severity in words.
func (c count) BySeverity() string {
	return report.NumberOf(c.Errors, "error") + ", " + report.NumberOf(c.Warnings, "warning") + ", " + report.NumberOf(c.Infos, "note")
}

func (c *count) add(severity fixedits.Severity, places int, fixable bool) {
	switch severity {
	case fixedits.SeverityError:
		c.Errors += places
	case fixedits.SeverityWarning:
		c.Warnings += places
	default:
		c.Infos += places
	}
	if fixable {
		c.Fixable += places
	}
}

// A row is a row of a table.
type row struct {
	Name, About string
	count
	Since string // the change since the run before; "" without one
}

// A table has the findings by one property.
type table struct {
	ID, Title, Column string
	Rows              []row
	Left              int // rows that are not in it
	Since             bool
}

// view is the data of overview.html.tmpl.
type view struct {
	Policy  string
	Style   template.CSS
	Command string
	Last    row
	Most    int // of findings of a run
	Runs    []row
	Tables  []table
}

//go:embed overview.html.tmpl
var layout string

var layoutTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("overview").Parse(layout)) })

// HTML returns the page, which has no scripts and needs no other file. Runs are
// in the order of time, and the page is about the last. Text that is not ours
// is inert and bounded.
func HTML(runs []Run, opts Options) ([]byte, error) {
	v := view{Policy: page.Policy(), Style: page.Style(), Command: line(opts.Command)}
	for i, run := range runs {
		r := row{Name: line(run.Name)}
		run.Findings.Each(func(d *fixedits.Diagnostic, places int, fixable bool) { r.add(d.Severity, places, fixable) })
		if i > 0 {
			r.Since = since(r.All() - v.Last.All())
		}
		v.Runs, v.Last, v.Most = append(v.Runs, r), r, max(v.Most, r.All())
	}
	var before *report.Findings
	if len(runs) > 1 {
		before = runs[len(runs)-2].Findings
	}
	last := runs[len(runs)-1].Findings
	v.Tables = []table{
		tableOf("owners", "By owner", "Owner", last, before, func(d *fixedits.Diagnostic) []string { return opts.ownersOf(d.Path) }),
		tableOf("folders", "By folder", "Folder", last, before, func(d *fixedits.Diagnostic) []string { return []string{folderOf(d.Path)} }),
		tableOf("rules", "By rule", "Rule", last, before, func(d *fixedits.Diagnostic) []string { return []string{d.Rule} }),
	}
	for i := range v.Tables[2].Rows {
		if rule := &v.Tables[2].Rows[i]; opts.Summary != nil {
			rule.About = line(opts.Summary(rule.Name))
		}
	}
	var out bytes.Buffer
	if err := layoutTemplate().Execute(&out, v); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return out.Bytes(), nil
}

func (o *Options) ownersOf(path string) []string {
	if o.Owners != nil {
		if owners := o.Owners(path); len(owners) > 0 {
			return owners
		}
	}
	return []string{nobody}
}

// folderOf returns the folder of a path, cut to folderDepth.
func folderOf(path string) string {
	parts := strings.Split(path, "/")
	parts = parts[:min(len(parts)-1, folderDepth)]
	if len(parts) == 0 {
		return "the top folder"
	}
	return strings.Join(parts, "/") + "/"
}

// tableOf counts findings by their keys, of which one may have several.
func tableOf(id, title, column string, last, before *report.Findings, keys func(*fixedits.Diagnostic) []string) table {
	t := table{ID: id, Title: title, Column: column, Since: before != nil}
	now := countsBy(last, keys)
	var then map[string]*count
	if before != nil {
		then = countsBy(before, keys)
		for key := range then {
			if now[key] == nil {
				now[key] = &count{}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(now)) {
		r := row{Name: line(key), count: *now[key]}
		if before != nil {
			was := 0
			if then[key] != nil {
				was = then[key].All()
			}
			r.Since = since(r.All() - was)
		}
		t.Rows = append(t.Rows, r)
	}
	slices.SortStableFunc(t.Rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(b.Errors, a.Errors), cmp.Compare(b.All(), a.All()))
	})
	if len(t.Rows) > mostRows {
		t.Left = len(t.Rows) - mostRows
		t.Rows = t.Rows[:mostRows]
	}
	return t
}

func countsBy(f *report.Findings, keys func(*fixedits.Diagnostic) []string) map[string]*count {
	counts := map[string]*count{}
	f.Each(func(d *fixedits.Diagnostic, places int, fixable bool) {
		for _, key := range keys(d) {
			if counts[key] == nil {
				counts[key] = &count{}
			}
			counts[key].add(d.Severity, places, fixable)
		}
	})
	return counts
}

// since returns a change with its sign.
func since(n int) string {
	switch {
	case n > 0:
		return fmt.Sprintf("+%d", n)
	case n < 0:
		return fmt.Sprintf("−%d", -n)
	}
	return "0"
}

// line returns a text on one line of bounded length, without characters that a
// browser would hide or reorder.
func line(text string) string { return clip.Within(inert.Line(text), 200) }
