package declared

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

var builtin = []string{"text", "format", "autofix"}

func parse(t *testing.T, name, text string) *config.Config {
	t.Helper()
	c, err := config.Parse(name, []byte(text), []*config.Section{Section})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const ruff = `[checkers.ruff]
command = ["ruff", "check", "{files}"]
files = ["*.py", "web/**/*.pyi"]
format = "ruff"
exit_codes = [0, 1]
env = { B = "2", A = "1" }
timeout_seconds = 5
`

const pipes = `^(?P<file>[^|]+)\|(?P<line>\d+)\|(?P<message>.+)$`

// A pattern reads lines that do not look like common ones.
func TestPattern(t *testing.T) {
	all, err := Of(parse(t, "autofix.toml", "[checkers.x]\ncommand = ['x']\nfiles = ['*']\nformat = 'lines'\npattern = '"+pipes+"'\n"), builtin)
	if err != nil {
		t.Fatal(err)
	}
	format := all[0].External("/ws", "/bin/x", nil).Format
	found, _ := adaptertest.Read(t, format.Named("x"), adaptertest.Files{"a.txt": "a\nb\n"}, "", "a.txt|2|m\n")
	adaptertest.Check(t, found, "a.txt:2-2 warning x/finding m")
}

func TestOf(t *testing.T) {
	c := parse(t, "app/autofix.toml", ruff+"[checkers.bumper]\nowns = ['MODULE.bazel']\n[checkers.black]\ncommand = ['black']\nfiles = ['*.py']\nin_place = true\nphase = 'format'\n")
	all, err := Of(c, builtin)
	if err != nil || len(all) != 2 || all[0].Name != "black" || all[1].Name != "ruff" {
		t.Fatalf("%v, %v", all, err)
	}
	for file, want := range map[string]bool{
		"app/a.py": true, "app/b/c/a.py": true, "a.py": false, "other/a.py": false, "app/a.pyi": false,
		"app/web/a.pyi": true, "app/web/b/a.pyi": true, "app/b/web/a.pyi": false, "app/a.pyx": false,
	} {
		if got := all[1].Checks(file); got != want {
			t.Errorf("%s: %v, want %v", file, got, want)
		}
	}
	made := all[1].External("/ws", "/bin/ruff", []string{"PATH=/bin"})
	if made.In != "app" || made.Dir != "/ws" || made.Program != "/bin/ruff" || made.Timeout.Seconds() != 5 || made.Format.Name != "ruff" {
		t.Errorf("%+v", made)
	}
	if diff := cmp.Diff([][]string{{"PATH=/bin", "A=1", "B=2"}, {"check", "{files}"}}, [][]string{made.Env, made.Args}); diff != "" {
		t.Error(diff)
	}
	if none, err := Of(nil, builtin); none != nil || err != nil {
		t.Errorf("defaults: %v, %v", none, err)
	}
	outside, err := Of(parse(t, "/elsewhere/my.toml", ruff), builtin)
	if err != nil || outside[0].Folder != "." || !outside[0].Checks("x/a.py") {
		t.Errorf("a file of --config: %+v, %v", outside, err)
	}
}

func TestMistakes(t *testing.T) {
	const at = "a/autofix.toml:1:11: "
	for _, test := range []struct{ text, want string }{
		{"[checkers.x]\ncommand = ['x']\n", at + `the key "files" is missing`},
		{"[checkers.x]\nfiles = ['*']\n", at + `the key "command" is missing`},
		{"[checkers.x]\nformat = 'ruff'\n", at + `the key "command" is missing`},
		{"[checkers.x]\ncommand = []\nfiles = ['*']\n", "a/autofix.toml:2:1: command is empty, so the checker would check nothing"},
		{"[checkers.x]\ncommand = ['']\nfiles = ['*']\n", "a/autofix.toml:2:1: command is empty, so the checker would check nothing"},
		{"[checkers.x]\ncommand = ['x']\nfiles = []\n", "a/autofix.toml:3:1: files is empty, so the checker would check nothing"},
		{"[checkers.x]\ncommand = ['x']\nfiles = ['*']\n", at + `say what its output is with format, such as "sarif", or set in_place = true if it writes to the files`},
		{"[checkers.x]\ncommand = ['x']\nfiles = ['*']\nin_place = true\nformat = 'ruff'\n", "a/autofix.toml:5:1: format: a program that fixes in place has no output that is read: leave out format or in_place"},
		{"[checkers.x]\ncommand = ['x']\nfiles = ['*']\nformat = 'ruff'\nphase = 'style'\n", "a/autofix.toml:5:1: phase: only for in_place"},
		{"[checkers.x]\ncommand = ['x']\nfiles = ['*']\nformat = 'ruff'\nsafety = 'safe'\n", "a/autofix.toml:5:1: safety: the format ruff says how safe each fix is: choose with the safety of the run, or with fix in [rules] of autofix.toml"},
		{"[checkers.x]\ncommand = ['x']\nfiles = ['*']\nformat = 'dockerfile-shellcheck'\nsafety = 'safe'\n", "a/autofix.toml:5:1: safety: the format dockerfile-shellcheck has no fixes"},
		{"[checkers.x]\ncommand = ['x']\nfiles = ['*']\nformat = 'text'\nstream = 'stderr'\n", "a/autofix.toml:5:1: stream: only for programs that report findings in the files that they are given"},
		{"[checkers.x]\ncommand = ['x']\nfiles = ['*']\nformat = 'ruff'\npattern = '" + pipes + "'\n", "a/autofix.toml:5:1: pattern: only for the format lines"},
		{"[checkers.x]\ncommand = ['x']\nfiles = ['*']\nin_place = true\npattern = '" + pipes + "'\n", "a/autofix.toml:5:1: pattern: only for the format lines"},
		{"[checkers.x]\ncommand = ['x', '{file}']\nfiles = ['*']\nformat = 'sarif'\n", "a/autofix.toml:2:1: command: {file}: unknown placeholder {file}, did you mean {files}?"},
		{"[checkers.x]\ncommand = ['x', \"a\\u0000b\"]\nfiles = ['*']\nformat = 'sarif'\n", "a/autofix.toml:2:1: command: an argument has a NUL byte"},
		{"[checkers.text]\ncommand = ['x']\nfiles = ['*']\nformat = 'sarif'\n", at + "a built-in checker is called text: give this one another name than text, format, autofix"},
		{"[checkers.autofix]\ncommand = ['x']\nfiles = ['*']\nformat = 'sarif'\n", at + "a built-in checker is called autofix"},
		{"[checkers.'a b']\ncommand = ['x']\nfiles = ['*']\nformat = 'sarif'\n", at + `the name "a b" of a checker can have letters, digits, _, . and - only`},
	} {
		all, err := Of(parse(t, "a/autofix.toml", test.text), builtin)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || len(all) > 0 {
			t.Errorf("%s\nerror %v\nwant  %s", test.text, err, test.want)
		}
	}
	for text, want := range map[string]string{
		"[checkers.x]\nformat = 'rufff'\n":                 `not "rufff": did you mean "ruff"?`,
		"[checkers.x]\nin-place = true\n":                  `unknown key "in-place": did you mean "in_place"?`,
		"[checkers.x]\ncomand = []\n":                      `unknown key "comand": did you mean "command"?`,
		"[checkers.x]\ncommand = 'ruff check'\n":           "command must be an array of strings, not a string",
		"[checkers.x]\nexit_codes = []\n":                  "exit_codes: empty, so every run of the checker would fail",
		"[checkers.x]\nexit_codes = ['1']\n":               "exit_codes must be an array of integers, not of a string",
		"[checkers.x]\ntimeout_seconds = -1\n":             "timeout_seconds: -1 is negative; 0 means no limit",
		"[checkers.x]\nenv = { '' = 'x' }\n":               `env: "" is not the name of a variable with a value`,
		"[checkers.x]\nenv = { 'A=B' = 'x' }\n":            `env: "A=B" is not the name of a variable with a value`,
		"[checkers.x]\nenv = { A = 1 }\n":                  "A must be a string, not an integer",
		"[checkers.x]\nfiles = ['[']\n":                    `files: "[" is not a valid glob`,
		"[checkers.x]\nphase = 'formatting'\n":             `did you mean "format"?`,
		"[checkers.x]\nsafety = 'save'\n":                  `did you mean "safe"?`,
		"[checkers.x]\npattern = '('\n":                    "pattern: error parsing regexp: missing closing )",
		"[checkers.x]\npattern = '(?P<file>.)'\n":          "pattern: has no group (?P<line>...)",
		"[checkers.x]\npattern = \"a\\nb\"\n":              "pattern: has a line break, and is for one line",
		"[checkers.x]\npattern = ''\n":                     "pattern: has no group (?P<file>...)",
		"[checkers]\ncommand = ['x']\n":                    "checkers.command must be a table",
		"[[checkers]]\ncommand = ['x']\nfiles = ['*.x']\n": "checkers must be a table",
	} {
		if _, err := config.Parse("autofix.toml", []byte(text), []*config.Section{Section}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\nerror %v\nwant  %s", text, err, want)
		}
	}
}

// The digest changes with all that the section says, and with nothing else.
func TestDigest(t *testing.T) {
	digest := func(text string) string { return Digest(parse(t, "autofix.toml", text)) }
	same := digest(ruff)
	for _, text := range []string{
		ruff + "# more\n",
		strings.ReplaceAll(ruff, "\"", "'"),
		"# x\n" + strings.Replace(ruff, "format = \"ruff\"\n", "", 1) + "format = \"ruff\"\n",
	} {
		if digest(text) != same {
			t.Errorf("another digest for\n%s", text)
		}
	}
	seen := map[string]string{same: ruff}
	for _, text := range []string{
		"",
		strings.Replace(ruff, `"check"`, `"fix"`, 1),
		strings.Replace(ruff, `"ruff", "check"`, `"ruff check"`, 1),
		strings.Replace(ruff, "checkers.ruff", "checkers.ruff2", 1),
		strings.Replace(ruff, "*.py", "*", 1),
		strings.Replace(ruff, `A = "1"`, `A = "3"`, 1),
		strings.Replace(ruff, `[0, 1]`, `[0, 1, 2]`, 1),
		strings.Replace(ruff, `= 5`, `= 6`, 1),
		ruff + "stream = 'stderr'\n",
		ruff + "owns = ['*']\n",
		ruff + "[checkers.y]\nowns = ['*']\n",
	} {
		d := digest(text)
		if other, ok := seen[d]; ok {
			t.Errorf("one digest for\n%s\nand\n%s", other, text)
		}
		seen[d] = text
	}
}

// The keys are the attributes of the rule of Bazel, except for those that name
// targets or flags of targets.
func TestKeysAreAttributes(t *testing.T) {
	rule, err := os.ReadFile("../../../rules/private/autofix_checker.bzl")
	if err != nil {
		t.Fatal(err)
	}
	_, attributes, _ := strings.Cut(string(rule), "attrs = {")
	var names []string
	for _, match := range regexp.MustCompile(`(?m)^        "(\w+)": attr\.`).FindAllStringSubmatch(attributes, -1) {
		names = append(names, match[1])
	}
	instead := map[string]string{"args": "command", "tool": "command", "patterns": "files", "checker_name": "", "data": "", "flags": ""}
	want := []string{"owns"}
	for _, name := range names {
		if other, ok := instead[name]; ok {
			name = other
		}
		if name != "" && !slices.Contains(want, name) {
			want = append(want, name)
		}
	}
	var got []string
	for _, key := range Section.Tables.Keys {
		got = append(got, key.Name)
		if key.Later != (key.Name != "owns") {
			t.Errorf("%s: Later is %v: a build reads owns alone", key.Name, key.Later)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-attributes +keys:\n%s", diff)
	}
}
