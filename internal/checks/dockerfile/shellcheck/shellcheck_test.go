package shellcheck

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The scripts for shellcheck and their dialects. A ? means that the dialect is
// a guess.
func TestScripts(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []string
	}{
		{"a shell that is known by its image", "FROM debian:12\nRUN a\nFROM fedora:42\nRUN b\nFROM alpine:3.22\nRUN c\n", []string{"dash a", "bash b", "sh? c"}},
		{"one that is not", "FROM example.com/x:1\nRUN a\n", []string{"sh? a"}},
		{"SHELL", "FROM debian:12\nSHELL [\"/bin/bash\", \"-c\"]\nRUN a\nSHELL [\"ksh\", \"-c\"]\nRUN b\nSHELL [\"/bin/ash\", \"-c\"]\nRUN c\nSHELL [\"sh\", \"-c\"]\nRUN d\n", []string{"bash a", "ksh b", "sh? c", "dash d"}},
		{"shells that it does not know", "FROM debian:12\nSHELL [\"zsh\", \"-c\"]\nRUN a\nSHELL [\"pwsh\"]\nRUN b\nSHELL [\"cmd\"]\nRUN c\n", nil},
		{"a stage for Windows", "FROM mcr.microsoft.com/windows/nanoserver:ltsc2022\nRUN dir\n", nil},
		{"exec form", "FROM debian:12\nRUN [\"a\"]\n", nil},
		{"what BuildKit does not take", "FROM debian:12\nRUN {{a}}\n{{b}}\n", nil},
		{"lines and comments", "FROM debian:12\nRUN a && \\\n    # c\n    b\n", []string{"dash a &&     b"}},
		{"ONBUILD", "FROM debian:12\nONBUILD RUN a\n", []string{"dash a"}},
		{"a here-document", "FROM debian:12\nRUN <<EOF\na\nb\nEOF\n", []string{"dash a\nb\n"}},
		{"one that names its shell", "FROM debian:12\nRUN <<EOF\n#!/usr/bin/env bash\na\nEOF\nRUN <<EOF\n#!/usr/bin/python3\nb\nEOF\n", []string{"bash #!/usr/bin/env bash\na\n"}},
		{"one for a command", "FROM debian:12\nRUN cat <<EOF >x\na\nEOF\n", []string{"dash cat <<EOF >x\na\nEOF"}},
		{"a comment that says the shell", "FROM debian:12\n# hadolint shell=bash\nRUN a\n", []string{"bash a"}},
		{"no Dockerfile", "", nil},
	} {
		var got []string
		for _, s := range Scripts("Dockerfile", []byte(test.src)) {
			dialect := s.Dialect
			if s.guessed {
				dialect += "?"
			}
			got = append(got, dialect+" "+s.Source)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: scripts (-want +got):\n%s", test.name, diff)
		}
	}
}

// comments returns output of shellcheck.
func comments(all ...string) []byte { return []byte(`{"comments":[` + strings.Join(all, ",") + `]}`) }

func at(file string, line, column, endLine, endColumn, code int) string {
	return fmt.Sprintf(`{"file":"/tmp/x/%s","line":%d,"endLine":%d,"column":%d,"endColumn":%d,"level":"style","code":%d,"message":"m","fix":null}`,
		file, line, endLine, column, endColumn, code)
}

