package change_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// A tree has the texts of a base, by path. A name that ends with * is
// executable, one that ends with @ is a link, and one that ends with / is
// something else.
type tree map[string]string

func (t tree) read(name string) ([]byte, fs.FileMode, error) {
	for suffix, mode := range map[string]fs.FileMode{"": 0o644, "*": 0o755, "@": fs.ModeSymlink | 0o777, "/": fs.ModeDir | 0o755} {
		if text, ok := t[name+suffix]; ok {
			return []byte(text), mode, nil
		}
	}
	return nil, 0, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// file returns a modified file.
func file(name, base, text string) fixedits.FileChange {
	return fixedits.FileChange{Path: name, Before: []byte(base), After: []byte(text)}
}

func created(name, text string) fixedits.FileChange {
	return fixedits.FileChange{Path: name, Created: true, After: []byte(text)}
}

func deleted(name, base string) fixedits.FileChange {
	return fixedits.FileChange{Path: name, Deleted: true, Before: []byte(base)}
}

func mustNew(t *testing.T, files ...fixedits.FileChange) *change.Change {
	t.Helper()
	c, err := change.New(files)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wantCode compares the code of an error, or its absence.
func wantCode(t *testing.T, err error, want patch.Code) {
	t.Helper()
	var e *patch.Error
	switch {
	case err == nil && want != "":
		t.Errorf("no error, want %s", want)
	case err == nil:
	case !errors.As(err, &e):
		t.Errorf("%v is a %T", err, err)
	case e.Code != want:
		t.Errorf("error %v, want the code %q", err, want)
	case e.Code.WayOut() == "":
		t.Errorf("%s has no way out", e.Code)
	}
}

func TestNew(t *testing.T) {
	executable := file("run.sh", "a\n", "a\n")
	executable.Executable, executable.ModeChanged = true, true
	for _, row := range []struct {
		name  string
		files []fixedits.FileChange
		paths []string
		code  patch.Code
	}{
		{name: "nothing"},
		{name: "sorted", files: []fixedits.FileChange{created("b", ""), file("a", "x", "y")}, paths: []string{"a", "b"}},
		{name: "unchanged", files: []fixedits.FileChange{file("a", "x", "x"), file("b", "x", "y")}, paths: []string{"b"}},
		{name: "a change of the mode", files: []fixedits.FileChange{executable}, paths: []string{"run.sh"}},
		{name: "a file that becomes a folder", files: []fixedits.FileChange{deleted("a", "x"), created("a/b", "")}, paths: []string{"a", "a/b"}},
		{name: "a folder that becomes a file", files: []fixedits.FileChange{deleted("a/b", "x"), created("a", "")}, paths: []string{"a", "a/b"}},
		{name: "twice", files: []fixedits.FileChange{file("a", "x", "y"), file("a", "x", "z")}, code: patch.DiffSameFileTwice},
		{name: "twice in another case", files: []fixedits.FileChange{file("a", "x", "y"), created("A", "x")}, code: patch.DiffSameFileTwice},
		{name: "a file and a folder", files: []fixedits.FileChange{file("a", "x", "y"), created("a/b/c", "")}, code: patch.FileAndFolder},
		{name: "no name", files: []fixedits.FileChange{created("", "")}, code: patch.DiffBadName},
		{name: "absolute", files: []fixedits.FileChange{created("/etc/passwd", "")}, code: patch.DiffBadName},
		{name: "above", files: []fixedits.FileChange{created("../a", "")}, code: patch.DiffBadName},
		{name: "not clean", files: []fixedits.FileChange{created("a//b", "")}, code: patch.DiffBadName},
		{name: "the repository of git", files: []fixedits.FileChange{created(".git/hooks/pre-commit", "")}, code: patch.DiffBadName},
		{name: "the repository of git, as Windows has it", files: []fixedits.FileChange{created("a/.GIT./config", "")}, code: patch.DiffBadName},
		{name: "two lines", files: []fixedits.FileChange{created("a\nb", "")}, code: patch.DiffBadName},
		{name: "NUL", files: []fixedits.FileChange{created("a\x00b", "")}, code: patch.DiffBadName},
		{name: "a drive", files: []fixedits.FileChange{created("C:a", "")}, code: patch.DiffBadName},
		{name: "names that need quotes or not", files: []fixedits.FileChange{created("a b/ö \"x\"", "t\n"), created("a/b/a", ""), created("b/a b/c", "")}, paths: []string{"a b/ö \"x\"", "a/b/a", "b/a b/c"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, err := change.New(row.files)
			wantCode(t, err, row.code)
			if err != nil {
				return
			}
			if diff := cmp.Diff(append([]string{}, row.paths...), c.Paths()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOnlyAndWith(t *testing.T) {
	c := mustNew(t, file("a.go", "x\n", "y\n"), created("a_test.go", "t\n"), deleted("old.go", "o\n"))
	tests := c.Only(func(f *fixedits.FileChange) bool { return strings.HasSuffix(f.Path, "_test.go") })
	if diff := cmp.Diff([]string{"a_test.go"}, tests.Paths()); diff != "" {
		t.Error(diff)
	}
	before := c.Diff()
	mutant, err := c.With("a.go", []byte("z\n"))
	if err != nil || string(mutant.File("a.go").After) != "z\n" || mutant.File("a_test.go") == nil {
		t.Errorf("With: %v, %v", mutant, err)
	}
	if same, err := c.With("a.go", []byte("x\n")); err != nil || same.File("a.go") != nil || len(same.Files) != 2 {
		t.Errorf("With the text of the base: %v, %v", same, err)
	}
	for _, name := range []string{"b.go", "old.go"} {
		_, err := c.With(name, nil)
		wantCode(t, err, patch.DiffFileMissing)
	}
	if c.Diff() != before {
		t.Error("the change was modified")
	}
}

func TestNormalized(t *testing.T) {
	c := mustNew(t, file("a.py", "x\n", "def f():\n    return 1\n"))
	for _, row := range []struct {
		name  string
		same  bool
		files []fixedits.FileChange
	}{
		{"itself", true, c.Files},
		{"spaces at the ends of lines", true, []fixedits.FileChange{file("a.py", "x\n", "def f():  \n    return 1\t\r\n")}},
		{"blank lines at the ends", true, []fixedits.FileChange{file("a.py", "x\n", "\n\ndef f():\n    return 1\n\n \n")}},
		{"no newline at the end", true, []fixedits.FileChange{file("a.py", "x\n", "def f():\n    return 1")}},
		{"another file that differs in whitespace", true, []fixedits.FileChange{c.Files[0], file("b.py", "x\n", "x \n\n")}},
		{"indentation", false, []fixedits.FileChange{file("a.py", "x\n", "def f():\n   return 1\n")}},
		{"a line", false, []fixedits.FileChange{file("a.py", "x\n", "def f():\n    return 2\n")}},
		{"another path", false, []fixedits.FileChange{file("b.py", "x\n", "def f():\n    return 1\n")}},
		{"another operation", false, []fixedits.FileChange{created("a.py", "def f():\n    return 1\n")}},
		{"one more empty file", false, []fixedits.FileChange{c.Files[0], created("b.py", "")}},
		{"nothing", false, nil},
	} {
		if same := mustNew(t, row.files...).Normalized() == c.Normalized(); same != row.same {
			t.Errorf("%s: same is %v", row.name, same)
		}
	}
}

// texts returns two texts that differ somewhat, with every kind of line.
func texts(r *rand.Rand) (base, text string) {
	lines := []string{"a", "b", "}", "", "c c", "--- x", "+++ y", "@@ -1 +1 @@", "\\ No newline at end of file", "diff --git a/x b/x", "\x00\xff", "d\r", "e\rf", "old mode 100644", "-- ", " "}
	var before, after []string
	for range r.IntN(30) {
		line := lines[r.IntN(len(lines))]
		if r.IntN(3) > 0 {
			before = append(before, line)
		}
		if r.IntN(3) > 0 {
			after = append(after, line)
		}
	}
	base, text = strings.Join(before, "\n"), strings.Join(after, "\n")
	if r.IntN(3) > 0 && base != "" {
		base += "\n"
	}
	if r.IntN(3) > 0 && text != "" {
		text += "\n"
	}
	return base, text
}

// random returns a tree and a change of it that has all operations.
func random(t *testing.T, r *rand.Rand) (tree, *change.Change) {
	t.Helper()
	base := tree{}
	var files []fixedits.FileChange
	for _, name := range []string{"a.go", "dir/b c.txt", "dir/ö.py", "x/y/\"z\".txt", "b/a"} {
		before, after := texts(r)
		switch r.IntN(5) {
		case 0:
			files = append(files, created(name, after))
		case 1:
			base[name] = before
			files = append(files, deleted(name, before))
		case 2:
			base[name+"*"] = before
			f := file(name, before, after)
			f.ModeChanged = true
			files = append(files, f)
		default:
			base[name] = before
			files = append(files, file(name, before, after))
		}
	}
	return base, mustNew(t, files...)
}

// A change and its inverse, one after the other, are no change; and the steps
// to another change of the same tree make that one.
func TestThenAndInverse(t *testing.T) {
	for seed := range 200 {
		r := rand.New(rand.NewPCG(4, uint64(seed)))
		base, first := random(t, r)
		var files []fixedits.FileChange
		for name, text := range base {
			path := strings.TrimSuffix(name, "*")
			f := file(path, text, text)
			f.Executable = path != name
			switch r.IntN(4) {
			case 0:
				f = fixedits.FileChange{Path: path, Deleted: true, Executable: f.Executable, Before: f.Before}
			case 1:
				f.Executable, f.ModeChanged = !f.Executable, true
			case 2:
				_, after := texts(r)
				f.After = []byte(after)
			}
			files = append(files, f)
		}
		second := mustNew(t, append(files, created("other", "x\n"))...)
		if none, err := first.Then(first.Inverse()); err != nil || !none.Empty() {
			t.Fatalf("seed %d: %v\n%s", seed, err, none.Diff())
		}
		step, err := first.Inverse().Then(second)
		if err != nil {
			t.Fatal(err)
		}
		got, err := first.Then(step)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(second, got); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}
