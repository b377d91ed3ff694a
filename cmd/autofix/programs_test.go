package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// A readyMade is a declaration of rules/checkers.bzl, as far as a run without
// Bazel can have it.
type readyMade struct {
	args      []string
	exitCodes []string
	format    string
	inPlace   bool
	phase     string
}

// readyMadeOf reads the declaration that a macro makes without a configuration
// and with data.
func readyMadeOf(t *testing.T, file, macro string) readyMade {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../rules/private/checkers", file))
	if err != nil {
		t.Fatal(err)
	}
	_, body, found := strings.Cut(string(text), "\ndef "+macro+"(")
	if !found {
		t.Fatalf("%s has no %s", file, macro)
	}
	body, _, _ = strings.Cut(body, "\ndef ")
	_, made, _ := strings.Cut(body, "autofix_checker(")
	value := func(attribute string) string {
		match := regexp.MustCompile(`(?m)^        ` + attribute + ` = (.*),$`).FindStringSubmatch(made)
		if match == nil {
			return ""
		}
		return match[1]
	}
	words := func(text string) (all []string) {
		for _, match := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(text, -1) {
			all = append(all, match[1])
		}
		return all
	}
	m := readyMade{args: words(value("args")), inPlace: value("in_place") == "True", exitCodes: []string{"0"}}
	if codes := value("exit_codes"); codes != "" {
		m.exitCodes = regexp.MustCompile(`\d+`).FindAllString(codes, -1)
	}
	m.format, m.phase = strings.Join(words(value("format")), ""), strings.Join(words(value("phase")), "")
	return m
}

// linters are the tools of the test: each is a program that does what the real
// one does to one word.
var linters = map[string]string{
	"ruff": `#!/bin/sh
[ "$1" = format ] && mode=format
found=
for arg; do case $arg in
  -*|check|format) ;;
  *) if [ "$mode" ]; then sed 's/  */ /g' "$arg" > "$arg.new" && cat "$arg.new" > "$arg" && rm "$arg.new"
     else found="$found$(awk -v file="$PWD/$arg" '{ at = index($0, "bad") } at {
       place = sprintf("\"location\": {\"row\": %d, \"column\": %d}, \"end_location\": {\"row\": %d, \"column\": %d}", NR, at, NR, at + 3)
       printf "%s{\"code\": \"X1\", \"message\": \"bad\", \"filename\": \"%s\", %s, \"fix\": {\"applicability\": \"safe\", \"message\": \"Replace\", \"edits\": [{\"content\": \"good\", %s}]}}", "@", file, place, place
     }' "$arg")"; fi ;;
esac; done
[ "$mode" ] && exit 0
echo "[${found#@}]" | sed 's/@/,/g'
[ -z "$found" ]
`,
	"eslint": `#!/bin/sh
for arg; do case $arg in
  -*) ;;
  *) all="$all,{\"filePath\": \"$PWD/$arg\", \"messages\": [$(grep -q '^bad' "$arg" && echo '{"ruleId": "no-bad", "severity": 2, "message": "bad", "line": 1, "column": 1, "endLine": 1, "endColumn": 4, "fix": {"range": [0, 3], "text": "good"}}')]}" ;;
esac; done
echo "[${all#,}]"
case $all in *no-bad*) exit 1 ;; esac
`,
}

// The examples of docs/linters are the ready-made declarations, and both give
// the same artifact: findings, ids and fixes. With AUTOFIX_LINTERS, the folder
// of tools/linters/install.sh, the tools are the real ones.
func TestDeclaredCheckersEqualReadyMadeOnes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the tools are scripts")
	}
	guide, err := os.ReadFile("../../docs/linters/README.md")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the guide and the macros are no inputs of this test in Bazel")
	}
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(guide), "## Without Bazel")
	_, example, _ = strings.Cut(example, "```toml\n")
	example, _, _ = strings.Cut(example, "```")
	c, err := config.Parse(config.Name, []byte(example), []*config.Section{declared.Section})
	if err != nil {
		t.Fatal(err)
	}
	checkers, err := declared.Of(c, nil)
	if err != nil || len(checkers) != 3 {
		t.Fatalf("%d checkers, %v", len(checkers), err)
	}
	tools := []string{""}
	if folder := os.Getenv("AUTOFIX_LINTERS"); folder != "" {
		tools = append(tools, folder)
	}
	for _, folder := range tools {
		for _, test := range []struct{ name, file, macro, source, text, more string }{
			{"ruff", "python.bzl", "ruff_checker", "app/a.py", "import os\nx = 'bad'\n", ""},
			{"ruff_format", "python.bzl", "ruff_format_checker", "app/a.py", "x  =   'bad'\n", ""},
			{"eslint", "web.bzl", "eslint_checker", "app/a.js", "bad = 1;\nvar x = bad;\n", "--no-error-on-unmatched-pattern"},
		} {
			t.Run(fmt.Sprintf("%s/real=%t", test.name, folder != ""), func(t *testing.T) {
				made := readyMadeOf(t, test.file, test.macro)
				i := slices.IndexFunc(checkers, func(c *declared.Checker) bool { return c.Name == test.name })
				use := checkers[i].Use
				want := slices.DeleteFunc(slices.Clone(made.args), func(arg string) bool { return arg == test.more })
				if diff := cmp.Diff(want, use.Args); diff != "" || use.Format != made.format || use.InPlace != made.inPlace || use.Phase != made.phase {
					t.Errorf("the guide has %+v, the macro %+v\n%s", use, made, diff)
				}
				equalArtifacts(t, folder, example, test.name, made, test.source, test.text)
			})
		}
	}
}

