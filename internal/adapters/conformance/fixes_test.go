//go:build conformance

package conformance

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/adapters/builtin"
)

// A tool is one that can fix.
type tool struct {
	name   string
	format string
	setup  map[string]string // files that it needs, and does not change
	files  map[string]string // with LF
	report func(f *folder, files []string) []byte
	fix    func(f *folder, files []string)
	safety fixedits.Safety // of what its own flag applies
	// endings of lines and starts of files with which the tool works as with LF.
	variants []variant
}

type variant struct {
	name string
	of   func(text string) string
}

var (
	plain = variant{"LF", func(text string) string { return text }}
	crlf  = variant{"CR LF", func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }}
	mark  = variant{"byte order mark", func(text string) string { return "\ufeff" + text }}
	both  = variant{"byte order mark and CR LF", func(text string) string { return mark.of(crlf.of(text)) }}
	open  = variant{"no final newline", func(text string) string { return strings.TrimSuffix(text, "\n") }}
)

var pythonFiles = map[string]string{
	"a.py":     "import os, sys\nimport json\n\nnaïve = '😀';\tprint(f'{naïve}' , json)\nif not naïve is None:\n\tpass\nx = {'é': 1, 'é': 2}\nif True == x: print(f'no', '😀😀', type(x) == type(1));\n",
	"sub/b.py": "from typing import List, Optional\ndef f(a: List[int]) -> Optional[int]:\n    '''Says 🙂 é.   '''\n    return a[0] if a else None   \n\n\n\n\n",
}

