//go:build conformance

package conformance

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Tools whose output has findings alone point at the right bytes: each finding
// is shown with the text of its range, or else with what follows.
func TestFindingsPointAtTheRightText(t *testing.T) {
	const script = "var a = \"😀\"; var é = a == 1;\n\tdebugger; // 🙂\n"
	for _, test := range []struct {
		name, format string
		setup, files map[string]string
		report       func(f *folder, files []string) []byte
		want         []string
	}{
		{
			name: "oxlint", format: "oxlint",
			files: map[string]string{"a.js": script, "bom.js": both.of(script)},
			report: func(f *folder, files []string) []byte {
				return f.run("oxlint", append([]string{"--format=json", "-A", "all", "-D", "no-var", "-D", "eqeqeq", "-W", "no-debugger"}, files...)...)
			},
			want: []string{
				`a.js error oxlint/eqeqeq "=="`, `a.js error oxlint/no-var "var"`, `a.js error oxlint/no-var "var"`, `a.js warning oxlint/no-debugger "debugger;"`,
				`bom.js error oxlint/eqeqeq "=="`, `bom.js error oxlint/no-var "var"`, `bom.js error oxlint/no-var "var"`, `bom.js warning oxlint/no-debugger "debugger;"`,
			},
		},
		{
			name: "oxlint in SARIF", format: "sarif",
			files: map[string]string{"a.js": script, "crlf.js": crlf.of(script)},
			report: func(f *folder, files []string) []byte {
				return f.run("oxlint", append([]string{"--format=sarif", "-A", "all", "-D", "eqeqeq"}, files...)...)
			},
			want: []string{`a.js error oxlint/eslint(eqeqeq) "=="`, `crlf.js error oxlint/eslint(eqeqeq) "=="`},
		},
		{
			name: "oxlint in Checkstyle's format", format: "checkstyle",
			files: map[string]string{"a.js": "/* */ debugger;\n", "crlf.js": "/* é */\r\n\tdebugger;\r\n"},
			report: func(f *folder, files []string) []byte {
				return f.run("oxlint", append([]string{"--format=checkstyle", "-A", "all", "-D", "no-debugger"}, files...)...)
			},
			want: []string{`a.js error checkstyle/eslint(no-debugger) before "debugger;"`, `crlf.js error checkstyle/eslint(no-debugger) before "debugger;\r"`},
		},
		{
			name: "Biome in Checkstyle's format", format: "checkstyle",
			setup: map[string]string{"biome.json": `{"root": true, "linter": {"rules": {"recommended": false, "suspicious": {"noDebugger": "error"}}}}`},
			files: map[string]string{"a.js": script, "crlf.js": crlf.of(script)},
			report: func(f *folder, files []string) []byte {
				return f.run("biome", append([]string{"lint", "--reporter=checkstyle"}, files...)...)
			},
			want: []string{`a.js error checkstyle/lint/suspicious/noDebugger before "debugger; "`, `crlf.js error checkstyle/lint/suspicious/noDebugger before "debugger; "`},
		},
		{
			name: "yamllint", format: "yamllint",
			files: map[string]string{"a.yaml": "---\né😀: [1,2 ]\nb:   \"🙂\"\n", "bom.yaml": both.of("é😀: [1,2 ]\nb: c: d\n")},
			report: func(f *folder, files []string) []byte {
				return f.run("yamllint", append([]string{"--format=parsable", "-d", "{extends: default, rules: {document-start: disable, new-lines: disable}}"}, files...)...)
			},
			want: []string{
				`a.yaml error yamllint/brackets before " ]"`, `a.yaml error yamllint/colons before " \"🙂\""`, `a.yaml error yamllint/commas before "2 ]"`,
				`bom.yaml error yamllint/brackets before " ]\r"`, `bom.yaml error yamllint/commas before "2 ]\r"`, `bom.yaml error yamllint/syntax before ": d\r"`,
			},
		},
		{
			name: "staticcheck in SARIF", format: "sarif",
			setup: map[string]string{"go.mod": "module example.com/a\n\ngo 1.24\n"},
			files: map[string]string{"a.go": "package a\n\nfunc f() { é := \"😀\"; é = é }\n\nfunc G() { _ = f }\n"},
			report: func(f *folder, _ []string) []byte {
				return f.run("staticcheck", "-f", "sarif", "-checks=SA4018", "./...")
			},
			want: []string{`a.go warning staticcheck/SA4018 "é = é"`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := newFolder(t, test.setup, test.files)
			names := slices.Sorted(maps.Keys(test.files))
			var got []string
			for _, d := range read(f, test.format, names, test.report(f, names)).Diagnostics {
				text := test.files[d.Path]
				place := fmt.Sprintf("%q", text[d.Start:d.End])
				if d.Start == d.End {
					place = fmt.Sprintf("before %q", text[d.Start:min(len(text), d.Start+10)])
					for i, c := range text[d.Start:] {
						if c == '\n' || i >= 10 {
							place = fmt.Sprintf("before %q", text[d.Start:d.Start+i])
							break
						}
					}
				}
				got = append(got, fmt.Sprintf("%s %s %s %s", d.Path, d.Severity, d.Rule, place))
			}
			slices.Sort(got)
			slices.Sort(test.want)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
