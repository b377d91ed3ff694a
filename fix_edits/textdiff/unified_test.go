package textdiff

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
	"github.com/google/go-cmp/cmp"
)

func TestUnified(t *testing.T) {
	numbers := "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
	tests := []struct {
		name             string
		oldName, newName string
		before, after    string
		opts             Options
		want             string
	}{
		{"equal texts give nothing", "f", "f", "a\n", "a\n", Options{}, ""},
		{
			"three lines of context", "d/f.go", "d/f.go", numbers, strings.Replace(numbers, "5", "five", 1),
			Options{},
			"diff --git a/d/f.go b/d/f.go\n--- a/d/f.go\n+++ b/d/f.go\n" +
				"@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
		},
		{
			"as much context as asked for", "f", "f", numbers, strings.Replace(numbers, "5", "five", 1),
			Options{Context: 1},
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -4,3 +4,3 @@\n 4\n-5\n+five\n 6\n",
		},
		{
			"hunks whose contexts touch are one", "f", "f", numbers, "1\n3\n4\n5\n6\n7\n8\n",
			Options{},
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,9 +1,7 @@\n 1\n-2\n 3\n 4\n 5\n 6\n 7\n 8\n-9\n",
		},
		{
			"hunks that are further apart are two", "f", "f", "0\n" + numbers, "1\n2\n3\n4\n5\n6\n7\n9\n",
			Options{},
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,4 +1,3 @@\n-0\n 1\n 2\n 3\n" +
				"@@ -6,5 +5,4 @@\n 5\n 6\n 7\n-8\n 9\n",
		},
		{
			"a file that was empty", "f", "f", "", "a\n",
			Options{},
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -0,0 +1 @@\n+a\n",
		},
		{
			"a file that becomes empty", "f", "f", "a\nb\n", "",
			Options{},
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +0,0 @@\n-a\n-b\n",
		},
		{
			"a file that is created", "", "f", "", "a\n",
			Options{},
			"diff --git a/f b/f\nnew file mode 100644\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n",
		},
		{
			"a program that is created", "", "f", "", "a\n",
			Options{Mode: "100755"},
			"diff --git a/f b/f\nnew file mode 100755\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n",
		},
		{"an empty file that is created", "", "f", "", "", Options{}, "diff --git a/f b/f\nnew file mode 100644\n"},
		{
			"a file that is deleted", "f", "", "a\n", "",
			Options{},
			"diff --git a/f b/f\ndeleted file mode 100644\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
		},
		{
			"a file that is renamed and changed", "f", "g h", "a\n", "b\n",
			Options{},
			"diff --git a/f b/g h\nrename from f\nrename to g h\n--- a/f\n+++ b/g h\t\n@@ -1 +1 @@\n-a\n+b\n",
		},
		{"a file that is only renamed", "f", "g", "a\n", "a\n", Options{}, "diff --git a/f b/g\nrename from f\nrename to g\n"},
		{
			"a final newline is removed", "f", "f", "a\nb\n", "a\nb",
			Options{},
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n",
		},
		{
			"a final newline is added", "f", "f", "b", "b\n",
			Options{},
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-b\n\\ No newline at end of file\n+b\n",
		},
		{
			"no final newline in the context", "f", "f", "a\nb", "b",
			Options{},
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n-a\n b\n\\ No newline at end of file\n",
		},
		{
			"CR LF stays", "f", "f", "a\r\nb\r\n", "a\r\nc\r\n",
			Options{},
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n",
		},
		{
			"NUL and bytes that are not UTF-8 stay", "f", "f", "\x00\n", "\xff\x00\n",
			Options{},
			"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-\x00\n+\xff\x00\n",
		},
		{
			"a name with a space ends with a tab", "a b", "a b", "", "x",
			Options{},
			"diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n",
		},
		{
			"a name is quoted if necessary", "q\"\\\t\n\a\x7f\x01\xff ü", "q\"\\\t\n\a\x7f\x01\xff ü", "", "x\n",
			Options{},
			`diff --git "a/q\"\\\t\n\a\177\001\377 ü" "b/q\"\\\t\n\a\177\001\377 ü"` + "\n" +
				`--- "a/q\"\\\t\n\a\177\001\377 ü"` + "\n" + `+++ "b/q\"\\\t\n\a\177\001\377 ü"` + "\n@@ -0,0 +1 @@\n+x\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Unified(test.oldName, test.newName, []byte(test.before), []byte(test.after), test.opts)
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if len(got) > 0 {
				gitApplies(t, test.oldName, test.newName, []byte(test.before), []byte(test.after), got)
			}
		})
	}
}