var tools = []tool{
	{
		name: "ruff", format: "ruff", safety: fixedits.SafetySafe,
		files: pythonFiles,
		report: func(f *folder, files []string) []byte {
			return f.run("ruff", append([]string{"check", "--isolated", "--no-cache", ruffRules, "--output-format=json"}, files...)...)
		},
		fix: func(f *folder, files []string) {
			f.run("ruff", append([]string{"check", "--isolated", "--no-cache", ruffRules, "--fix"}, files...)...)
		},
		variants: []variant{plain, crlf, mark, both, open},
	},
	{
		name: "ruff with unsafe fixes", format: "ruff", safety: fixedits.SafetyUnsafe,
		files: map[string]string{
			"a.py": "😀 = None\n" + "é = [x for x in range(3)]\nif é == None:\n\tz = dict(a=1)\n\tprint('🙂', z == True)\n",
			"b.py": "é = None\nif é == None:\n\tz = dict(a=1); print('🙂', z == True, not z in é)\n",
		},
		report: func(f *folder, files []string) []byte {
			return f.run("ruff", append([]string{"check", "--isolated", "--no-cache", "--select=E7,C4,SIM", "--output-format=json"}, files...)...)
		},
		fix: func(f *folder, files []string) {
			f.run("ruff", append([]string{"check", "--isolated", "--no-cache", "--select=E7,C4,SIM", "--fix", "--unsafe-fixes"}, files...)...)
		},
		variants: []variant{plain, crlf, mark, both, open},
	},
	{
		name: "ruff in SARIF", format: "sarif", safety: fixedits.SafetySuggestion, files: pythonFiles,
		report: func(f *folder, files []string) []byte {
			return f.run("ruff", append([]string{"check", "--isolated", "--no-cache", ruffRules, "--unsafe-fixes", "--output-format=sarif"}, files...)...)
		},
		fix: func(f *folder, files []string) {
			f.run("ruff", append([]string{"check", "--isolated", "--no-cache", ruffRules, "--fix", "--unsafe-fixes"}, files...)...)
		},
		variants: []variant{plain, crlf, mark, both, open},
	},
	{
		name: "ruff in rdjson", format: "rdjson", safety: fixedits.SafetySuggestion, files: pythonFiles,
		report: func(f *folder, files []string) []byte {
			return f.run("ruff", append([]string{"check", "--isolated", "--no-cache", ruffRules, "--unsafe-fixes", "--output-format=rdjson"}, files...)...)
		},
		fix: func(f *folder, files []string) {
			f.run("ruff", append([]string{"check", "--isolated", "--no-cache", ruffRules, "--fix", "--unsafe-fixes"}, files...)...)
		},
		variants: []variant{plain, crlf, mark, both, open},
	},
	{
		name: "ruff as a diff", format: "diff", safety: fixedits.SafetySuggestion, files: pythonFiles,
		report: func(f *folder, files []string) []byte {
			return f.run("ruff", append([]string{"check", "--quiet", "--isolated", "--no-cache", ruffRules, "--diff"}, files...)...)
		},
		fix: func(f *folder, files []string) {
			f.run("ruff", append([]string{"check", "--isolated", "--no-cache", ruffRules, "--fix"}, files...)...)
		},
		variants: []variant{plain, crlf, mark, both, open},
	},
	{
		name: "ESLint", format: "eslint", safety: fixedits.SafetySafe,
		files: map[string]string{
			"a.js":     "var a = \"😀\"; let b = 'é' ;;\n\tif (!!a) { b = a + \"\"; }\nexport { a, b };\n",
			"sub/b.js": "var naïve = function () { return '🙂'; }\nvar o = { 'x': naïve, naïve: naïve };\t// é\u2028debugger;\nif (o === undefined) {} else { let z = 1; naïve(z); }\n",
		},
		setup: map[string]string{"eslint.config.mjs": "export default [{rules: " + eslintRules + "}];\n"},
		report: func(f *folder, files []string) []byte {
			return f.run("eslint", append([]string{"--format=json"}, files...)...)
		},
		fix:      func(f *folder, files []string) { f.run("eslint", append([]string{"--fix"}, files...)...) },
		variants: []variant{plain, crlf, mark, both, open},
	},
	{
		name: "ESLint with the byte order mark as a finding", format: "eslint", safety: fixedits.SafetySafe,
		files: map[string]string{"a.js": "var a = 1;\nexport { a };\n"},
		report: func(f *folder, files []string) []byte {
			return f.run("eslint", append([]string{"--no-config-lookup", "--format=json", `--rule={"unicode-bom": "error", "no-var": "error"}`}, files...)...)
		},
		fix: func(f *folder, files []string) {
			f.run("eslint", append([]string{"--no-config-lookup", "--fix", `--rule={"unicode-bom": "error", "no-var": "error"}`}, files...)...)
		},
		variants: []variant{plain, mark, both},
	},
	{
		name: "Biome", format: "biome", safety: fixedits.SafetySuggestion,
		setup: map[string]string{"biome.json": `{"root": true, "linter": {"rules": {"recommended": false, "style": {"useConst": "error", "useTemplate": "error"},
			"suspicious": {"noVar": "error", "noDoubleEquals": "error", "noDebugger": "error"}, "complexity": {"useArrowFunction": "warn", "noExtraBooleanCast": "info"}}}}`},
		files: map[string]string{
			"a.js":     "var a = \"😀\";\tif (a == 1) { console.log(\"x\" + a); }\n\tlet b = \"é\"; // é\nconsole.log(b, !!!a);\nexport { a };\n",
			"sub/b.js": "const naïve = function () { return '🙂'; };\nlet é = [1].map(function (x) { return x; });\ndebugger;\nexport { naïve, é };\n",
		},
		report: func(f *folder, files []string) []byte {
			return f.run("biome", append([]string{"lint", "--reporter=rdjson"}, files...)...)
		},
		fix: func(f *folder, files []string) {
			f.run("biome", append([]string{"lint", "--write", "--unsafe"}, files...)...)
		},
		variants: []variant{plain, crlf, mark, both, open},
	},
	{
		name: "stylelint", format: "stylelint", safety: fixedits.SafetySuggestion,
		setup: map[string]string{".stylelintrc.json": `{"rules": {"color-hex-length": "short", "color-function-notation": "modern", "alpha-value-notation": "percentage",
			"length-zero-no-unit": true, "selector-pseudo-element-colon-notation": "double", "comment-whitespace-inside": "always", "declaration-empty-line-before": "never", "value-keyword-case": "lower"}}`},
		files: map[string]string{
			"a.css":     "/*😀 é*/\na::after { content: \"😀\";\tcolor: #ffffff; margin: 0px }\n.naïve:before { color: rgba(1, 2, 3, 0.5);\n\n\twidth: 0px; }\n",
			"sub/b.css": "a { display: BLOCK; color: #AABBCC; content: \"é🙂\"; margin: 0em 0px; }\n",
		},
		report: func(f *folder, files []string) []byte {
			out := filepath.Join(f.home, "out.json") // its standard output is for messages
			f.run("stylelint", append([]string{"--formatter=json", "--compute-edit-info", "--output-file=" + out}, files...)...)
			return f.run("cat", out)
		},
		fix:      func(f *folder, files []string) { f.run("stylelint", append([]string{"--fix"}, files...)...) },
		variants: []variant{plain, crlf, mark, both, open},
	},
	{
		name: "clang-tidy", format: "clang-tidy", safety: fixedits.SafetySuggestion,
		files: map[string]string{
			"a.cpp":     "// 😀 é\nstruct A { virtual void f(); };\nstruct B : A { virtual void f(); };\nint *g(int n) {\n\tint *p = 0;\tif (n) return p; else return nullptr;\n}\n",
			"sub/b.cpp": "const char *s = \"😀é\"; typedef int number;\tint *é = 0;\n",
		},
		report: func(f *folder, files []string) []byte {
			out := filepath.Join(f.home, "fixes.yaml")
			_ = os.Remove(out) // it is not written if nothing is found
			f.run("clang-tidy", append(append([]string{clangChecks, "--quiet", "--export-fixes=" + out}, files...), "--", "-std=c++17")...)
			text, _ := os.ReadFile(out)
			return text
		},
		fix: func(f *folder, files []string) {
			f.run("clang-tidy", append(append([]string{clangChecks, "--quiet", "--fix"}, files...), "--", "-std=c++17")...)
		},
		variants: []variant{plain, crlf, mark, both, open},
	},
	{
		name: "shellcheck", format: "shellcheck", safety: fixedits.SafetySuggestion,
		files: map[string]string{
			"a.sh":     "#!/bin/bash\nx=\"😀 $1\"\n\techo é $x `ls` $(cat $2)\nif [ $x = 1 ]; then cd $x; fi\n",
			"sub/b.sh": "#!/bin/sh\nfor é in $1; do\trm -rf $2/x $1; done\necho $((  $z + 1 )) \"🙂\" $3\n",
		},
		report: func(f *folder, files []string) []byte {
			return f.run("shellcheck", append([]string{"--format=json1"}, files...)...)
		},
		fix: func(f *folder, files []string) {
			f.write("own.patch", string(f.run("shellcheck", append([]string{"--format=diff"}, files...)...)))
			f.run("git", "apply", "own.patch")
		},
		variants: []variant{plain}, // its diffs add a final newline; a CR is a finding, and a byte order mark no comment
	},
	{
		name: "clippy", format: "rustc", safety: fixedits.SafetySafe,
		setup: map[string]string{"Cargo.toml": "[package]\nname = \"a\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"},
		files: map[string]string{
			"src/lib.rs": "//! 😀 é\n#![warn(clippy::needless_return, clippy::redundant_field_names)]\npub struct S { pub é: i32 }\npub fn f(é: i32) -> S {\n\tlet mut s = \"😀\";\tlet _ = s.len() + 0;\n\treturn S { é: é };\n}\npub fn g(v: &Vec<i32>) -> bool { (v.len() == 0) && !v.is_empty() == true }\n",
		},
		report: func(f *folder, _ []string) []byte {
			f.run("touch", "src/lib.rs")
			return f.run("cargo", "clippy", "--offline", "--quiet", "--message-format=json")
		},
		fix: func(f *folder, _ []string) {
			f.run("cargo", "clippy", "--offline", "--quiet", "--fix", "--allow-no-vcs", "--lib")
		},
		variants: []variant{plain, crlf, mark, both, open},
	},
	{
		name: "go vet", format: "go-vet", safety: fixedits.SafetySuggestion,
		setup: map[string]string{"go.mod": "module example.com/a\n\ngo 1.24\n"},
		files: map[string]string{
			"a.go":     "package a\n\nimport (\n\t\"fmt\"\n\t\"log/slog\"\n)\n\nfunc f(é string) {\n\tx := \"😀\" + \"é\"\n\tfmt.Printf(é)\n\tslog.Info(\"🙂\", \"é\", x)\n}\n",
			"sub/b.go": "package sub\n\nimport \"fmt\"\n\nfunc g(s string) {\n\tfmt.Println(\"é😀\") /* 🙂 */\n\tfmt.Printf(s)\n}\n",
		},
		report: func(f *folder, _ []string) []byte { return f.run("go", "vet", "-json", "./...") },
		fix:    func(f *folder, _ []string) { f.run("go", "vet", "-fix", "./...") },
		// It also runs gofmt on what it fixed, which the samples do not need.
		variants: []variant{plain},
	},
	{
		name: "golangci-lint", format: "golangci-lint", safety: fixedits.SafetySuggestion,
		setup: map[string]string{
			"go.mod":         "module example.com/a\n\ngo 1.24\n",
			".golangci.yaml": "version: \"2\"\nlinters:\n  default: none\n  enable: [misspell, staticcheck, perfsprint, usestdlibvars, intrange]\n",
		},
		files: map[string]string{
			"a.go":     "// Package a is 😀 langauge.\npackage a\n\nimport \"net/http\"\n\n// F is é recieved.\nfunc F(w http.ResponseWriter) {\n\tw.WriteHeader(200)\n\tfor i := 0; i < 10; i++ {\n\t\tprintln(\"🙂\", i)\n\t}\n}\n",
			"sub/b.go": "// Package sub is é.\npackage sub\n\n// G is 😀 seperate.\nfunc G() {}\n",
		},
		report: func(f *folder, _ []string) []byte {
			return f.run("golangci-lint", "run", "--output.json.path=stdout", "--show-stats=false", "./...")
		},
		fix: func(f *folder, _ []string) { f.run("golangci-lint", "run", "--fix", "./...") },
		// It also runs gofmt on what it fixed, which the samples do not need.
		variants: []variant{plain},
	},
	{
		// It has no flag of its own, but golangci-lint runs its analyzers.
		name: "Staticcheck in SARIF", format: "sarif", safety: fixedits.SafetySuggestion,
		setup: map[string]string{
			"go.mod":         "module example.com/a\n\ngo 1.24\n",
			".golangci.yaml": "version: \"2\"\nlinters:\n  default: none\n  enable: [staticcheck]\n  settings:\n    staticcheck:\n      checks: [S1002, S1003, S1011, S1025]\n",
		},
		files: map[string]string{
			"a.go":     "package a\n\nimport \"strings\"\n\n// F is é 😀.\nfunc F(s string, b bool) []string {\n\tif b == true {\n\t\treturn nil\n\t}\n\tvar x []string\n\tif strings.Index(s, \"😀é\") != -1 {\n\t\tfor _, y := range []string{s, \"🙂\"} {\n\t\t\tx = append(x, y)\n\t\t}\n\t}\n\treturn x\n}\n",
			"sub/b.go": "package sub\n\nimport \"fmt\"\n\n// G is 😀.\nfunc G(é string) { fmt.Println(\"é\", fmt.Sprintf(\"%s\", é)) }\n",
		},
		report: func(f *folder, _ []string) []byte {
			return f.run("staticcheck", "-f", "sarif", "-checks=S1002,S1003,S1011,S1025", "./...")
		},
		fix: func(f *folder, _ []string) { f.run("golangci-lint", "run", "--fix", "./...") },
		// It also runs gofmt on what it fixed, which the samples do not need.
		variants: []variant{plain},
	},
}

