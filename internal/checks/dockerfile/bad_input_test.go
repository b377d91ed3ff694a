package dockerfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	format "github.com/rules-autofix/rules_autofix/formatting/dockerfile"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// offByDefault turns on rules that are off by default.
const offByDefault = `[rules."dockerfile/package-cache-mounts"]
severity = "info"
[rules."dockerfile/sorted-packages"]
severity = "info"
`

// hold fails unless the findings of all rules are within the file, all their
// fixes are valid together, and the fixes introduce no syntax errors. The run
// itself fails if a finding is outside of the file or a rule panics.
func hold(t *testing.T, src string) {
	t.Helper()
	a := find(t, src, surroundings{toml: offByDefault}, "")
	fixed := apply(t, src, a, func(f *fixedits.Fix) bool { return f.Resolver == nil })
	if len(syntax.Parse(src).Errors) > 0 {
		return
	}
	if broken := syntax.Parse(fixed).Errors; len(broken) > 0 {
		t.Errorf("all fixes together break the file: line %d: %v\n%q\n%q", broken[0].Line, broken[0], src, fixed)
	}
}

// The worst input is checked like any other, in time and memory that grow
// linearly: anything quadratic would not finish with these sizes.
func TestBadInput(t *testing.T) {
	const many, megabytes = 100_000, 10 << 20
	repeat := strings.Repeat
	for _, row := range []struct{ name, src string }{
		{"100,000 instructions", "FROM a\n" + repeat("COPY --from=a b c d\nRUN cd /a && b | c\n", many/2)},
		{"100,000 stages", repeat("FROM a AS a\nUSER root\n", many/2)},
		{"names in capitals", "FROM a AS A\n" + repeat("FROM a AS B\nCOPY --from=B a b\n", many/4)},
		{"secrets", "FROM a\n" + repeat("ENV KEY=AKIA"+"Q3EGRTZXKJ5M7NPB\n", many/20)},
		{"100,000 folders", "FROM a\nWORKDIR /a\n" + repeat("WORKDIR abcdefgh\n", many)},
		{"a long line", "FROM a\nRUN " + repeat("a", megabytes) + "\n"},
		{"a long line of words", "FROM a\nCMD " + repeat("a ", megabytes/16) + "\n"},
		{"NUL bytes", "FROM a\nRUN \x00 | \x00\n\x00 \x00\nCMD \x00\n" + repeat("\x00", many)},
		{"a here-document without an end", "FROM a\nRUN <<EOF\n" + repeat("cd a && b | c\n", many/10)},
		{"no FROM", repeat("RUN cd a && b\n", many/10)},
		{"unknown instructions", "FROM a\n" + repeat("FETCH a b\n", many)},
		{"nothing", ""},
		{"no UTF-8", "FROM \xff\nRUN \xff | \xff\nCMD \xff \xfe\n"},
		{"brackets that stay open", "FROM a\nRUN " + repeat("(", megabytes/4) + "\n"},
		{"substitutions that stay open", "FROM a\nRUN " + repeat(`"$(`, megabytes/8) + "\n"},
		{"packages", "FROM a\nRUN apt-get install" + repeat(" curl=8", many/2) + "\n"},
		{"packages and flags", "FROM a\nRUN zypper" + repeat(" -n install curl=8", many/4) + "\n"},
		{"secrets in a line", "FROM a\nENV " + repeat("KEY=AKIA"+"Q3EGRTZXKJ5M7NPB ", many/20) + "\n"},
		{"stages that build", "FROM a AS b\n" + repeat("RUN npm ci && npm run build\n", many/20)},
		{"logins", "FROM a\nARG X\nRUN curl a" + repeat(" && curl -u $X a", many/4) + "\n"},
		{"files that are deleted", "FROM a\n" + repeat("COPY .npmrc a\nRUN rm b c\n", many/4)},
		{"downloads", "FROM python\n" + repeat("RUN pip install a==1\n", many/10)},
		{"packages one a line", "FROM a\nRUN apt-get install" + repeat(" \\\n b=1 \\\n # c\n a=1", many/20) + "\n"},
		{"stages for Windows", "FROM mcr.microsoft.com/windows AS a\n" + repeat("FROM a AS a\nWORKDIR a\\b\\\nRUN x\n", many/10)},
		{"a chain of commands", "FROM a\nRUN a" + repeat(" && a", many*4) + "\n"},
	} {
		t.Run(row.name, func(t *testing.T) { hold(t, row.src) })
	}
}

// BuildKit's lexer writes to standard error about text that it rejects.
func TestNothingGoesToStandardError(t *testing.T) {
	stderr := os.Stderr
	defer func() { os.Stderr = stderr }()
	for _, src := range []string{
		"FROM a\nRUN <<E\x00F <<\"b\x00\" <<-'\xff' \xfe$\xff\nx\nE\x00F\nb\x00\n\ufffd\nRUN x\n",
		"FROM a\nRUN " + strings.Repeat("<<E\x00 ", 1000) + "\n" + strings.Repeat("E\x00\n", 1000),
		"FROM a\nRUN <<\"E\xff\nx\n",
		"FROM a\nCOPY <<\xff <<E\x00 /x\n$\x00\xff${\x00\n\ufffd\nE\x00\nRUN x\n",
		"FROM a\nCOPY [\"<<\\u0000\", \"<<\xff\", \"/x\"]\nADD <a \"<<\xff\" /$\xff\n",
		"FROM a\nONBUILD COPY <<\xff <<E\x00 /x\n\ufffd\nE\x00\n",
		"ARG A=\xff\nFROM a$A\x00\nENV B=${A\x00} C=\"$A\xff\" D='\xff\nLABEL x=$\xff\n",
	} {
		written, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
		if err != nil {
			t.Fatal(err)
		}
		os.Stderr = written
		find(t, src, surroundings{}, "")
		language, err := format.New(format.Options{})
		if err == nil {
			_ = language.Parse(testFile, []byte(src)) // may fail
		}
		os.Stderr = stderr
		got, readErr := os.ReadFile(written.Name())
		if err := errors.Join(err, readErr, written.Close()); err != nil || len(got) > 0 {
			t.Errorf("%q: %v; the standard error has %d bytes: %.100s", src, err, len(got), got)
		}
	}
}

// A file that BuildKit rejects has findings but no fixes, because a fix would
// rely on a parse that may not be intended.
func TestNoFixesForFilesThatBuildKitRejects(t *testing.T) {
	for _, row := range []struct {
		src  string
		want bool
	}{
		{"FROM debian:12.1\nRUN <<EOF\napt install curl\nEOF\n", true},
		{"FROM debian:12.1\nRUN <<EOF\napt install curl\n", false},
		{"FROM debian:12.1\nRUN apt install curl\n", true},
		{"# escape=x\nFROM debian:12.1\nRUN apt install curl\n", false},
		{"FROM debian:12.1\nNOPE\nRUN apt install curl\n", false},
		{"FROM\\\n --platform=\"linux\n0\nRUN apt install curl\n", false},
		{"# syntax=example.com/mine\nFROM debian:12.1\nNOPE\nRUN apt install curl\n", true},
	} {
		a := find(t, row.src, surroundings{}, "hadolint/DL3027")
		if len(a.Diagnostics) == 0 || (len(a.Fixes) > 0) != row.want {
			t.Errorf("%q: %d findings, %d fixes, want fixes: %v", row.src, len(a.Diagnostics), len(a.Fixes), row.want)
		}
	}
}
