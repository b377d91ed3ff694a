package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	docblocks "github.com/rules-autofix/rules_autofix/tools/doc_blocks"
)

// An example of the page on formats is a table of autofix.toml, and the output
// of the tool after it. Both work as they are there.
func TestExamplesOfFormats(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the tool is a script")
	}
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	const title = "Your tool has no adapter"
	_, section, _ := strings.Cut(string(page), "## "+title+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks, err := docblocks.Read("## " + title + "\n" + section)
	if err != nil {
		t.Fatal(err)
	}
	examples := map[string][]string{} // the table and the output, by the heading
	said := ""
	for _, block := range blocks {
		switch {
		case block.Heading == title:
			said = strings.TrimSpace(block.Text)
		case block.Language != "console":
			examples[block.Heading] = append(examples[block.Heading], block.Text)
		}
	}
	// clean is the output for the fixed file.
	for _, test := range []struct{ heading, finding, fixed, clean string }{
		{"SARIF", said + " (fix: suggestion)", "the", `{"version": "2.1.0", "runs": []}`},
		{"rdjson", said + " (fix: suggestion)", "the", `{"diagnostics": []}`},
		{"Checkstyle", strings.Replace(said, "spelling/", "checkstyle/", 1), "teh", ""},
		{"Lines of text", said, "teh", ""},
		{"In place", "notes.txt:1:1: warning: spelling changes this place [spelling/fix] (fixable)", "the", ""},
		{"Artifact", said + " (fixable)", "the", `{"version": 1, "tool": {"name": "spelling", "version": "1"}, "origin": "", "snapshots": [], "diagnostics": [], "fixes": []}`},
	} {
		t.Run(test.heading, func(t *testing.T) {
			example := examples[test.heading]
			delete(examples, test.heading)
			if len(example) == 0 {
				t.Fatal("the page has no such example")
			}
			root, bin := t.TempDir(), t.TempDir()
			script := "#!/bin/sh\nsed s/teh/the/ \"$2\" > \"$TMPDIR/new\" && cat \"$TMPDIR/new\" > \"$2\"\n"
			if len(example) > 1 {
				script = "#!/bin/sh\ncase $1 in --out=*) exec > \"${1#--out=}\" ;; esac\ngrep -q teh notes.txt || { echo '" + test.clean + "'; exit; }\ncat <<'END'\n" + example[1] + "END\n"
			}
			for file, text := range map[string]string{
				filepath.Join(root, "autofix.toml"): example[0],
				filepath.Join(root, "notes.txt"):    "This is teh text.\n",
				filepath.Join(bin, "spelling"):      script,
			} {
				if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			env := []string{"BUILD_WORKSPACE_DIRECTORY=" + root, "PATH=" + bin + string(filepath.ListSeparator) + os.Getenv("PATH")}
			stdout, stderr, code := clitest.Command(t, root, env, nil, "check", "--trust", "notes.txt")
			if first, _, _ := strings.Cut(stdout, "\n"); code != 0 || first != test.finding {
				t.Errorf("exit code %d, want the finding %q:\n%s%s", code, test.finding, stdout, stderr)
			}
			if stdout, stderr, code = clitest.Command(t, root, env, nil, "fix", "--trust", "--safety=suggestion", "notes.txt"); code != 0 {
				t.Errorf("fix: exit code %d\n%s%s", code, stdout, stderr)
			}
			text, err := os.ReadFile(filepath.Join(root, "notes.txt"))
			if want := "This is " + test.fixed + " text.\n"; err != nil || string(text) != want {
				t.Errorf("fixed %q, want %q (%v)\n%s%s", text, want, err, stdout, stderr)
			}
		})
	}
	for heading := range examples {
		t.Errorf("no row follows the example %q", heading)
	}
}
