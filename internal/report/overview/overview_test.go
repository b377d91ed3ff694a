package overview

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/testing/browsertest"
)

// A found is a finding of a run.
type found struct {
	path, rule string
	severity   fixedits.Severity
	message    string
	fix        fixedits.Safety // "" for none
}

func runOf(name string, all ...found) Run {
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	for i, f := range all {
		d := fixedits.Diagnostic{Rule: f.rule, Severity: f.severity, Message: f.message, Path: f.path, Start: i, End: i, Line: 1, Column: 1}
		if f.fix != "" {
			fix := fixedits.Fix{Rule: f.rule, Title: "fix", Safety: f.fix, Edits: []fixedits.Edit{{Path: f.path, Start: i, End: i, New: []byte("x")}}}
			fix.ID = fixedits.ContentID(&fix)
			a.Fixes = append(a.Fixes, fix)
			d.Fixes = []string{fix.ID}
		}
		a.Diagnostics = append(a.Diagnostics, d)
	}
	return Run{Name: name, Findings: report.NewFindings(a, nil, func(string) []byte { return nil })}
}

func owners(path string) []string {
	switch {
	case strings.HasPrefix(path, "api/"):
		return []string{"@org/api", "@org/core"}
	case strings.HasPrefix(path, "web/"):
		return []string{"@org/web"}
	}
	return nil
}

var (
	before = runOf("Monday",
		found{"api/v1/go/a.go", "format/go", fixedits.SeverityWarning, fixedits.WithMorePlaces("not formatted", 2), fixedits.SafetySafe},
		found{"web/Dockerfile", "hadolint/DL3020", fixedits.SeverityError, "use COPY", fixedits.SafetySafe},
		found{"gone/x.txt", "text/bom", fixedits.SeverityInfo, "a byte order mark", ""},
	)
	after = runOf("Tuesday",
		found{"api/v1/go/a.go", "format/go", fixedits.SeverityWarning, fixedits.WithMorePlaces("not formatted", 1), fixedits.SafetySafe},
		found{"web/Dockerfile", "hadolint/DL3003", fixedits.SeverityWarning, "use WORKDIR", fixedits.SafetySuggestion},
		found{"README.md", "text/bom", fixedits.SeverityInfo, "a byte order mark", ""},
	)
	options = Options{Owners: owners, Command: "bazel run //:fix", Summary: func(rule string) string {
		return map[string]string{"format/go": "The layout of Go"}[rule]
	}}
)

// rows returns the texts of the rows of a table of a page.
func rows(t *testing.T, page, id string) []string {
	t.Helper()
	_, rest, found := strings.Cut(page, `<h2 id="`+id+`">`)
	if !found {
		t.Fatalf("no table %s in\n%s", id, page)
	}
	table, _, _ := strings.Cut(rest, "</table>")
	_, body, _ := strings.Cut(table, "<tbody>")
	var all []string
	for row := range strings.SplitSeq(body, "</tr>") {
		all = append(all, strings.Join(strings.Fields(textOf(row)), " "))
	}
	return all[:len(all)-1]
}

// textOf returns the text of HTML without its tags.
func textOf(text string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(text, "<") {
		_, after, found := strings.Cut(part, ">")
		if !found {
			after = part
		}
		b.WriteString(html.UnescapeString(after) + " ")
	}
	return b.String()
}