// equalArtifacts runs a checker by check and by run-checker, in folders with
// the same files.
func equalArtifacts(t *testing.T, folder, example, name string, made readyMade, source, text string) {
	t.Helper()
	bin := folder
	if bin == "" {
		bin = t.TempDir()
		for tool, script := range linters {
			if err := os.WriteFile(filepath.Join(bin, tool), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	tool, _, _ := strings.Cut(name, "_")
	example = strings.ReplaceAll(example, "node_modules/.bin/", "")
	root := t.TempDir()
	for file, text := range map[string]string{
		source: text, "autofix.toml": example, "ruff.toml": "line-length = 100\n",
		"eslint.config.mjs": "export default [{rules: {\"no-var\": \"error\"}}];\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, file)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"BUILD_WORKSPACE_DIRECTORY=" + root, "PATH=" + bin + string(filepath.ListSeparator) + os.Getenv("PATH")}
	read := func(args ...string) *artifact.Artifact {
		stdout, stderr, code := clitest.Command(t, root, env, nil, args...)
		text, err := os.ReadFile(filepath.Join(root, "out.json"))
		if err != nil {
			t.Fatalf("%q: exit code %d\n%s%s", args, code, stdout, stderr)
		}
		a, err := artifact.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(root, "out.json")); err != nil {
			t.Fatal(err)
		}
		return a
	}
	without := "--without=dockerfile,format,schema,starlark,text"
	for _, other := range []string{"ruff", "ruff_format", "eslint"} {
		if other != name && strings.HasPrefix(name, "ruff") == strings.HasPrefix(other, "ruff") {
			without += "," + other
		}
	}
	ours := read("check", "--trust", without, "--out=out.json", source)
	args := []string{"run-checker", "--checker=" + name, "--program=" + filepath.Join(bin, tool), "--out=out.json"}
	for _, code := range made.exitCodes {
		args = append(args, "--exit-code="+code)
	}
	if made.inPlace {
		args = append(args, "--in-place", "--phase="+made.phase, "--data=ruff.toml")
	} else {
		args = append(args, "--output="+made.format)
	}
	for _, arg := range made.args {
		args = append(args, "--arg="+arg)
	}
	theirs := read(append(args, "--", source)...)
	if len(theirs.Fixes) == 0 {
		t.Fatal("the tool has no fix")
	}
	if diff := cmp.Diff(parts(t, theirs), parts(t, ours)); diff != "" {
		t.Errorf("-ready-made +declared:\n%s", diff)
	}
}

// parts returns what an artifact says, without the tool that wrote it.
func parts(t *testing.T, a *artifact.Artifact) string {
	t.Helper()
	text, err := json.MarshalIndent([]any{a.Snapshots, a.Diagnostics, a.Fixes}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Many files are few command lines, and all of them are checked.
func TestDeclaredCheckerOfThousandsOfFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the tool is a script")
	}
	root := t.TempDir()
	long := strings.Repeat("x", 100)
	for i := range 3000 {
		if err := os.WriteFile(filepath.Join(root, long+strconv.Itoa(i)+".many"), []byte("a\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range map[string]string{
		"autofix.toml": "[checkers.many]\ncommand = ['./tool']\nfiles = ['*.many']\nformat = 'rdjsonl'\n",
		"tool": "#!/bin/sh\nfor file; do echo '{\"message\": \"m\", \"code\": {\"value\": \"c\"}, \"location\": {\"path\": \"'$file'\", " +
			"\"range\": {\"start\": {\"line\": 1, \"column\": 1}}}}'; done\n",
	} {
		if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	stdout, stderr, code := clitest.Command(t, root, []string{"BUILD_WORKSPACE_DIRECTORY=" + root}, nil, "check", "--trust")
	if code != 0 || !strings.Contains(stdout, "found 3000 findings in 3000 files") {
		t.Errorf("exit code %d\n%.500s\n%.500s", code, stdout[max(0, len(stdout)-500):], stderr)
	}
}
