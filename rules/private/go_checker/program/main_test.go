package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
)

// TestMain is the program itself if a test starts it so: it ends its process.
func TestMain(m *testing.M) {
	if name := os.Getenv("AUTOFIX_GO_CHECKER_TEST"); name != "" {
		given = programs[name]
		main()
		return
	}
	os.Exit(m.Run())
}

// programs are the analyzers of programs that tests start.
var programs = map[string][]origin{
	"bad": {
		{"example.com/bad", []*analysis.Analyzer{
			doing("panics", func(*analysis.Pass) { panic("out of luck") }),
			{Name: "needs", Doc: "requires one that panics", Requires: []*analysis.Analyzer{doing("hidden", func(*analysis.Pass) { panic("hidden") })}, Run: nothing},
			{Name: "fails", Doc: "fails", Run: func(*analysis.Pass) (any, error) { return nil, errors.New("no network") }},
			fixes("overlapping", replaced{0, 0, 7}, replaced{0, 3, 9}),
			fixes("backwards", replaced{0, 7, 3}),
			fixes("after", replaced{0, 0, 900}),
			fixes("nowhere", replaced{0, none, none}),
			elsewhere("elsewhere"),
			fixes("line", replaced{1, 15, 16}),
			fixes("made", replaced{2, 0, 1}),
			fixes("noend", replaced{0, 8, none}),
			fixes("good", replaced{0, 0, 7}),
			{Name: "mistyped", Doc: "has another result", ResultType: reflect.TypeOf(0), Run: nothing},
			titles("same"),
			doing("points", pointsOut),
			doing("placeless", func(pass *analysis.Pass) { pass.Report(analysis.Diagnostic{Message: "no place"}) }),
		}},
		{"example.com/twice", doing("good", func(*analysis.Pass) {})},
	},
	"none": nil,
}

func nothing(*analysis.Pass) (any, error) { return nil, nil }

// doing returns an analyzer that does something.
func doing(name string, do func(*analysis.Pass)) *analysis.Analyzer {
	return &analysis.Analyzer{Name: name, Doc: name, Run: func(pass *analysis.Pass) (any, error) {
		do(pass)
		return nil, nil
	}}
}

// A replaced text is one in a file of the package, between offsets: p takes its
// place.
type replaced struct{ file, start, end int }

// none stands for a missing place.
const none = -1

// place returns the place of an offset.
func place(pass *analysis.Pass, file, offset int) token.Pos {
	if offset == none {
		return token.NoPos
	}
	return pass.Files[file].FileStart + token.Pos(offset)
}

// fixes returns an analyzer that reports the start of the first file, with one
// fix.
func fixes(name string, edits ...replaced) *analysis.Analyzer {
	return doing(name, func(pass *analysis.Pass) {
		fix := analysis.SuggestedFix{Message: "Fix it"}
		for _, e := range edits {
			fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{
				Pos: place(pass, e.file, e.start), End: place(pass, e.file, e.end), NewText: []byte("p"),
			})
		}
		report(pass, fix)
	})
}

// pointsOut reports a finding with a category and related places: a range, a
// point, and nowhere.
func pointsOut(pass *analysis.Pass) {
	name := pass.Files[0].Name
	pass.Report(analysis.Diagnostic{
		Pos: pass.Files[0].FileStart, Category: "kind", Message: "found", Related: []analysis.RelatedInformation{
			{Pos: name.Pos(), End: name.End(), Message: "a name"}, {Pos: name.Pos(), Message: "a point"}, {Message: "nowhere"},
		},
	})
}

func report(pass *analysis.Pass, fixes ...analysis.SuggestedFix) {
	start := pass.Files[0].FileStart
	pass.Report(analysis.Diagnostic{Pos: start, End: start + 7, Message: "found", SuggestedFixes: fixes})
}

