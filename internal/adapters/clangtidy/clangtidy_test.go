package clangtidy

import (
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text, output string
		want, refused      []string
	}{
		{
			name: "offsets are bytes, with the byte order mark",
			text: "\ufeff/* 😀 */ g(NULL);\r\n",
			output: `---
MainSourceFile: '/work/a.cpp'
Diagnostics:
  - DiagnosticName: modernize-use-nullptr
    DiagnosticMessage:
      Message: use nullptr
      FilePath: '/work/src/a.cpp'
      FileOffset: 16
      Replacements:
        - FilePath: '/work/src/a.cpp'
          Offset: 16
          Length: 4
          ReplacementText: nullptr
    Notes:
      - Message: of this
        FilePath: src/a.cpp
        FileOffset: 14
      - Message: in a header
        FilePath: /usr/include/x.h
        FileOffset: 1
      - Message: nowhere
        FilePath: src/a.cpp
        FileOffset: 99
    Level: Warning
    BuildDirectory: '/work'
...
`,
			want: []string{
				"src/a.cpp:16-16 warning clang-tidy/modernize-use-nullptr use nullptr",
				"  related src/a.cpp:14-14 1:15 of this",
				"  suggestion Apply the fix of modernize-use-nullptr",
				`    src/a.cpp:16-20 "nullptr"`,
			},
		},
		{
			name: "a name relative to the folder of the build",
			text: "g(NULL);\n",
			output: `---
MainSourceFile: '/work/a.cpp'
Diagnostics:
  - DiagnosticName: modernize-use-nullptr
    DiagnosticMessage:
      Message: use nullptr
      FilePath: 'src/./a.cpp'
      FileOffset: 2
      Replacements:
        - FilePath: 'src/./a.cpp'
          Offset: 2
          Length: 4
          ReplacementText: nullptr
    Level: Warning
    BuildDirectory: '/work'
...
`,
			want: []string{
				"src/a.cpp:2-2 warning clang-tidy/modernize-use-nullptr use nullptr",
				"  suggestion Apply the fix of modernize-use-nullptr",
				`    src/a.cpp:2-6 "nullptr"`,
			},
		},
		{
			name: "a text of several lines, in both quotes",
			text: "f();\n",
			output: "Diagnostics:\n" +
				"- {DiagnosticName: braces, DiagnosticMessage: {Message: m, FilePath: /work/src/a.cpp, FileOffset: 0, Replacements: [\n" +
				"  {FilePath: /work/src/a.cpp, Offset: 0, Length: 0, ReplacementText: \"{\\n\"},\n" +
				"  {FilePath: /work/src/a.cpp, Offset: 4, Length: 0, ReplacementText: '\n\n      }'}]}}\n",
			want: []string{
				"src/a.cpp:0-0 warning clang-tidy/braces m",
				"  suggestion Apply the fix of braces",
				`    src/a.cpp:0-0 "{\n"`,
				`    src/a.cpp:4-4 "\n}"`,
			},
		},
		{
			name:   "an error without a fix",
			text:   "int\n",
			output: `Diagnostics: [{DiagnosticName: clang-diagnostic-error, DiagnosticMessage: {Message: expected, FilePath: /work/src/a.cpp, FileOffset: 3, Replacements: []}, Level: Error}]`,
			want: []string{
				"src/a.cpp:3-3 error clang-tidy/clang-diagnostic-error expected",
			},
		},
		{
			name: "a fix that changes a file that was not given leaves the finding",
			text: "g(NULL);\n",
			output: `---
MainSourceFile: '/work/a.cpp'
Diagnostics:
  - DiagnosticName: modernize-use-nullptr
    DiagnosticMessage:
      Message: use nullptr
      FilePath: '/work/src/a.cpp'
      FileOffset: 2
      Replacements:
        - FilePath: '/usr/include/b.h'
          Offset: 2
          Length: 4
          ReplacementText: nullptr
    Level: Warning
    BuildDirectory: '/work'
...
`,
			want: []string{
				"src/a.cpp:2-2 warning clang-tidy/modernize-use-nullptr use nullptr",
			},
			refused: []string{
				"not_given: result 1 (modernize-use-nullptr): /usr/include/b.h: not among the files that the checker was given",
			},
		},
		{
			name: "a finding in a file that was not given",
			output: `---
MainSourceFile: '/work/a.cpp'
Diagnostics:
  - DiagnosticName: modernize-use-nullptr
    DiagnosticMessage:
      Message: use nullptr
      FilePath: '/usr/include/b.h'
      FileOffset: 2
      Replacements:
        - FilePath: '/usr/include/b.h'
          Offset: 2
          Length: 4
          ReplacementText: nullptr
    Level: Warning
    BuildDirectory: '/work'
...
`,
			refused: []string{
				"not_given: result 1 (modernize-use-nullptr): /usr/include/b.h: not among the files that the checker was given",
			},
		},
		{
			name: "outside the file",
			text: "g(NULL);\n",
			output: `---
MainSourceFile: '/work/a.cpp'
Diagnostics:
  - DiagnosticName: modernize-use-nullptr
    DiagnosticMessage:
      Message: use nullptr
      FilePath: '/work/src/a.cpp'
      FileOffset: 90
      Replacements:
        - FilePath: '/work/src/a.cpp'
          Offset: 90
          Length: 4
          ReplacementText: nullptr
    Level: Warning
    BuildDirectory: '/work'
...
`,
			want: []string{"src/a.cpp:0-0 warning clang-tidy/modernize-use-nullptr use nullptr"},
			refused: []string{
				"place: result 1 (modernize-use-nullptr): src/a.cpp: no such place: offset 90 is after the end of the text, which is at 9",
			},
		},
		{
			name: "nothing found",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"src/a.cpp": test.text}, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"Diagnostics: [": "document 1: yaml: line 2: did not find expected node content",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("g(NULL);", `---
MainSourceFile: '/work/a.cpp'
Diagnostics:
  - DiagnosticName: modernize-use-nullptr
    DiagnosticMessage:
      Message: use nullptr
      FilePath: 'src/a.cpp'
      FileOffset: 2
      Replacements:
        - FilePath: 'src/a.cpp'
          Offset: 2
          Length: 4
          ReplacementText: nullptr
    Level: Warning
    BuildDirectory: '/work'
...
`)
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "src/a.cpp", text, output) })
}

