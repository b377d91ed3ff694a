package external

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// rewriter returns a checker whose program is this binary, which does what
// does says.
func rewriter(t *testing.T, does string, texts map[string]string) (*Checker, []fixedits.Snapshot) {
	t.Helper()
	c := checker(t, append([]string{"rewrite"}, does)...)
	c.Dir = t.TempDir()
	c.Rewrite = &Rewrite{Phase: fixedits.PhaseSemantic, Safety: fixedits.SafetySuggestion}
	var given []fixedits.Snapshot
	for name, text := range texts {
		file := filepath.Join(c.Dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o444); err != nil {
			t.Fatal(err)
		}
		given = append(given, fixedits.SnapshotOf(name, []byte(text)))
	}
	slices.SortFunc(given, func(a, b fixedits.Snapshot) int { return strings.Compare(a.Path, b.Path) })
	return c, given
}

// rewriteFiles is what the program does.
func rewriteFiles(does string, files []string) {
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		switch does {
		case "upper":
			_ = os.WriteFile(name, []byte(strings.ToUpper(string(text))), 0o666)
		case "print upper":
			os.Stdout.WriteString(strings.ToUpper(string(text)))
		case "replace the folder by a link":
			// Then what is written below the folder would be written elsewhere.
			target, _ := os.ReadFile("target")
			_ = os.RemoveAll(filepath.Dir(name))
			_ = os.Symlink(strings.TrimSpace(string(target)), filepath.Dir(name))
			os.Stdout.WriteString(strings.ToUpper(string(text)))
		case "leave folders that cannot be removed":
			_ = os.MkdirAll("locked/inner", 0o777)
			_ = os.Chmod("locked", 0o500)
		case "hang":
			time.Sleep(time.Minute)
		}
	}
}

func marshal(t *testing.T, a *artifact.Artifact) string {
	t.Helper()
	text, err := artifact.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestInPlaceIsDeterministicAndWritesNoInput(t *testing.T) {
	texts := map[string]string{"a.txt": "a\nB\nc\n", "sub/b.txt": "d\r\n", "sub/c.txt": "E"}
	c, given := rewriter(t, "upper", texts)
	first, _, err := c.Check(t.Context(), "//:x", given)
	if err != nil {
		t.Fatal(err)
	}
	second, _, err := c.Check(t.Context(), "//:x", given)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := marshal(t, first), marshal(t, second); a != b {
		t.Errorf("two runs differ:\n%s\n%s", a, b)
	}
	if len(first.Fixes) != 3 {
		t.Errorf("%d fixes, want one for each of 3 lines:\n%s", len(first.Fixes), marshal(t, first))
	}
	for name, text := range texts {
		if now, err := os.ReadFile(filepath.Join(c.Dir, filepath.FromSlash(name))); string(now) != text {
			t.Errorf("%s is %q now, %v", name, now, err)
		}
	}
}

func TestPrintedTextIsNotWrittenThroughALink(t *testing.T) {
	c, given := rewriter(t, "replace the folder by a link", map[string]string{"sub/a.txt": "a\n"})
	elsewhere := t.TempDir()
	if err := os.WriteFile(filepath.Join(elsewhere, "a.txt"), []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.Dir, "target"), []byte(elsewhere), 0o666); err != nil {
		t.Fatal(err)
	}
	c.Rewrite.Prints, c.Rewrite.Data = true, []string{"target"}
	_, _, err := c.Check(t.Context(), "", given)
	if err == nil || !strings.Contains(err.Error(), "cannot write its own result") {
		t.Errorf("error %v", err)
	}
	if text, _ := os.ReadFile(filepath.Join(elsewhere, "a.txt")); string(text) != "precious" {
		t.Errorf("the file elsewhere has %q now", text)
	}
}

func TestCopiesAreRemoved(t *testing.T) {
	for _, does := range []string{"upper", "leave folders that cannot be removed"} {
		t.Run(does, func(t *testing.T) {
			temporary := t.TempDir()
			t.Setenv("TMPDIR", temporary)
			t.Setenv("TMP", temporary)
			c, given := rewriter(t, does, map[string]string{"a.txt": "a\n"})
			if _, _, err := c.Check(t.Context(), "", given); err != nil {
				t.Fatal(err)
			}
			entries, err := os.ReadDir(temporary)
			for _, entry := range entries {
				if strings.HasPrefix(entry.Name(), "autofix-") {
					t.Errorf("%s is left, %v", entry.Name(), err)
				}
			}
		})
	}
}

func TestDataIsCopiedWithoutLinks(t *testing.T) {
	c, given := rewriter(t, "upper", map[string]string{"a.txt": "a\n"})
	if err := os.Symlink(c.Dir, filepath.Join(c.Dir, "loop")); err != nil {
		t.Skip("links are not to be had: ", err)
	}
	c.Rewrite.Data = []string{"loop"}
	_, _, err := c.Check(t.Context(), "", given)
	if err == nil || !strings.Contains(err.Error(), "cannot copy its data loop: the link loop/loop leads back to a folder above it") {
		t.Errorf("error %v", err)
	}
}

func TestRewriteIsStopped(t *testing.T) {
	c, given := rewriter(t, "hang", map[string]string{"a.txt": "a\n"})
	c.Timeout = 100 * time.Millisecond
	if _, _, err := c.Check(t.Context(), "", given); err == nil || !strings.Contains(err.Error(), "did not end within 100ms") {
		t.Errorf("error %v", err)
	}
	c.Timeout = 0
	stopped := errors.New("no more")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(100*time.Millisecond, func() { cancel(stopped) })
	if _, _, err := c.Check(ctx, "", given); !errors.Is(err, stopped) {
		t.Errorf("error %v", err)
	}
}