// elsewhere returns an analyzer whose fix is in a file of another package.
func elsewhere(name string) *analysis.Analyzer {
	return doing(name, func(pass *analysis.Pass) {
		other := pass.Fset.AddFile("other/other.go", -1, 100)
		report(pass, analysis.SuggestedFix{Message: "Fix it", TextEdits: []analysis.TextEdit{
			{Pos: other.Pos(1), End: other.Pos(2)},
		}})
	})
}

// titles returns an analyzer with alternatives of the same title.
func titles(name string) *analysis.Analyzer {
	return doing(name, func(pass *analysis.Pass) {
		start := pass.Files[0].FileStart
		for range 2 {
			report(pass,
				analysis.SuggestedFix{Message: "One", TextEdits: []analysis.TextEdit{{Pos: start, End: start + 1}}},
				analysis.SuggestedFix{Message: "One", TextEdits: []analysis.TextEdit{{Pos: start, End: start + 2}}},
			)
		}
	})
}

// What an analyzer does wrong is reported by its name, and the others go on.
func TestBadAnalyzers(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.go":      "package a\n\nfunc A() {}\n",
		"b.go":      "//line b.y:1\npackage a\n",
		"_cgo_a.go": "package a\n",
	})
	out, said, err := start(t, dir, "bad", "-package=a", "-src=a.go", "-src=b.go", "-unreported=_cgo_a.go", "-facts=facts", "-findings=found.json")
	if err != nil || out != "" {
		t.Fatalf("%v, stdout %q\n%s", err, out, said)
	}
	if want := "autofix_go_checker: the analyzer panics panicked on a: out of luck\n"; !strings.Contains(said, want) || !strings.Contains(said, "main_test.go") {
		t.Errorf("stderr lacks %q and a stack:\n%s", want, said)
	}
	want := []string{
		`after: found`,
		`after: the analyzer after has a fix "Fix it" that is not used: an edit at 1:1 ends after the file`,
		`backwards: found`,
		`backwards: the analyzer backwards has a fix "Fix it" that is not used: an edit at 1:8 ends before it starts`,
		`elsewhere: found`,
		`elsewhere: the analyzer elsewhere has a fix "Fix it" that is not used: an edit is in other/other.go, which is not a file of this package`,
		`fails: error failed: no network`,
		`good: found; Fix it a.go 0-7 p`,
		`good_2: error failed: the analyzer good of example.com/twice does not run: that of example.com/bad has the same name`,
		`line: found`,
		`line: the analyzer line has a fix "Fix it" that is not used: an edit is in b.go, whose text comes from b.y, as a //line comment says`,
		`made: found`,
		`made: the analyzer made has a fix "Fix it" that is not used: an edit is in _cgo_a.go, which cgo has made`,
		`mistyped: error has a result of the type <nil>, and not of int`,
		`needs: error requires what failed: hidden panicked: hidden`,
		`noend: found; Fix it a.go 8-8 p`,
		`nowhere: found`,
		`nowhere: the analyzer nowhere has a fix "Fix it" that is not used: an edit has no place`,
		`overlapping: found`,
		`overlapping: the analyzer overlapping has a fix "Fix it" that is not used: the edits at 1:1 and 1:4 overlap`,
		`panics: error panicked: out of luck`,
		`placeless: no place`,
		`points: found (kind); a.go:1:9 to a.go:1:10: a name; a.go:1:9 to a.go:1:9: a point; - to -: nowhere`,
		`same: found; One a.go 0-1 ; One a.go 0-2 `,
		`same: found; One a.go 0-1 ; One a.go 0-2 `,
	}
	if diff := cmp.Diff(want, findings(t, filepath.Join(dir, "found.json"))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if _, err := os.Stat(filepath.Join(dir, "facts")); err != nil {
		t.Error(err)
	}
}