// Fixes share an insertion only if all that they insert is includes.
func TestIncludes(t *testing.T) {
	insert := func(at int, text string) fixedits.Edit { return fixedits.Edit{Start: at, End: at, New: []byte(text)} }
	for _, test := range []struct {
		name  string
		edits []fixedits.Edit
		want  bool
	}{
		{"an include", []fixedits.Edit{insert(0, "#include <algorithm>\n"), {Start: 5, End: 6, New: []byte("x")}}, true},
		{"two, with CR LF", []fixedits.Edit{insert(0, "#include <algorithm>\r\n# include \"a.h\"\r\n")}, true},
		{"an include and a brace", []fixedits.Edit{insert(0, "#include <algorithm>\n"), insert(9, "{")}, false},
		{"a brace", []fixedits.Edit{insert(9, "{")}, false},
		{"an include without a line end", []fixedits.Edit{insert(0, "#include <algorithm>")}, false},
		{"an include and code", []fixedits.Edit{insert(0, "#include <algorithm>\nint x;\n")}, false},
		{"no insertion", []fixedits.Edit{{Start: 5, End: 6}}, false},
	} {
		if got := includes(test.edits); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	adaptertest.FuzzModel(f, Adapter{}, "src/a.cpp", func(u *unit) ([]byte, error) { return yaml.Marshal(u) }, "clang-diagnostic-error", "Error", "Remark")
}