func TestTables(t *testing.T) {
	text, err := HTML([]Run{before, after}, options)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for id, want := range map[string][]string{
		"runs":    {"Monday 5 5 1 3 1 4", "Tuesday 4 4 0 3 1 2 −1"},
		"owners":  {"@org/api 2 0 2 0 2 −1", "@org/core 2 0 2 0 2 −1", "@org/web 1 0 1 0 0 0", "nobody 1 0 0 1 0 0"},
		"folders": {"api/v1/ 2 0 2 0 2 −1", "the top folder 1 0 0 1 0 +1", "web/ 1 0 1 0 0 0", "gone/ 0 0 0 0 0 −1"},
		"rules":   {"format/go The layout of Go 2 0 2 0 2 −1", "hadolint/DL3003 1 0 1 0 0 +1", "text/bom 1 0 0 1 0 0", "hadolint/DL3020 0 0 0 0 0 −1"},
	} {
		if diff := cmp.Diff(want, rows(t, page, id)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
	for _, part := range []string{"<h1>4 findings</h1>", "0 errors, 3 warnings, 1 note; −1 since the run before.", "One command fixes <strong>2</strong> of them: <code>bazel run //:fix</code>"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page has no %q:\n%s", part, page)
		}
	}
	if again, err := HTML([]Run{before, after}, options); err != nil || string(again) != page {
		t.Errorf("the same runs give another page (%v)", err)
	}
}

func TestOneRun(t *testing.T) {
	for _, test := range []struct {
		name string
		run  Run
		want string
	}{
		{"nothing", runOf("x"), `<h1><span class="good">Nothing found</span></h1>`},
		{"nothing to fix", runOf("x", found{"a", "r", fixedits.SeverityInfo, "m", ""}), "None of them has a fix that is applied without being asked for."},
	} {
		text, err := HTML([]Run{test.run}, Options{Command: "autofix fix"})
		if err != nil || !strings.Contains(string(text), test.want) || strings.Contains(string(text), "Trend") {
			t.Errorf("%s: %v\n%s", test.name, err, text)
		}
	}
}

// hostile are texts that attack a page.
var hostile = []string{"</style><script>alert(1)</script>", `" onmouseover="alert(1)`, "<img src=https://evil.example/x>", "{{.Title}}", "\u202eevil\x00\x1b[2J", strings.Repeat("long/", 400)}

func hostileRun() Run {
	var all []found
	for i, text := range hostile {
		all = append(all, found{fmt.Sprintf("%s/%d/f", text, i), text, fixedits.SeverityError, text, fixedits.SafetySafe})
	}
	return runOf(hostile[0], all...)
}

// A real browser shows the page, light and dark, wide and narrow, and whatever
// the texts say, it asks for nothing and runs nothing.
func TestChromium(t *testing.T) {
	many := []found{}
	for i := range 3 * mostRows {
		many = append(many, found{fmt.Sprintf("d%d/e/f", i), fmt.Sprintf("rule/%d", i), fixedits.SeverityWarning, "m", ""})
	}
	v := browsertest.Browse(t)
	evil := options
	evil.Command, evil.Owners = hostile[1], func(string) []string { return hostile }
	for name, page := range map[string]func() ([]byte, error){
		"usual":   func() ([]byte, error) { return HTML([]Run{before, after}, options) },
		"nothing": func() ([]byte, error) { return HTML([]Run{runOf("x")}, options) },
		"many":    func() ([]byte, error) { return HTML([]Run{before, runOf("x", many...)}, options) },
		"hostile": func() ([]byte, error) { return HTML([]Run{hostileRun(), hostileRun()}, evil) },
	} {
		t.Run(name, func(t *testing.T) {
			text, err := page()
			if err != nil {
				t.Fatal(err)
			}
			v.Open(t, string(text))
			for _, screen := range []struct {
				scheme string
				width  int64
			}{{"light", 1280}, {"dark", 800}, {"dark", 360}} {
				v.Screen(t, screen.width, screen.scheme)
				got := v.Look(t)
				got.Check(t)
				if dir := os.Getenv("SCREENSHOTS"); dir != "" {
					v.Picture(t, filepath.Join(dir, fmt.Sprintf("%s-%d.png", name, screen.width)))
				}
			}
			if odd := v.Odd(); len(odd) > 0 {
				t.Errorf("%q", odd)
			}
		})
	}
}

// axe-core finds nothing to criticize.
func TestRealAxe(t *testing.T) {
	v := browsertest.Browse(t)
	text, err := HTML([]Run{before, after}, options)
	if err != nil {
		t.Fatal(err)
	}
	v.Open(t, string(text))
	for _, scheme := range []string{"light", "dark"} {
		v.Screen(t, 1280, scheme)
		if found := v.Violations(t); len(found) > 0 {
			t.Errorf("%s: %q", scheme, found)
		}
	}
}