const (
	ruffRules   = "--select=F,E,W,I,UP,Q,SIM,D2"
	eslintRules = `{"no-var": "error", "prefer-const": "error", "eqeqeq": "error", "no-extra-boolean-cast": "error", "object-shorthand": "error",
		"prefer-arrow-callback": "error", "no-else-return": "error", "no-extra-semi": "off", "curly": "error", "dot-notation": "error",
		"no-lonely-if": "error", "no-useless-rename": "error", "one-var": ["error", "never"], "sort-imports": "error", "no-undef-init": "error", "func-style": "off", "arrow-body-style": "error"}`
	clangChecks = "--checks=-*,modernize-use-nullptr,modernize-use-override,modernize-use-using,readability-else-after-return,readability-braces-around-statements"
)

// What is applied equals what the tool itself makes of the files.
func TestFixesEqualTheToolsOwn(t *testing.T) {
	for _, tool := range tools {
		for _, variant := range tool.variants {
			t.Run(tool.name+"/"+variant.name, func(t *testing.T) {
				t.Parallel()
				files := map[string]string{}
				for name, text := range tool.files {
					files[name] = variant.of(text)
				}
				names := slices.Sorted(maps.Keys(files))
				theirs, ours := newFolder(t, tool.setup, files), newFolder(t, tool.setup, files)
				tool.fix(theirs, names)
				rounds := applyAll(ours, &tool, names)
				changed := 0
				for _, name := range names {
					want, err := theirs.read(name)
					if err != nil {
						t.Fatal(err)
					}
					got, err := ours.read(name)
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(strings.SplitAfter(string(want), "\n"), strings.SplitAfter(string(got), "\n")); diff != "" {
						t.Errorf("%s (-the tool's +ours):\n%s", name, diff)
					}
					if string(want) != files[name] {
						changed++
					}
				}
				if changed == 0 {
					t.Error("the tool fixes nothing: the test shows nothing")
				}
				t.Logf("%d of %d files fixed in %d rounds", changed, len(names), rounds)
			})
		}
	}
}

