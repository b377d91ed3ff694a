package external

import (
	"errors"
	"strings"
	"testing"
)

// The tables of rules/tests/names_tests.bzl are the same: autofix_checker
// rejects what the tool rejects.
func TestPlaceholders(t *testing.T) {
	for _, test := range []struct{ arg, want, wrong string }{
		{"--fix", "--fix", ""},
		{"", "", ""},
		{"--out={out}", "--out=/o", ""},
		{"{out},{files_list}", "/o,/l", ""},
		{`{"out":{out}}`, `{"out":/o}`, ""},
		{`{"a": {"b": [1, {}]}}`, `{"a": {"b": [1, {}]}}`, ""},
		{"${out} ${x}", "${out} ${x}", ""},
		{"{{path}}:{{line}}", "{path}:{line}", ""},
		{"{{{{.Path}}}} {{ x }}", "{{{{.Path}}}} {{ x }}", ""},
		{"{{{name}}}", "{{name}}", ""},
		{"{{name}", "{{name}", ""},
		{"a{3} b{1,2} {a,b} {}", "a{3} b{1,2} {a,b} {}", ""},
		{"{name", "{name", ""},
		{"--in={file}", "", "--in={file}: unknown placeholder {file}, did you mean {files}?"},
		{"{files-list}", "", "{files-list}: unknown placeholder {files-list}, did you mean {files_list}?"},
		{"{path}:{line}", "", "unknown placeholder {path}; there are {files}, {files_list} and {out}, and {{path}} is the text {path}"},
		{"{out}{outt}", "", "unknown placeholder {outt}, did you mean {out}?"},
		{"--in={files}", "", "--in={files}: {files} stands for several arguments"},
		{"{files}{files}", "", "{files} stands for several arguments"},
	} {
		err := CheckArguments([]string{"{files}", test.arg})
		if (err != nil) != (test.wrong != "") || err != nil && !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("%s: error %v, want %q", test.arg, err, test.wrong)
			continue
		}
		if err != nil {
			if _, _, err := arguments([]string{test.arg}, nil, t.TempDir()); err == nil {
				t.Errorf("%s: a checker takes it", test.arg)
			}
			continue
		}
		got, err := expand(test.arg, func(mark string) (string, error) {
			return map[string]string{outMark: "/o", listMark: "/l"}[mark], nil
		})
		if err != nil || got != test.want {
			t.Errorf("%s: %q, %v, want %q", test.arg, got, err, test.want)
		}
	}
	fault := errors.New("disk full")
	if _, err := expand("a{files_list}b", func(string) (string, error) { return "", fault }); !errors.Is(err, fault) {
		t.Errorf("error %v, want %v", err, fault)
	}
}

// A list of files that cannot be written fails the checker.
func TestUnwritableListOfFiles(t *testing.T) {
	_, _, err := arguments([]string{"{files_list}"}, []string{"a.txt"}, t.TempDir()+"/gone")
	if err == nil || !strings.Contains(err.Error(), "the list of its files: ") {
		t.Errorf("error %v", err)
	}
}