// A package without files, of whose analyzers none has facts, or that cannot be
// analyzed.
func TestRuns(t *testing.T) {
	for _, test := range []struct {
		name, program, src string
		args               []string
		want, err          string // output, or the start of what it says
	}{
		{name: "no external tests", program: "bad", src: "package a\n", args: []string{"-testfilter=only", "-findings=found.json"}, want: "{}\n"},
		{name: "only facts, and none", program: "bad", src: "package a\n"},
		{name: "no analyzers", program: "none", src: "package a\n", args: []string{"-findings=found.json"}, err: "the program has no analyzers"},
		{name: "no syntax", program: "bad", src: "pack age", args: []string{"-findings=found.json"}, err: "a.go:1:1: expected 'package', found pack"},
		{name: "no types", program: "bad", src: "package a\nvar A int = \"\"\n", args: []string{"-findings=found.json"}, err: "a.go:2:13: cannot use"},
		{name: "an import", program: "bad", src: "package a\nimport _ \"x\"\n", args: []string{"-findings=found.json"}, err: "a.go:2:10: could not import x (neither the standard library nor deps have it)"},
		{name: "a flag", program: "bad", src: "package a\n", args: []string{"-findings=found.json", "-flag=good.x=1"}, err: "flag good.x=1: no such flag -x"},
		{name: "a flag of nothing", program: "bad", src: "package a\n", args: []string{"-findings=found.json", "-flag=x"}, err: "flag x: there is no analyzer x"},
		{name: "no facts", program: "bad", src: "package a\n", args: []string{"-findings=found.json", "-imported=b=a.go"}, err: "facts of b: "},
		{name: "no module", program: "bad", src: "package a\n", args: []string{"-findings=found.json", "-gomod=gone"}, err: "the module: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, map[string]string{"a.go": test.src})
			_, said, err := start(t, dir, test.program, append([]string{"-package=a", "-src=a.go", "-facts=facts"}, test.args...)...)
			if test.err != "" {
				if first, _, _ := strings.Cut(strings.TrimPrefix(said, "autofix_go_checker: "), "\n"); err == nil || !strings.HasPrefix(first, test.err) {
					t.Errorf("%v, stderr %q", err, said)
				}
				return
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
			text, _ := os.ReadFile(filepath.Join(dir, "found.json")) // or none
			if facts, err := os.ReadFile(filepath.Join(dir, "facts")); err != nil || len(facts) > 0 || string(text) != test.want {
				t.Errorf("facts %q, %v; findings %q", facts, err, text)
			}
		})
	}
}

// start runs a program in a folder, with a param file.
func start(t *testing.T, dir, name string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{"params": strings.Join(args, "\n") + "\n"})
	cmd := exec.Command(self, "@params")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "AUTOFIX_GO_CHECKER_TEST="+name)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err = cmd.Run()
	return out.String(), said.String(), err
}

// findings returns a line for each finding of the output.
func findings(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var packages map[string]map[string]json.RawMessage
	if err := json.Unmarshal(text, &packages); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for analyzer, results := range packages["a"] {
		var failed struct{ Error string }
		if json.Unmarshal(results, &failed) == nil {
			lines = append(lines, analyzer+": error "+failed.Error)
			continue
		}
		var found []struct {
			Category, Message string
			Related           []struct{ Posn, End, Message string }
			Fixes             []struct {
				Message string
				Edits   []struct {
					Filename   string
					Start, End int
					New        string
				}
			} `json:"suggested_fixes"`
		}
		if err := json.Unmarshal(results, &found); err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			line := analyzer + ": " + d.Message
			if d.Category != "" {
				line += " (" + d.Category + ")"
			}
			for _, r := range d.Related {
				line += fmt.Sprintf("; %s to %s: %s", r.Posn, r.End, r.Message)
			}
			for _, fix := range d.Fixes {
				line += "; " + fix.Message
				for _, e := range fix.Edits {
					line += fmt.Sprintf(" %s %d-%d %s", e.Filename, e.Start, e.End, e.New)
				}
			}
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

// write writes files, by their paths below a folder.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
