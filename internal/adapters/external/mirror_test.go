package external

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// inMirror is what the program does in a mirror.
func inMirror(does string, args []string) {
	switch does {
	case "look": // tells all that it sees
		_ = filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
			text, _ := os.ReadFile(name)
			kind := ""
			if d.Type()&os.ModeSymlink != 0 {
				kind = " (link)"
			}
			if name != "." {
				fmt.Fprintf(os.Stderr, "%s%s %q\n", filepath.ToSlash(name), kind, text)
			}
			return nil
		})
		os.Exit(9)
	case "args":
		fmt.Fprintf(os.Stderr, "%q\n", args)
		os.Stdout.Write(empty)
		if slices.Contains(args, "last.txt") {
			os.Exit(9)
		}
	case "write":
		_ = os.WriteFile(args[0], []byte("written"), 0o666)
		os.Stdout.Write(empty)
	case "remove":
		_ = os.Remove(args[0])
		os.Stdout.Write(empty)
	case "cache":
		_ = os.WriteFile(".cache", []byte("x"), 0o666)
		os.Stdout.Write(empty)
	case "upper": // the last file, and what the others say
		for _, name := range args {
			text, _ := os.ReadFile(name)
			_ = os.WriteFile(name, []byte(strings.ToUpper(string(text))), 0o666)
		}
	case "hang":
		child := exec.Command(os.Args[0], "sleep")
		child.Stderr = os.Stderr
		_ = child.Start()
		_ = os.WriteFile(os.Getenv("PID_FILE"), []byte(fmt.Sprint(child.Process.Pid)), 0o666)
		time.Sleep(time.Minute)
	}
}

// mirrored returns a checker that runs in a mirror of a folder with texts, of
// which it is given those that are named.
func mirrored(t *testing.T, does string, texts map[string]string, named ...string) (*Checker, []fixedits.Snapshot) {
	t.Helper()
	c, _ := rewriter(t, "", texts)
	c.Args, c.Rewrite = []string{"mirror", does}, nil
	c.Format.Strict = false
	c.Mirror = &Mirror{Read: func(path string) ([]byte, error) {
		text, err := os.ReadFile(filepath.Join(c.Dir, filepath.FromSlash(path)))
		return text, err
	}}
	var given []fixedits.Snapshot
	for _, name := range named {
		given = append(given, fixedits.SnapshotOf(name, []byte(texts[name])))
	}
	return c, given
}

func saidBy(t *testing.T, err error) string {
	t.Helper()
	failed, ok := errors.AsType[*Error](err)
	if !ok {
		t.Fatalf("error %v", err)
	}
	return failed.Said
}