// applyAll lets the tool report and applies its fixes, until there are none. It
// returns the number of rounds.
func applyAll(f *folder, tool *tool, names []string) int {
	f.t.Helper()
	for round := 1; round <= fixedits.MaxRounds; round++ {
		found := read(f, tool.format, names, tool.report(f, names))
		plan, err := fixedits.Merge([]fixedits.Proposal{found.Proposal()}, fixedits.Options{
			Read: f.read,
			Verdict: func(fix *fixedits.Fix) (status fixedits.Status, reason fixedits.Reason) {
				if fix.Safety.Rank() > tool.safety.Rank() {
					return fixedits.StatusFiltered, fixedits.Reason{Code: fixedits.CodeSafety}
				}
				return "", reason
			},
		})
		if err != nil {
			f.t.Fatal(err)
		}
		if len(plan.Files) == 0 {
			return round - 1
		}
		for _, file := range plan.Files {
			f.write(file.Path, string(file.After))
		}
	}
	f.t.Fatal("the fixes never end")
	return 0
}

// read reads the output of a tool. It refuses nothing.
func read(f *folder, format string, names []string, output []byte) *artifact.Artifact {
	f.t.Helper()
	adapter, err := builtin.Format(format)
	if err != nil {
		f.t.Fatal(err)
	}
	var given []fixedits.Snapshot
	for _, name := range names {
		text, err := f.read(name)
		if err != nil {
			f.t.Fatal(err)
		}
		given = append(given, fixedits.SnapshotOf(name, text))
	}
	files := adapters.NewFiles(given, f.read, f.path)
	result, err := adapter.Adapter.Read(bytes.NewReader(output), files, "")
	if err != nil {
		f.t.Fatalf("malformed: %v\n%s", err, output)
	}
	for _, refusal := range result.Refused {
		f.t.Errorf("refused: %v\n%s", refusal, output)
	}
	found, err := result.Artifact(format, "", given)
	if err != nil {
		f.t.Fatal(err)
	}
	for i := range found.Fixes { // what a report says about the text holds for the text
		if files.Evidence(&found.Fixes[i]) == adapters.OtherText {
			f.t.Error(fmt.Sprintf("%s: the report has another text in its place\n%s", found.Fixes[i].Rule, output))
		}
	}
	return found
}
