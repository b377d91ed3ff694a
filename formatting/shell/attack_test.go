package shell

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/internal/testing/attack"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

var attacks = []formattest.Case{
	{Name: "a form feed in a comment", Src: "echo  a # c\fecho b\n", Want: attack.Refused + "the formatter would treat a form feed at line 1, column 12"},
	{Name: "a form feed in a string", Src: "echo  'a\fb'\n", Want: attack.Refused + "form feed"},
	{Name: "a form feed between words", Src: "echo  a\fb\n", Want: attack.Refused + "form feed"},
	{Name: "a form feed in a here-document", Src: "cat  <<E\na\fb\nE\n", Want: attack.Refused + "the formatter would treat a form feed at line 2, column 2"},
	{Name: "a vertical tab in a string", Src: "echo  'a\vb'\n", Want: attack.Refused + "a vertical tab"},
	{Name: "a vertical tab in a here-document", Src: "cat  <<E\na\vb\nE\n", Want: attack.Refused + "a vertical tab"},
	{Name: "a lone CR splits a word", Src: "echo  a\rb\n", Want: attack.Refused + "a carriage return that does not end a line at line 1, column 8"},
	{Name: "a lone CR behind a backslash", Src: "echo  a\\\rb\n", Want: attack.Refused + "a carriage return"},
	{Name: "nothing changes where one is", Src: "echo 'a\rb'\n", Want: "echo 'a\rb'\n"},
	{Name: "an indented here-document", Src: "if a; then\ncat <<-E\n\tb\n\t\tc\n\tE\nfi\n", Want: "if a; then\n\tcat <<-E\n\t\tb\n\t\t\tc\n\tE\nfi\n"},
	{
		Name: "an indented here-document with a line that goes on",
		Src:  "if a; then\ncat <<-E\n\tb \\\n\tc\n\tE\nfi\n", Want: attack.Refused + "the formatter would change its meaning at line 2",
	},
	{
		Name: "one whose text is as it is",
		Src:  "if a; then\ncat <<-'E'\n\tb \\\n\tc\n\tE\nfi\n", Want: "if a; then\n\tcat <<-'E'\n\t\tb \\\n\t\tc\n\tE\nfi\n",
	},
	{Name: "a #! line that was none", Src: "\n#!/bin/sh\na  b\n", Want: attack.Refused + "its #! line"},
	{Name: "one that was indented", Src: " #!/bin/sh\na  b\n", Want: attack.Refused + "its #! line"},
	{Name: "a no-break space in it", Src: "#!/bin/sh\u00a0\na  b\n", Want: attack.Refused + "its #! line"},
	{Name: "whitespace at its end", Src: "#!/bin/sh \t\na  b\n", Want: "#!/bin/sh\na b\n"},
	{Name: "backquotes", Src: "a `b \\`c\\``\n", Want: "a $(b $(c))\n"},
	{Name: "a word that goes on", Src: "a\\\nb c  \n", Want: "ab c\n"},
	{Name: "nothing", Src: "", Want: ""},
	{Name: "a directive", Src: "if a;then\n# shellcheck disable=SC1 \nb\nfi\n", Want: "if a; then\n\t# shellcheck disable=SC1\n\tb\nfi\n"},
}

func TestAttacks(t *testing.T) {
	attack.Run(t, bash(t, Options{}), "a.sh", attacks)
}

// templates have a place for a control character.
var templates = []string{
	"echo  a # c@d\n", "echo  'a@b'\n", "echo  \"a@b\"\n", "echo  a@b\n", "cat  <<E\na@b\nE\n", "cat  <<-E\n\ta@b\n\tE\n",
	"echo  a @ b\n", "echo  $'a@b'\n", "x=(a@b)  \n", "# c@d\necho  a\n", "echo  `echo a@b`\n", "echo  a\\@b\n",
	"case  a@b in a@b) echo x;;esac\n", "echo  $((1 @+ 2))\n", "echo  a@\n", "@echo  a\n", "echo 'a@b' # c\necho d    # e\n",
	"echo  \"$(echo 'a@b')\"\n", "echo  ${x:-a@b}\n", "[[  a@b == a@b ]] && echo yes\n", "for i in a@b; do  echo \"<$i>\"; done\n",
}

// The output of a script stays the same with any character in any place.
func TestAttacksRun(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash here to ask")
	}
	attack.Controls(t, bash(t, Options{}), "a.sh", templates, func(before, after []byte) error {
		was, is := output(t, before), output(t, after)
		if was != is {
			return fmt.Errorf("prints %q, and then %q", was, is)
		}
		return nil
	})
}

// output runs a script that can start no program.
func output(t *testing.T, script []byte) string {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	// cat, of which there is none, is a function.
	prelude := "PATH=/nonexistent\ncat() { while IFS= read -r l; do echo \"$l\"; done; }\n"
	cmd := exec.Command(shell, "--norc", "-s")
	cmd.Dir, cmd.Env = t.TempDir(), []string{"LC_ALL=C"}
	cmd.Stdin = bytes.NewReader(append([]byte(prelude), script...))
	out, err := cmd.Output()
	return fmt.Sprintf("%s (%v)", out, err)
}

// FuzzSaysTheSame asks another printer, which drops comments and layout.
func FuzzSaysTheSame(f *testing.F) {
	attack.Fuzz(f, bash(f, Options{}), "a.sh", attacks, func(before, after []byte) error {
		was, errBefore := minified(before)
		is, errAfter := minified(after)
		if err := errors.Join(errBefore, errAfter); err != nil {
			return err
		}
		if !bytes.Equal(was, is) {
			return fmt.Errorf("minified %q, and then %q", was, is)
		}
		return nil
	})
}

func minified(src []byte) ([]byte, error) {
	dialect, ok := dialectOf("a.sh", src)
	if !ok {
		return nil, nil
	}
	file, err := syntax.NewParser(syntax.Variant(dialect)).Parse(bytes.NewReader(src), "")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = syntax.NewPrinter(syntax.Minify(true)).Print(&out, file)
	if !bytes.Contains(src, []byte("<<-")) {
		return out.Bytes(), err
	}
	var lines []byte // without the tabs that such a here-document may have
	for line := range bytes.Lines(out.Bytes()) {
		lines = append(lines, bytes.TrimLeft(line, "\t")...)
	}
	return lines, err
}

func bash(t testing.TB, opts Options) *language {
	l, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return l.(*language)
}