// A finding at a position in a script is at the corresponding bytes in the
// Dockerfile.
func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, src string
		comment   string
		want      string // LINE:COLUMN and the text; empty: nothing
	}{
		{"a word", "FROM debian:12\nRUN echo $x\n", at("0.sh", 1, 6, 1, 8, 2086), "2:10 $x"},
		{"after a letter of two bytes", "FROM debian:12\nRUN echo é $x\n", at("0.sh", 1, 8, 1, 10, 2086), "2:13 $x"},
		{"in a later line", "FROM debian:12\nRUN a && \\\n    # $x\n    b $x\n", at("0.sh", 1, 12, 1, 14, 2086), "4:7 $x"},
		{"over lines", "FROM debian:12\nRUN a \\\n  b\n", at("0.sh", 1, 1, 1, 7, 2086), "2:5 a \\\n  b"},
		{"in the second script", "FROM debian:12\nRUN a\nRUN b\n", at("1.sh", 1, 1, 1, 2, 2086), "3:5 b"},
		{"in a here-document", "FROM debian:12\nRUN <<EOF\na\n\tb $x\nEOF\n", at("0.sh", 2, 4, 2, 6, 2086), "4:4 $x"},
		{"in one with CRLF", "FROM debian:12\r\nRUN <<EOF\r\na\r\nb $x\r\nEOF\r\n", at("0.sh", 3, 3, 3, 5, 2086), "4:3 $x"},
		{"after a command with a here-document", "FROM debian:12\nRUN cat <<EOF && b\n$x\nEOF\n", at("0.sh", 2, 1, 2, 3, 2086), "3:1 $x"},
		{"bytes that are not UTF-8", "FROM debian:12\nRUN a \xff\xfe $x\n", at("0.sh", 1, 6, 1, 8, 2086), "2:10 $x"},
		{"after the end of the line", "FROM debian:12\nRUN a\n", at("0.sh", 1, 9, 1, 9, 1089), "2:6 "},
		{"the end is before the start", "FROM debian:12\nRUN a b\n", at("0.sh", 1, 3, 1, 1, 2086), "2:7 "},
		{"a finding that makes no sense in a RUN", "FROM debian:12\nRUN . /x\n", at("0.sh", 1, 1, 1, 2, 1091), ""},
		{"an ARG is set", "FROM debian:12\nARG x\nRUN echo $x\n", at("0.sh", 1, 6, 1, 8, 2154), ""},
		{"an ENV of the stage before", "FROM debian:12 AS a\nENV x=1\nFROM a\nRUN echo ${x}\n", at("0.sh", 1, 6, 1, 10, 2154), ""},
		{"a secret is set", "FROM debian:12\nRUN --mount=type=secret,id=x,env=x echo $x\n", at("0.sh", 1, 6, 1, 8, 2154), ""},
		{"another is not", "FROM debian:12\nARG y\nRUN echo $x\n", at("0.sh", 1, 6, 1, 8, 2154), "3:10 $x"},
		{"what POSIX has not, in a shell that is known", "FROM debian:12\nRUN [[ a ]]\n", at("0.sh", 1, 1, 1, 3, 3010), "2:5 [["},
		{"and in one that is not", "FROM alpine:3.22\nRUN [[ a ]]\n", at("0.sh", 1, 1, 1, 3, 3010), ""},
		{"silenced for hadolint", "FROM debian:12\n# hadolint ignore=SC2086\nRUN echo $x\n", at("0.sh", 1, 6, 1, 8, 2086), ""},
		{"silenced by its own name", "FROM debian:12\n# autofix ignore=shellcheck/SC2086;reason=x\nRUN echo $x\n", at("0.sh", 1, 6, 1, 8, 2086), ""},
		{"another one is silenced", "FROM debian:12\n# hadolint ignore=SC2046\nRUN echo $x\n", at("0.sh", 1, 6, 1, 8, 2086), "3:10 $x"},
	} {
		scripts := Scripts("Dockerfile", []byte(test.src))
		found, err := Read(comments(test.comment), scripts)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got := ""
		for _, d := range found {
			got = fmt.Sprintf("%d:%d %s", d.Line, d.Column, test.src[d.Start:d.End])
			if d.Severity != "info" || d.Path != "Dockerfile" || d.Message != "m" || !strings.HasPrefix(d.Rule, "shellcheck/SC") {
				t.Errorf("%s: %+v", test.name, d)
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestReadRefusesOtherOutput(t *testing.T) {
	scripts := Scripts("Dockerfile", []byte("FROM debian:12\nRUN a\n"))
	level := strings.Replace(at("0.sh", 1, 1, 1, 1, 1), "style", "loud", 1)
	for output, want := range map[string]string{
		"":             "reading the output of shellcheck: unexpected end of JSON input",
		"In - line 1:": "reading the output of shellcheck: invalid character 'I' looking for beginning of value",
		"{}":           "reading the output of shellcheck: no comments; expected the format json1",
		"[]":           "reading the output of shellcheck: json: cannot unmarshal array into Go value of type shellcheck.document",
		string(comments(at("1.sh", 1, 1, 1, 1, 1))): "shellcheck reported the file /tmp/x/1.sh, which was not checked",
		string(comments(at("-", 1, 1, 1, 1, 1))):    "shellcheck reported the file /tmp/x/-, which was not checked",
		string(comments(at("0.sh", 2, 1, 2, 1, 1))): "shellcheck reported the place 2:1, which does not exist in the script of Dockerfile:2",
		string(comments(at("0.sh", 1, 0, 1, 1, 1))): "shellcheck reported the place 1:0, which does not exist in the script of Dockerfile:2",
		string(comments(level)):                     `shellcheck reported the unknown level "loud"`,
	} {
		found, err := Read([]byte(output), scripts)
		if err == nil || err.Error() != want || found != nil {
			t.Errorf("%q: %v, %v, want %s", output, found, err, want)
		}
	}
	if found, err := Read(comments(), scripts); err != nil || len(found) > 0 {
		t.Errorf("nothing found: %v, %v", found, err)
	}
}