// The program sees the present texts, and what else is there.
func TestMirror(t *testing.T) {
	defer func(was int64) { maxCopied = was }(maxCopied)
	maxCopied = 6
	c, given := mirrored(t, "look", map[string]string{
		"a/x.txt": "old", "a/y.txt": "y", "a/large.txt": "1234567", "b/z.txt": "z", "top.txt": "top", "gone.txt": "gone", ".git/HEAD": "ref",
	}, "a/x.txt")
	given[0] = fixedits.SnapshotOf("a/x.txt", []byte("new"))
	read := c.Mirror.Read
	c.Mirror.Read = func(path string) ([]byte, error) {
		if path == "a/x.txt" {
			return []byte("new"), nil
		}
		return read(path)
	}
	c.Mirror.Changed = []Change{{Path: "a/x.txt", Text: []byte("new")}, {Path: "gone.txt", Deleted: true}, {Path: "c/made.txt", Text: []byte("made")}}
	_, _, err := c.Check(t.Context(), "", given)
	want := `a ""
a/large.txt (link) "1234567"
a/x.txt "new"
a/y.txt "y"
b (link) ""
c ""
c/made.txt "made"
top.txt "top"`
	if diff := cmp.Diff(want, saidBy(t, err)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A program that reports must not fix. Whatever it writes, it writes to a copy.
func TestReporterThatWrites(t *testing.T) {
	texts := map[string]string{"a.txt": "a", "b.txt": "b"}
	for does, want := range map[string]string{
		"write":  "changed a.txt, but it is declared as a checker that reports",
		"remove": "changed a.txt, but it is declared as a checker that reports",
		"cache":  "",
	} {
		c, given := mirrored(t, does, texts, "a.txt")
		_, _, err := c.Check(t.Context(), "", given)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v, want %q", does, err, want)
		}
		entries, _ := os.ReadDir(c.Dir)
		if len(entries) != 2 {
			t.Errorf("%s: the folder has %v", does, entries)
		}
		for name, text := range texts {
			if now, err := os.ReadFile(filepath.Join(c.Dir, name)); string(now) != text {
				t.Errorf("%s: %s has %q now, %v", does, name, now, err)
			}
		}
	}
}

// What a program writes in place to files that it was not given is refused.
func TestInPlaceInMirror(t *testing.T) {
	texts := map[string]string{"a.txt": "a\n", "b.txt": "b\n", "d/c.txt": "c\n"}
	for _, test := range []struct {
		named   []string
		more    string
		fixes   int
		refused string
	}{
		{named: []string{"a.txt"}, fixes: 1},
		{named: []string{"a.txt", "d/c.txt"}, fixes: 2},
		{named: []string{"a.txt"}, more: "b.txt", fixes: 1, refused: "the checker changed or deleted it, but it is not among the files that it was given"},
	} {
		c, given := mirrored(t, "upper", texts, test.named...)
		c.Rewrite = &Rewrite{Phase: fixedits.PhaseSemantic, Safety: fixedits.SafetySafe}
		if test.more != "" {
			c.Args = append(c.Args, test.more)
		}
		found, refused, err := c.Check(t.Context(), "", given)
		if err != nil || len(found.Fixes) != test.fixes {
			t.Fatalf("%v: error %v, artifact %v", test.named, err, found)
		}
		if len(refused) != 0 != (test.refused != "") || test.refused != "" && (refused[0].Why != test.refused || refused[0].Path != test.more) {
			t.Errorf("%v: refused %v, want %q", test.named, refused, test.refused)
		}
		for name, text := range texts {
			if now, _ := os.ReadFile(filepath.Join(c.Dir, name)); string(now) != text {
				t.Errorf("%v: %s has %q now", test.named, name, now)
			}
		}
	}
}

// It runs in a folder below, and paths are relative to that.
func TestProgramRunsBelow(t *testing.T) {
	texts := map[string]string{"in/a.txt": "a\n", "in/-b.txt": "b\n", "in/@c.txt": "c\n"}
	c, given := mirrored(t, "args", texts, "in/-b.txt", "in/@c.txt", "in/a.txt")
	c.In, c.ExitCodes = "in", []int{7}
	_, _, err := c.Check(t.Context(), "", given)
	if want := `["./-b.txt" "./@c.txt" "a.txt"]`; saidBy(t, err) != want {
		t.Errorf("%s, want %s", saidBy(t, err), want)
	}
	c, given = mirrored(t, "upper", texts, "in/a.txt", "in/-b.txt")
	c.In, c.Rewrite = "in", &Rewrite{Phase: fixedits.PhaseFormat, Safety: fixedits.SafetySafe}
	found, _, err := c.Check(t.Context(), "", given)
	if err != nil || len(found.Fixes) != 2 || found.Fixes[0].Edits[0].Path[:3] != "in/" {
		t.Errorf("error %v, artifact %v", err, found)
	}
}

// Many files are several command lines.
func TestBatches(t *testing.T) {
	defer func(was int) { maxNames = was }(maxNames)
	maxNames = 12
	texts := map[string]string{"1.txt": "1", "2.txt": "2", "3.txt": "3", "last.txt": "4"}
	named := []string{"1.txt", "2.txt", "3.txt", "last.txt"}
	c, given := mirrored(t, "args", texts, named...)
	_, _, err := c.Check(t.Context(), "", given)
	if want := "[\"1.txt\" \"2.txt\"]\n[\"3.txt\"]\n[\"last.txt\"]"; saidBy(t, err) != want {
		t.Errorf("%s, want %s", saidBy(t, err), want)
	}
	c, given = mirrored(t, "upper", map[string]string{"1.txt": "a", "2.txt": "b", "3.txt": "c"}, "1.txt", "2.txt", "3.txt")
	c.Rewrite = &Rewrite{Phase: fixedits.PhaseSemantic, Safety: fixedits.SafetySafe}
	found, _, err := c.Check(t.Context(), "", given)
	if err != nil || len(found.Fixes) != 3 {
		t.Errorf("error %v, artifact %v", err, found)
	}
	c, given = mirrored(t, "args", texts, named...)
	c.Args, c.ExitCodes = append(c.Args, "--list={files_list}"), []int{7}
	_, _, err = c.Check(t.Context(), "", given)
	if said := saidBy(t, err); strings.Count(said, "--list=") != 1 || strings.Contains(said, ".txt") {
		t.Errorf("one run gets a list: %s", said)
	}
}

// A program that hangs is stopped, with what it started.
func TestHangingReporterIsStopped(t *testing.T) {
	c, given := mirrored(t, "hang", map[string]string{"a.txt": "a"}, "a.txt")
	pid := filepath.Join(t.TempDir(), "pid")
	c.Env = append(c.Env, "PID_FILE="+pid)
	c.Timeout = 500 * time.Millisecond
	if _, _, err := c.Check(t.Context(), "", given); err == nil || !strings.Contains(err.Error(), "did not end within 500ms, and was stopped") {
		t.Errorf("error %v", err)
	}
	wantGone(t, pid)
	_ = os.Remove(pid)
	c.Timeout = 0
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		for ctx.Err() == nil {
			if text, err := os.ReadFile(pid); err == nil && len(text) > 0 {
				cancel(errors.New("no more"))
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if _, _, err := c.Check(ctx, "", given); err == nil || !strings.Contains(err.Error(), "stopped: no more") {
		t.Errorf("error %v", err)
	}
	wantGone(t, pid)
}
