package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const unchecked = "package app\n\nimport \"os\"\n\nfunc write(name string, data []byte) error {\n\tf, err := os.Create(name)\n\tif err != nil {\n\t\treturn err\n\t}\n\tf.Write(data)\n\treturn f.Close()\n}\n"

// A checker that reports the line of f.Write.
const writes = "[checkers.chk]\ncommand = ['grep', '-Hn', '^.f.Write']\nexit_codes = [0, 1]\nfiles = ['*.go']\nformat = 'lines'\npattern = '^(?P<file>[^:]+):(?P<line>[0-9]+):(?P<message>.*)$'\n"

const imported = `{"source": {"name": "errcheck"}, "diagnostics": [{"message": "Error return value is not checked", "code": {"value": "unchecked"}, ` +
	`"location": {"path": "app.go", "range": {"start": {"line": 10, "column": 2}, "end": {"line": 10, "column": 15}}}}]}`

func search(old, new string) string {
	return "```edits\n<<<<<<< SEARCH\n" + old + "\n=======\n" + new + "\n>>>>>>> REPLACE\n```\n"
}

// Findings without a fix are sent to an agent for rules that the person names.
func TestFixAsksForFindings(t *testing.T) {
	checked := search("\tf.Write(data)", "\tif _, err := f.Write(data); err != nil {\n\t\treturn err\n\t}")
	for _, test := range []struct {
		name    string
		args    []string
		resolve string
		answers []string
		fix     string // of the rule
		code    int
		out     string // a part of stdout and stderr
		changed bool
	}{
		{name: "a declared checker", args: []string{"--trust", "app.go"}, resolve: "['chk/*']", answers: []string{checked}, fix: "applied", changed: true},
		{name: "not opted in", args: []string{"--trust", "app.go"}, resolve: "[]"},
		{name: "another rule", args: []string{"--trust", "app.go"}, resolve: "['other/*']"},
		{name: "still found", args: []string{"--trust", "app.go"}, resolve: "['chk']", answers: []string{search("\tf.Write(data)", "\tf.Write((data))"), "NO_CHANGE"}, fix: "unresolved ai_rejected", out: "f.Write((data)) [chk/finding]"},
		{name: "code that nobody asked for", args: []string{"--trust", "app.go"}, resolve: "['chk']", answers: []string{search("\tf.Write(data)", "\t_, _ = f.Write(data)\n\tos.RemoveAll(name)"), "NO_CHANGE"}, fix: "unresolved ai_rejected", out: "uses the name RemoveAll"},
		{name: "a line elsewhere", args: []string{"--trust", "app.go", "--ai-set=window=0"}, resolve: "['chk']", answers: []string{strings.Replace(checked, "```\n", "<<<<<<< SEARCH\n\treturn f.Close()\n=======\n\treturn nil\n>>>>>>> REPLACE\n```\n", 1), "NO_CHANGE"}, fix: "unresolved ai_rejected", out: "too far from the finding"},
		{name: "an import, as a preview", args: []string{"--import=rdjson=@ROOT/report.json", "--mode=diff"}, resolve: "['errcheck/*']", answers: []string{checked}, fix: "pending", code: 1, out: "+\tif _, err := f.Write(data); err != nil {"},
		{name: "an import", args: []string{"--import=rdjson=@ROOT/report.json"}, resolve: "['errcheck/*']", fix: "filtered ai_preview", out: "the checker of the finding cannot be run again"},
		{name: "an import, unchecked", args: []string{"--import=rdjson=@ROOT/report.json", "--ai-unchecked"}, resolve: "['errcheck/*']", answers: []string{checked}, fix: "applied", changed: true},
		{name: "an import that would be sent", args: []string{"--import=rdjson=@ROOT/report.json", "--ai-dry-run"}, resolve: "['errcheck/*']", fix: "filtered ai_dry_run", out: "app.go: finding for errcheck/unchecked"},
		{name: "an import that is not opted in", args: []string{"--import=rdjson=@ROOT/report.json", "--ai-dry-run"}, resolve: "[]", out: "nothing would be sent; 1 finding has no fix: name its rule in resolve of [ai]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			try := aiTrial{
				person: ofPerson + "resolve = " + test.resolve + "\n", answers: test.answers,
				files: map[string]string{"app.go": unchecked, "autofix.toml": writes, "report.json": imported, "Dockerfile": "FROM debian:12\n"},
				args:  append([]string{"--ai", "--safety=unsafe", "--ai-cache=off"}, test.args...),
			}
			for i := range try.args {
				if try.args[i] == "app.go" {
					try.args[i] = "@ROOT/app.go"
				}
			}
			r := try.run(t)
			got := r.fixes["chk/finding"] + r.fixes["errcheck/unchecked"]
			if got != test.fix || r.code != test.code || !strings.Contains(r.stdout+r.stderr, test.out) {
				t.Errorf("exit %d, %q; want exit %d, %q and %q\n%s%s", r.code, got, test.code, test.fix, test.out, r.stdout, r.stderr)
			}
			text, err := os.ReadFile(filepath.Join(r.root, "app.go"))
			if err != nil || (string(text) != unchecked) != test.changed {
				t.Errorf("%v; the file is\n%s", err, text)
			}
		})
	}
}
