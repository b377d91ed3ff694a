package patch_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/patch"
)

func FuzzParseAnswer(f *testing.F) {
	for _, text := range []string{"", "NO_CHANGE", "x\n```diff\n@@\n-a\n+b\n```\n", "~~~~ {.edits}\n" + block("a\n", "b\n") + "~~~~", "````\n```\n````", "```\n```\n```"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		answer, err := patch.ParseAnswer(text, all)
		var refused *patch.Error
		switch {
		case err != nil && !errors.As(err, &refused):
			t.Fatalf("an error of another type: %v", err)
		case err != nil && (refused.Code.WayOut() == "" || answer != (patch.Answer{})):
			t.Fatalf("%v, and the answer %v", err, answer)
		case err != nil || answer.Kind == patch.KindNoChange:
			return
		}
		// Each line of the body is a line of the answer, but for its
		// indentation.
		lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
		for i, line := range strings.Split(strings.TrimSuffix(answer.Body, "\n"), "\n") {
			if whole := lines[answer.Line-1+i]; strings.TrimLeft(line, " ") != strings.TrimLeft(whole, " ") {
				t.Fatalf("line %d is %q, and %q in the answer", i, line, whole)
			}
		}
	})
}

// The result differs from the base by exactly the added and deleted lines of
// the diff, wherever it was repaired.
func FuzzApply(f *testing.F) {
	f.Add(base, header+hunk)
	f.Add(base, "@@ ... @@\nRUN make\n+a\n\n@@\n-FROM debian:12\n")
	f.Add("a\nb", "@@ -1,1 +1 @@\n a\n-b\n+c\n\\ No newline at end of file\n")
	f.Add("", "@@ -0,0 +1 @@\n+a\n")
	f.Add("a\nb\nc\n", "@@ -1,3 +1,3 @@\n-a\n+A\n b\n@@ -2 +2 @@\n b\n-c\n")
	f.Fuzz(func(t *testing.T, base, diff string) {
		got, err := patch.Apply([]byte(base), diff, names)
		var refused *patch.Error
		if err != nil {
			if !errors.As(err, &refused) || refused.Code.WayOut() == "" || refused.Code == patch.DiffLinesLost {
				t.Fatalf("%v", err)
			}
			return
		}
		count := make(map[string]int)
		for _, line := range textLines(string(got.Text)) {
			count[line]++
		}
		for _, line := range textLines(base) {
			count[line]--
		}
		inHunk := false
		for _, line := range textLines(strings.ReplaceAll(diff, "\r\n", "\n")) {
			switch {
			case strings.HasPrefix(line, "@@"):
				inHunk = true
			case strings.HasPrefix(line, "diff --"):
				inHunk = false
			case strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "):
				return // may be a header or a line of a hunk
			case inHunk && strings.HasPrefix(line, "+"):
				count[line[1:]]--
			case inHunk && strings.HasPrefix(line, "-"):
				count[line[1:]]++
			}
		}
		for line, n := range count {
			if n != 0 {
				t.Fatalf("the result has the line %q %d times too often\nbase %q\ndiff %q\ntext %q", line, n, base, diff, got.Text)
			}
		}
		if got.Added != len(got.AddedLines()) || got.Deleted != len(got.DeletedLines()) || !got.Changed() {
			t.Fatalf("%d added, %d deleted, %v, %v", got.Added, got.Deleted, got.AddedLines(), got.DeletedLines())
		}
	})
}

func textLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// A diff of a program applies to its base.
func FuzzApplyOfDiff(f *testing.F) {
	f.Add(base, made)
	f.Add("", "a")
	f.Add("a\n", "")
	f.Add("a\nb", "a\nb\n")
	f.Add("-- a/x\nb\n\n\n\n\n\n\n\n\n\nc\n", "++ b/x\nb\n\n\n\n\n\n\n\n\n\nd")
	f.Fuzz(func(t *testing.T, a, b string) {
		if strings.Contains(a+b, "\r") || a == b {
			t.Skip("CR is not LF text")
		}
		got, err := patch.Apply([]byte(a), string(textdiff.Unified("Dockerfile", "Dockerfile", []byte(a), []byte(b), textdiff.Options{})), names)
		if err != nil {
			t.Fatalf("%v\n%q -> %q", err, a, b)
		}
		if string(got.Text) != b {
			t.Fatalf("%q\nwant %q\nof %q", got.Text, b, a)
		}
	})
}

// Random changes, through git apply as well. Only git itself can say what a
// well-formed diff means.
func TestApplyAgreesWithGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skipf("git is needed to compare with: %v", err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "Dockerfile")
	random := rand.New(rand.NewPCG(1, 2))
	text := func() []byte {
		var b strings.Builder
		for range random.IntN(30) {
			b.WriteString([]string{"a\n", "b\n", "\n", " c\n", "-d\n", "+e\n", "@@ f\n"}[random.IntN(7)])
		}
		return []byte(strings.TrimSuffix(b.String(), []string{"", "\n"}[random.IntN(2)]))
	}
	for range 60 {
		before := text()
		after := slicesOf(random, before, text())
		diff := textdiff.Unified("Dockerfile", "Dockerfile", before, after, textdiff.Options{Context: 1 + random.IntN(3)})
		if diff == nil {
			continue
		}
		if err := os.WriteFile(file, before, 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.Command(git, "apply", "--whitespace=nowarn", "-")
		command.Dir, command.Stdin = dir, bytes.NewReader(diff)
		command.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir)
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git apply: %v: %s", err, out)
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := patch.Apply(before, string(diff), names)
		if err != nil {
			t.Fatalf("%v\n%s", err, diff)
		}
		if !bytes.Equal(got.Text, want) {
			t.Fatalf("%q, but git apply gives %q\n%s", got.Text, want, diff)
		}
	}
}

// slicesOf returns the lines of a text with some of them replaced by others.
func slicesOf(random *rand.Rand, text, others []byte) []byte {
	lines, other := bytes.SplitAfter(text, []byte("\n")), bytes.SplitAfter(others, []byte("\n"))
	for i := range lines {
		if random.IntN(6) == 0 && len(other) > 0 {
			lines[i] = other[random.IntN(len(other))]
		}
	}
	return bytes.Join(lines, nil)
}
