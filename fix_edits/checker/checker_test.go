package checker

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

var tree = fstest.MapFS{
	"a.txt":     {Data: []byte("one\ntwo\n")},
	"sub/b.txt": {Data: []byte("\xff\r\n")},
	"empty":     {},
}

var all = []string{"a.txt", "sub/b.txt", "empty"}

// report returns a check that reports findings in one file.
func report(path string, findings ...Finding) func(*File) error {
	return func(f *File) error {
		for _, finding := range findings {
			if f.Path == path {
				f.Report(finding)
			}
		}
		return nil
	}
}

// decoded returns the artifact of Check, and fails the test if it is not valid.
func decoded(t *testing.T, paths []string, check func(*File) error) *artifact.Artifact {
	t.Helper()
	text, err := Check(tree, "mine", "2", paths, check)
	if err != nil {
		t.Fatal(err)
	}
	a, err := artifact.Decode(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return a
}

func TestCheckMakesAnArtifactOfAllFiles(t *testing.T) {
	got := decoded(t, append(all, "a.txt"), func(f *File) error {
		if f.Path != "a.txt" {
			return nil
		}
		f.Report(Finding{
			Rule: "r/two", Message: "two", Start: 4, End: 7, Severity: SeverityError, Phase: PhaseStyle,
			Fixes: []Fix{
				{Title: "Two", Safety: SafetySafe, Confidence: ConfidenceLow, Idempotent: true, Edits: []Edit{f.Insert(4, "x")}},
				{Title: "Delete", Edits: []Edit{f.Delete(4, 7), f.Replace(0, 3, "1")}},
			},
		})
		f.Report(Finding{Rule: "r/one", Message: "one", Start: 0, End: 3})
		return nil
	})
	insert := fixedits.Fix{
		Rule: "r/two", Phase: PhaseStyle, Title: "Two", Safety: SafetySafe, Confidence: ConfidenceLow, Idempotent: true,
		Edits: []Edit{{Path: "a.txt", Start: 4, End: 4, New: []byte("x")}},
	}
	remove := fixedits.Fix{
		Rule: "r/two", Phase: PhaseStyle, Title: "Delete", Safety: SafetySuggestion, Confidence: ConfidenceHigh,
		Edits: []Edit{{Path: "a.txt", Start: 0, End: 3, New: []byte("1")}, {Path: "a.txt", Start: 4, End: 7}},
	}
	insert.ID, remove.ID = fixedits.ContentID(&insert), fixedits.ContentID(&remove)
	two := fixedits.Diagnostic{
		Rule: "r/two", Phase: PhaseStyle, Severity: SeverityError, Message: "two", Path: "a.txt", Start: 4, End: 7, Line: 2, Column: 1,
		Fixes: []string{insert.ID, remove.ID},
	}
	one := fixedits.Diagnostic{
		Rule: "r/one", Phase: PhaseSemantic, Severity: SeverityWarning, Message: "one", Path: "a.txt", Start: 0, End: 3, Line: 1, Column: 1,
	}
	two.ID, one.ID = fixedits.DiagnosticID(&two), fixedits.DiagnosticID(&one)
	want := artifact.New(artifact.Tool{Name: "mine", Version: "2"}, "")
	want.Snapshots = []fixedits.Snapshot{
		fixedits.SnapshotOf("a.txt", tree["a.txt"].Data),
		fixedits.SnapshotOf("empty", nil),
		fixedits.SnapshotOf("sub/b.txt", tree["sub/b.txt"].Data),
	}
	want.Diagnostics = []fixedits.Diagnostic{two, one}
	want.Fixes = []fixedits.Fix{insert, remove}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEqualFindingsAndFixesBecomeOne(t *testing.T) {
	edit := func(text string) []Fix {
		return []Fix{{Title: "t", Edits: []Edit{{Path: "a.txt", New: []byte(text)}}}}
	}
	got := decoded(t, all, report("a.txt",
		Finding{Rule: "r", Message: "m", Fixes: edit("x")},
		Finding{Rule: "r", Message: "m", Fixes: append(edit("y"), edit("x")...)},
		Finding{Rule: "r", Message: "n", Fixes: edit("x")},
	))
	if len(got.Diagnostics) != 2 || len(got.Fixes) != 2 || len(got.Diagnostics[0].Fixes) != 2 || len(got.Diagnostics[1].Fixes) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestAFixMayEditAnyGivenFile(t *testing.T) {
	finding := Finding{Rule: "r", Message: "m", Fixes: []Fix{{Title: "t", Edits: []Edit{{Path: "empty", New: []byte("x")}}}}}
	if got := decoded(t, all, report("a.txt", finding)); got.Fixes[0].Edits[0].Path != "empty" {
		t.Errorf("%+v", got.Fixes)
	}
}

func TestWhatCannotBeCheckedFails(t *testing.T) {
	edit := func(path string, start, end int) []Fix {
		return []Fix{{Title: "t", Edits: []Edit{{Path: path, Start: start, End: end}}}}
	}
	for _, test := range []struct {
		name  string
		paths []string
		check func(*File) error
		want  string // the whole error
	}{
		{"a file that is not there", []string{"none.txt", "a.txt"}, report(""), "open none.txt: file does not exist"},
		{"an absolute path", []string{"/a.txt"}, report(""), "open /a.txt: file does not exist"},
		{"an error of the check", []string{"a.txt", "empty"}, func(f *File) error { return errors.New("too hard") }, "a.txt: too hard\nempty: too hard"},
		{
			"a range past the end", all, report("a.txt", Finding{Rule: "r/x", Message: "m", Start: 3, End: 9}),
			"a.txt: finding of r/x: its range 3-9 is not within the 8 bytes of the file",
		},
		{
			"a range that ends before it starts", all, report("a.txt", Finding{Rule: "r/x", Message: "m", Start: 3, End: 2}),
			"a.txt: finding of r/x: its range 3-2 is not within the 8 bytes of the file",
		},
		{
			"a range before the start", all, report("empty", Finding{Rule: "r/x", Message: "m", Start: -1}),
			"empty: finding of r/x: its range -1-0 is not within the 0 bytes of the file",
		},
		{
			"edits and a task", all, report("a.txt", Finding{Rule: "r/x", Message: "m", Fixes: []Fix{{Title: "t", Ask: &Task{Goal: "g"}, Idempotent: true}}}),
			`a.txt: finding of r/x: the fix "t" has edits and asks for them`,
		},
		{
			"an edit of another file",
			[]string{"a.txt"},
			report("a.txt", Finding{Rule: "r/x", Message: "m", Fixes: edit("empty", 0, 0)}),
			`a.txt: finding of r/x: the fix "t" edits empty, which the checker was not given`,
		},
		{"no rule", all, report("a.txt", Finding{Message: "m"}), "artifact: diagnostics[0].rule: empty"},
		{
			"an edit past the end", all, report("a.txt", Finding{Rule: "r", Message: "m", Fixes: edit("empty", 0, 1)}),
			"artifact: fixes[0].edits[0].end: 1 is past the end of empty (0 bytes)",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, err := Check(tree, "mine", "", test.paths, test.check)
			if text != nil || err == nil || err.Error() != test.want {
				t.Errorf("%s, error\n%v\nwant\n%s", text, err, test.want)
			}
		})
	}
}

func TestCommand(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "list")
	if err := os.WriteFile(list, []byte("a.txt\nsub/b.txt\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.json")
	for _, test := range []struct {
		name    string
		args    []string
		files   []string // the files of the artifact, in out or on standard output
		toFile  bool
		failure string // part of the error
		code    int
	}{
		{"standard output", []string{"a.txt", "empty"}, []string{"a.txt", "empty"}, false, "", 0},
		{"a file", []string{"--out=" + out, "--", "a.txt"}, []string{"a.txt"}, true, "", 0},
		{"a list", []string{"--files_list=" + list}, []string{"a.txt", "sub/b.txt"}, false, "", 0},
		{"a list and files", []string{"-files_list", list, "empty"}, []string{"a.txt", "empty", "sub/b.txt"}, false, "", 0},
		{"no files", nil, nil, false, "no files to check: name them", exitUsage},
		{"no such list", []string{"--files_list=" + list + "x"}, nil, false, "--files_list: open ", exitFailed},
		{"no such file", []string{"none"}, nil, false, "open none: ", exitFailed},
		{"an output that cannot be written", []string{"--out=" + filepath.Join(list, "x"), "a.txt"}, nil, false, "artifact: open ", exitFailed},
	} {
		t.Run(test.name, func(t *testing.T) {
			var stdout bytes.Buffer
			c := command{name: "mine", check: report(""), root: tree, stdout: &stdout}
			flags := flag.NewFlagSet("mine", flag.ContinueOnError)
			flags.SetOutput(io.Discard)
			c.define(flags)
			if err := flags.Parse(test.args); err != nil {
				t.Fatal(err)
			}
			err := c.run(flags.Args())
			if test.failure != "" {
				if err == nil || !strings.Contains(err.Error(), test.failure) || exitCode(err) != test.code || stdout.Len() > 0 {
					t.Errorf("error %v, exit code %d, output %q", err, exitCode(err), stdout.String())
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			text := stdout.Bytes()
			if test.toFile {
				if stdout.Len() > 0 {
					t.Errorf("standard output has %q", text)
				}
				if text, err = os.ReadFile(out); err != nil {
					t.Fatal(err)
				}
			}
			a, err := artifact.Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			var files []string
			for _, snapshot := range a.Snapshots {
				files = append(files, snapshot.Path)
			}
			if diff := cmp.Diff(test.files, files); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAPanicNamesItsFile(t *testing.T) {
	_, err := Check(tree, "mine", "", all, func(f *File) error {
		if f.Path == "empty" {
			_ = f.Content[0]
		}
		return nil
	})
	const want = "empty: panic: runtime error: index out of range [0] with length 0\n"
	if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), "checker_test.go:") {
		t.Errorf("error %v, want %q and the stack", err, want)
	}
}

func TestReadErrorsWrapTheirCause(t *testing.T) {
	if _, err := Check(tree, "mine", "", []string{"none"}, report("")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestFixesCreateAndDeleteFiles(t *testing.T) {
	got := decoded(t, all, func(f *File) error {
		if f.Path != "a.txt" {
			return nil
		}
		run := CreateFile("bin/run.sh", "#!/bin/sh\n")
		run.Executable = true
		f.Report(Finding{Rule: "r", Message: "m", Fixes: []Fix{
			{Title: "Rename it", Edits: []Edit{f.DeleteFile(), CreateFile("new/a.txt", string(f.Content))}},
			{Title: "Run it", Edits: []Edit{run}},
		}})
		return nil
	})
	var absent []string
	for _, snapshot := range got.Snapshots {
		if snapshot.Absent {
			absent = append(absent, snapshot.Path)
		}
	}
	if want := "bin/run.sh new/a.txt"; strings.Join(absent, " ") != want || len(got.Snapshots) != len(all)+2 {
		t.Errorf("snapshots %+v, want %s absent", got.Snapshots, want)
	}
	edits := map[string][]Edit{}
	for _, fix := range got.Fixes {
		edits[fix.Title] = fix.Edits
	}
	want := map[string][]Edit{
		"Rename it": {
			{Path: "a.txt", Kind: fixedits.EditDelete},
			{Path: "new/a.txt", New: []byte("one\ntwo\n"), Kind: fixedits.EditCreate},
		},
		"Run it": {{Path: "bin/run.sh", New: []byte("#!/bin/sh\n"), Kind: fixedits.EditCreate, Executable: true}},
	}
	if diff := cmp.Diff(want, edits); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for path, want := range map[string]string{
		"sub/b.txt": "creates sub/b.txt: file already exists", // given
		"sub":       "creates sub: file already exists",
		"../x":      "creates ../x: not a clean path",
		"/x":        "creates /x: not a clean path",
		"x/":        "creates x/: not a clean path",
	} {
		finding := Finding{Rule: "r", Message: "m", Fixes: []Fix{{Title: "t", Edits: []Edit{CreateFile(path, "")}}}}
		if _, err := Check(tree, "mine", "", []string{"a.txt"}, report("a.txt", finding)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}
