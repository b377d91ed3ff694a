package main

import (
	"strings"
	"testing"
)

// Each script changes a committed file in which no line is formatted. The
// changed lines are formatted, and no line that is apart from them.
func TestChangedLines(t *testing.T) {
	const (
		golang = "package a\n\nfunc  a() {}\n\nfunc  b() {}\n\nfunc  c() {}\n"
		text   = "a  \nb  \nc  \n"
	)
	for _, test := range []struct {
		name, script string
		args         string // after "autofix"; default: fix --changed-lines
		code         int
		says         []string
		want         string // in the files a.go and t.txt; "": as before the command
	}{
		{name: "nothing", script: "true", says: []string{"nothing pending"}},
		{name: "a line", script: "sed -i 's/b()/bb()/' a.go", want: "package a\n\nfunc  a() {}\n\nfunc bb() {}\n\nfunc  c() {}\n" + text},
		{name: "two places", script: "sed -i 's/[ac]()/x()/' a.go", want: "package a\n\nfunc x() {}\n\nfunc  b() {}\n\nfunc x() {}\n" + text},
		{name: "an added line", script: "sed -i '5a func  n() {}' a.go", want: "package a\n\nfunc  a() {}\n\nfunc b() {}\nfunc n() {}\n\nfunc  c() {}\n" + text},
		{name: "a deleted line", script: "sed -i 3d a.go", says: []string{"nothing pending"}},
		{name: "whitespace of a line", script: "sed -i 's/b  /x  /' t.txt", want: golang + "a  \nx\nc  \n"},
		{name: "whitespace that was formatted", script: "sed -i 's/func  b/func b/' a.go", says: []string{"nothing pending"}},
		{
			name: "a line that needs other lines", script: "printf 'def a():\n  b()\n\ndef c():\n  d()\n\n  e( )\n' >a.bzl; git add a.bzl; git commit -qm x; sed -i 's/e( )/f( )/' a.bzl;",
			args: "fix --changed-lines a.bzl", says: []string{"a.bzl:7:1: warning: not formatted at line 7; not fixed only in the changed lines: other lines would have to change too", "nothing pending"},
		},
		{name: "an import that moves", script: "printf 'package a\n\nimport (\n\t\"b\"\n\t\"c\"\n\t\"d\"\n)\n\nfunc  a() {}\n' >a.go; git commit -qam x; sed -i '3a \\\t\"cc\"' a.go", want: "package a\n\nimport (\n\t\"b\"\n\t\"c\"\n\t\"cc\"\n\t\"d\"\n)\n\nfunc  a() {}\n" + text},
		{name: "a new file", script: "git rm -q --cached a.go; git commit -qm x", want: "package a\n\nfunc a() {}\n\nfunc b() {}\n\nfunc c() {}\n" + text},
		{name: "a renamed file", script: "git mv a.go b.go; git commit -qm x; git mv b.go a.go; sed -i 's/b()/bb()/' a.go", want: "package a\n\nfunc  a() {}\n\nfunc bb() {}\n\nfunc  c() {}\n" + text},
		{name: "a file that does not parse", script: "echo 'func (' >>a.go", code: 1, says: []string{"a.go:9:1: error"}},
		{name: "an error elsewhere", script: "echo 'func (' >>a.go; git commit -qam x; sed -i 's/b()/bb()/' a.go", says: []string{"nothing pending"}},
		{name: "mixed line ends", script: `printf 'a\r\nb\r\nc\r\nd\ne\r\n' >t.txt; git commit -qam x; printf 'a\r\nb\r\nc\r\nd\nx\n' >t.txt`, want: golang + "a\r\nb\r\nc\r\nd\nx\r\n"},
		{
			name: "since a revision", script: "git tag base; sed -i 's/b()/bb()/' a.go; git commit -qam x; sed -i 's/c()/cc()/' a.go", args: "fix --changed-lines=base",
			want: "package a\n\nfunc  a() {}\n\nfunc bb() {}\n\nfunc cc() {}\n" + text,
		},
		{
			name: "staged", script: "sed -i 's/b()/bb()/' a.go; git add a.go; sed -i 's/c()/cc()/' a.go", args: "fix --staged --changed-lines",
			want: "package a\n\nfunc  a() {}\n\nfunc bb() {}\n\nfunc  cc() {}\n" + text,
		},
		{name: "a preview", script: "sed -i 's/b()/bb()/' a.go", args: "fix --changed-lines --mode=diff", code: 1, says: []string{"-func  bb() {}\n+func bb() {}\n", "apply with: autofix fix --changed-lines\n"}},
		{name: "check", script: "sed -i 's/b()/bb()/' a.go", args: "check --changed-lines --policy=strict", code: 1, says: []string{"a.go:5:1: warning: not formatted at line 5 [format/go]", "1 finding in 1 file", "apply with: autofix fix --changed-lines\n"}},
		{name: "check of other files", script: "sed -i 's/b()/bb()/' a.go", args: "check --changed-lines --policy=strict t.txt"},
		{name: "names of files", script: "sed -i 's/b  /b/' t.txt", args: "check --changed-lines --format=files", says: []string{""}},
		{name: "gate", script: "sed -i 's/b()/bb()/' a.go; autofix check --out=../out.json", args: "gate --changed-lines ../out.json", code: 1, says: []string{"a.go:5:1: warning: not formatted at line 5"}},
		{name: "gate that is open", script: "autofix check --out=../out.json", args: "gate --changed-lines ../out.json"},
		{name: "gate of a file that has changed", script: "autofix check --out=../out.json; echo >>t.txt", args: "gate --changed-lines ../out.json", code: 3, says: []string{"t.txt has changed since it was checked"}},
		{name: "no such revision", script: "true", args: "fix --changed-lines=origin/main", code: 2, says: []string{"--changed-lines=origin/main: there is no such revision here; fetch it with: git fetch origin main"}},
		{name: "no repository", script: "rm -rf .git", code: 2, says: []string{"--changed-lines: ", "not in a checkout of git"}},
		{name: "no commit", script: "rm -rf .git; git init -q", want: "package a\n\nfunc a() {}\n\nfunc b() {}\n\nfunc c() {}\na\nb\nc\n"},
		{name: "no value", script: "true", args: "fix --changed-lines=", code: 2, says: []string{"has an empty value"}},
		{name: "with an artifact", script: "true", args: "fix --changed-lines --artifact=x", code: 2, says: []string{"exclude"}},
		{name: "declared", script: "true", args: "check --changed-lines --declared a.go", code: 2, says: []string{"excludes"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, sh := inCheckout(t)
			writeFiles(t, root, map[string]string{"a.go": golang, "t.txt": text})
			sh("git add .; git commit -qm 1\n" + test.script)
			was := sh("cat a.go t.txt")
			args := test.args
			if args == "" {
				args = "fix --changed-lines"
			}
			code, out := runIn(root, strings.Fields(args)...)
			if code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			for _, want := range test.says {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q", want)
				}
			}
			if test.want == "" {
				test.want = was
			}
			if got := sh("cat a.go t.txt"); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if t.Failed() {
				t.Logf("%s", out)
			}
		})
	}
}