// git returns the path of git. Only git itself can prove that it accepts a
// patch. If git is missing, the test fails, unless a variable says that this
// proof is not needed.
func git(t testing.TB) string {
	t.Helper()
	program, err := exec.LookPath("git")
	if err == nil {
		return program
	}
	const unwanted = "AUTOFIX_TEST_WITHOUT_GIT"
	if os.Getenv(unwanted) != "" {
		t.Skipf("%s is set, so that nothing shows here that git apply takes our patches: %v", unwanted, err)
	}
	t.Fatalf("cannot show that git apply takes our patches: %v: install git, or set %s=1 to go without", err, unwanted)
	return ""
}

// gitApplies checks that git apply turns before into after in a folder with
// only this file, and that the mode stays.
func gitApplies(t testing.TB, oldName, newName string, before, after, patch []byte) {
	t.Helper()
	program := git(t)
	dir := t.TempDir()
	if oldName != "" {
		name := filepath.Join(dir, oldName)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, before, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program, "apply", "--whitespace=nowarn", "-")
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir), "LC_ALL=C"}
	cmd.Stdin = bytes.NewReader(patch)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v: %s\n%q", err, out, patch)
	}
	if newName == "" {
		if _, err := os.Lstat(filepath.Join(dir, oldName)); !os.IsNotExist(err) {
			t.Fatalf("%q is still there: %v", oldName, err)
		}
		return
	}
	got, err := os.ReadFile(filepath.Join(dir, newName))
	if err != nil {
		t.Fatalf("git apply left no file: %v\n%q", err, patch)
	}
	if !bytes.Equal(got, after) {
		t.Fatalf("git apply gives %q\nwant %q\nof %q", got, after, patch)
	}
	info, err := os.Stat(filepath.Join(dir, newName))
	if err != nil {
		t.Fatal(err)
	}
	if oldName != "" && info.Mode().Perm() != 0o755 {
		t.Fatalf("git apply changes the mode to %v", info.Mode())
	}
}

// parsedApplies checks that another implementation of patches turns before into
// after.
func parsedApplies(t testing.TB, name string, before, after, patch []byte) {
	t.Helper()
	files, preamble, err := gitdiff.Parse(bytes.NewReader(patch))
	if err != nil || len(files) != 1 || preamble != "" {
		t.Fatalf("go-gitdiff reads %d files and the preamble %q: %v\n%q", len(files), preamble, err, patch)
	}
	if file := files[0]; file.OldName != name || file.NewName != name || file.IsNew || file.IsDelete || file.IsBinary {
		t.Fatalf("go-gitdiff reads %+v, want the name %q", file, name)
	}
	var got bytes.Buffer
	if err := gitdiff.Apply(&got, bytes.NewReader(before), files[0]); err != nil {
		t.Fatalf("go-gitdiff: %v\n%q", err, patch)
	}
	if !bytes.Equal(got.Bytes(), after) {
		t.Fatalf("go-gitdiff gives %q\nwant %q\nof %q", got.Bytes(), after, patch)
	}
}

// TestGitAppliesManyHunks applies patches of texts that are long enough for
// hunks of all kinds.
func TestGitAppliesManyHunks(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for i := range 20 {
		before := bytes.SplitAfter(source(random, 300), []byte("\n"))
		var after []byte
		for _, line := range before {
			switch random.IntN(20) {
			case 0: // deleted
			case 1:
				after = append(after, "inserted\n"...)
				after = append(after, line...)
			case 2:
				after = append(after, "\x00changed\r\n"...)
			default:
				after = append(after, line...)
			}
		}
		old := bytes.Join(before, nil)
		if i%2 == 0 {
			after = bytes.TrimRight(after, "\n")
		}
		patch := Unified("f", "f", old, after, Options{Context: 1 + i%4})
		gitApplies(t, "f", "f", old, after, patch)
		parsedApplies(t, "f", old, after, patch)
	}
}

// TestGitAppliesManyFiles applies the patches of files with all sorts of names
// at once.
func TestGitAppliesManyFiles(t *testing.T) {
	program := git(t)
	dir := t.TempDir()
	names := []string{
		"plain", "with space", " leading", "trailing ", "a/b c/d", "tab\there", "line\nbreak", "quote\"d", "back\\slash",
		"ünïcode", "日本", "bytes\xff\xfe", "cr\r", "bell\a", "del\x7f", "a => b", "a b/a b", "b/x", "a/x", "-dash", "$(x)", "x\\n", "nul\\0",
		"dev/null", "{a,b}", "'single'", "emoji😀", "nbsp\u00a0", "half\xc3", "x b/x", "\"", "tab at end\t",
	}
	var patch []byte
	for i, name := range names {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		before := fmt.Appendf(nil, "%d\nold\n", i)
		if err := os.WriteFile(file, before, 0o644); err != nil {
			t.Fatal(err)
		}
		one := Unified(name, name, before, fmt.Appendf(nil, "%d\nnew\n", i), Options{})
		parsedApplies(t, name, before, fmt.Appendf(nil, "%d\nnew\n", i), one)
		patch = append(patch, one...)
	}
	cmd := exec.Command(program, "apply", "-")
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir), "LC_ALL=C"}
	cmd.Stdin = bytes.NewReader(patch)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v: %s\n%s", err, out, patch)
	}
	for i, name := range names {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != fmt.Sprintf("%d\nnew\n", i) {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
}

// FuzzGitApply passes real git the patch of any two texts under any name.
func FuzzGitApply(f *testing.F) {
	git(f)
	addTexts(f)
	f.Fuzz(func(t *testing.T, name string, before, after []byte) {
		// The first letter avoids names such as .git, which git refuses in any
		// patch.
		name = "n" + notInNames.Replace(name[:min(len(name), 200)])
		if patch := Unified(name, name, before, after, Options{}); patch != nil {
			gitApplies(t, name, name, before, after, patch)
		} else if !bytes.Equal(before, after) {
			t.Fatal("no patch for a difference")
		}
	})
}

// FuzzUnified is FuzzGitApply without a process for each patch, and without
// names, since go-gitdiff misreads a quoted name that ends with a backslash.
func FuzzUnified(f *testing.F) {
	addTexts(f)
	f.Fuzz(func(t *testing.T, _ string, before, after []byte) {
		if patch := Unified("f", "f", before, after, Options{}); patch != nil {
			parsedApplies(t, "f", before, after, patch)
		} else if !bytes.Equal(before, after) {
			t.Fatal("no patch for a difference")
		}
	})
}

func addTexts(f *testing.F) {
	f.Add("plain", []byte("a\nb\nc\n"), []byte("a\nB\nc\n"))
	f.Add("with space", []byte("a\r\nb"), []byte("a\nb\n"))
	f.Add("\"\\\t\n\xff", []byte(""), []byte("\x00"))
	f.Add("ü", []byte("\xff\xfea\x00\n\x00"), []byte("\xff\xfeb\x00\n\x00"))
	f.Add("", []byte("\n\n\n\n\n\n\n\n\n\n\n\n"), []byte("x\n\n\n\n\n\n\n\n\ny\n\n\\ No newline at end of file\n"))
	f.Add("x", []byte("-- a\n++ b\n@@ -1 +1 @@\ndiff --git a/x b/x\n"), []byte("-- a\n+++ b\n@@ -1 +1 @@\n"))
}

// notInNames removes the bytes that a file name cannot have.
var notInNames = strings.NewReplacer("\x00", "", "/", "")

// Each kind of character that needs quotes needs them by itself.
func TestAppendName(t *testing.T) {
	for name, want := range map[string]string{
		"a b~ü": "a b~ü", "a\x7fb": `"a\177b"`, "a\x1fb": `"a\037b"`, "a\"b": `"a\"b"`, `a\b`: `"a\\b"`, "a\xffb": `"a\377b"`, "\u0080": "\u0080",
	} {
		if got := string(AppendName(nil, name)); got != want {
			t.Errorf("AppendName(%q) = %s, want %s", name, got, want)
		}
	}
}
