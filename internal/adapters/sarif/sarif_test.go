package sarif

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

var given = adaptertest.Files{
	"a.go":      "one two\nthree\n",
	"b.txt":     "\ufeff😀 = \"é\"\r\nnext\r\n",
	"bin":       "\xff\x00x",
	"src/c d.c": "int x;\n",
}

// log returns a log of a run with results.
func log(run, results string) string {
	return `{"version": "2.1.0", "$schema": "x", "runs": [{"tool": {"driver": {"name": "My Tool", "semanticVersion": "1.2.3", "rules": [
		{"id": "R0", "defaultConfiguration": {"level": "error"}, "messageStrings": {"m": {"text": "use {0}, not {1} {{}}"}}}, {"id": "R1", "name": "Second"}
	], "globalMessageStrings": {"g": {"text": "global"}}}}` + run + `, "results": [` + results + `]}]}`
}

// at returns the locations of a result.
func at(uri, region string) string {
	return fmt.Sprintf(`"locations": [{"physicalLocation": {"artifactLocation": {"uri": %q}, "region": %s}}]`, uri, region)
}

// related returns a related location.
func related(uri, region, message string) string {
	return fmt.Sprintf(`{"physicalLocation": {"artifactLocation": {"uri": %q}, "region": %s}, "message": %s}`, uri, region, message)
}

// fixed returns the fixes of a result: one replacement.
func fixed(uri, region, content string) string {
	return fmt.Sprintf(`"fixes": [{"description": {"text": "Do it"}, "artifactChanges": [{"artifactLocation": {"uri": %q}, "replacements": [{"deletedRegion": %s%s}]}]}]`, uri, region, content)
}

func TestRead(t *testing.T) {
	const text = `, "insertedContent": {"text": "X"}`
	for _, test := range []struct {
		name, dir, output string
		want              []string
	}{
		{"lines and columns", "", log(`, "columnKind": "utf16CodeUnits"`, `{"ruleId": "R9", "level": "error", "message": {"text": "m"}, `+at("a.go", `{"startLine": 1, "startColumn": 5, "endColumn": 8}`)+`, `+fixed("a.go", `{"startLine": 1, "startColumn": 5, "endLine": 2, "endColumn": 3}`, text)+`}`), []string{
			"a.go:4-7 error my-tool/R9 m",
			"  suggestion Do it",
			`    a.go:4-10 "X"`,
		}},
		{"related locations, of given files and with a message", "", log(`, "columnKind": "utf16CodeUnits"`, `{"message": {"text": "m"}, "properties": {"autofix/category": "kind", "tags": ["x"]}, "relatedLocations": [
			`+related("b.txt", `{"startLine": 1, "startColumn": 1, "endColumn": 3}`, `{"id": "m", "arguments": ["this", "that"]}`)+`, `+related("other.h", `{"startLine": 1}`, `{"text": "elsewhere"}`)+`,
			`+related("a.go", `{"startLine": 9}`, `{"text": "no such line"}`)+`, `+related("a.go", `{"startLine": 1}`, `{}`)+`, {"id": 1, "message": {"text": "no place"}}, `+related("a.go", `{"startLine": 2}`, `{"text": "again"}`)+`
		], "ruleId": "R0", `+at("a.go", `{"startLine": 1, "startColumn": 5, "endColumn": 8}`)+`}`), []string{
			"a.go:4-7 error my-tool/R0 m (kind)",
			"  related b.txt:3-7 1:4 use this, not that {}",
			"  related a.go:8-13 2:1 again",
		}},
		{"UTF-16", "", log(`, "columnKind": "utf16CodeUnits"`, `{"message": {"text": "m"}, `+at("b.txt", `{"startLine": 1, "startColumn": 6, "endColumn": 9}`)+`}`), []string{
			"b.txt:10-14 warning my-tool/result m",
		}},
		{"code points", "", log(`, "columnKind": "unicodeCodePoints"`, `{"message": {"text": "m"}, `+at("b.txt", `{"startLine": 1, "startColumn": 5, "endColumn": 8}`)+`}`), []string{
			"b.txt:10-14 warning my-tool/result m",
		}},
		{"code points, which ruff does not say", "", strings.Replace(log("", `{"message": {"text": "m"}, `+at("b.txt", `{"startLine": 1, "startColumn": 5, "endColumn": 8}`)+`}`), "My Tool", "ruff", 1), []string{
			"b.txt:10-14 warning ruff/result m",
		}},
		{"bytes, which Staticcheck does not say", "", strings.Replace(log("", `{"message": {"text": "m"}, `+at("b.txt", `{"startLine": 1, "startColumn": 11, "endColumn": 15}`)+`}`), "My Tool", "Staticcheck", 1), []string{
			"b.txt:10-14 warning staticcheck/result m",
		}},
		{"bytes, which oxlint calls code points", "", strings.Replace(log(`, "columnKind": "unicodeCodePoints"`, `{"message": {"text": "m"}, `+at("b.txt", `{"startLine": 1, "startColumn": 11, "endColumn": 15}`)+`}`), "My Tool", "oxlint", 1), []string{
			"b.txt:10-14 warning oxlint/result m",
		}},
		{"a line, without its end", "", log("", `{"message": {"text": "m"}, `+at("b.txt", `{"startLine": 1}`)+`, `+fixed("b.txt", `{"startLine": 1, "endLine": 2}`, "")+`}`), []string{
			"b.txt:3-14 warning my-tool/result m",
			"  suggestion Do it",
			`    b.txt:3-20 ""`,
		}},
		{"characters", "", log(`, "columnKind": "utf16CodeUnits"`, `{"message": {"text": "m"}, `+at("b.txt", `{"charOffset": 5, "charLength": 3}`)+`}`), []string{
			"b.txt:10-14 warning my-tool/result m",
		}},
		{"bytes", "", log("", `{"message": {"text": "m"}, `+at("bin", `{"byteOffset": 1, "byteLength": 2, "charOffset": -1}`)+`, `+fixed("bin", `{"byteOffset": 3}`, `, "insertedContent": {"binary": "/wA="}`)+`}`), []string{
			"bin:1-3 warning my-tool/result m",
			"  suggestion Do it",
			`    bin:3-3 "\xff\x00"`,
		}},
		{"all forms that agree", "", log("", `{"message": {"text": "m"}, `+at("a.go", `{"startLine": 1, "startColumn": 5, "endColumn": 8, "charOffset": 4, "charLength": 3, "byteOffset": 4, "byteLength": 3}`)+`, `+fixed("a.go", `{"byteOffset": 0}`, `, "insertedContent": {"text": "é", "binary": "w6k="}`)+`}`), []string{
			"a.go:4-7 warning my-tool/result m",
			"  suggestion Do it",
			`    a.go:0-0 "é"`,
		}},
		{"no region", "", log("", `{"ruleId": "R1", "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.go"}}}]}`), []string{
			"a.go:0-0 warning my-tool/R1 Second",
		}},
		{"the text of a rule", "", log("", `{"ruleIndex": 0, "message": {"id": "m", "arguments": ["x", "y"]}, `+at("a.go", `{"startLine": 1}`)+`}, {"rule": {"id": "R1/sub"}, "message": {"id": "g"}, `+at("a.go", `{"startLine": 2}`)+`}`), []string{
			"a.go:0-7 error my-tool/R0 use x, not y {}",
			"a.go:8-13 warning my-tool/R1/sub global",
		}},
		{"a rule of a plugin", "", log(`, "tool": {"driver": {"name": "T"}, "extensions": [{"name": "P", "rules": [{"id": "P1", "defaultConfiguration": {"level": "note"}}]}]}`, `{"rule": {"index": 0, "toolComponent": {"name": "P"}}, "message": {"text": "m"}, `+at("a.go", `{"startLine": 1}`)+`}`), []string{
			"a.go:0-7 info t/P1 m",
		}},
		{"bases", "", log(`, "originalUriBaseIds": {"ROOT": {"uri": "file:///work/"}, "SRC": {"uri": "src/", "uriBaseId": "ROOT"}, "OPEN": {"description": {"text": "?"}}}`,
			`{"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "c%20d.c", "uriBaseId": "SRC"}}}]}, {"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.go", "uriBaseId": "OPEN"}}}]}, {"message": {"text": "n"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.go", "uriBaseId": "UNKNOWN"}}}]}`), []string{
			"a.go:0-0 warning my-tool/result m",
			"a.go:0-0 warning my-tool/result n",
			"src/c d.c:0-0 warning my-tool/result m",
		}},
		{"a file by its index, after the results, and relative to a folder", "src", `{"version": "2.1.0", "runs": [{"results": [{"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"index": 1}}}]}], "artifacts": [{}, {"location": {"uri": "c%20d.c"}}], "tool": {"driver": {"name": "late"}}}]}`, []string{
			"src/c d.c:0-0 warning late/result m",
		}},
		{"alternatives, and the safety of this tool", "", log("", `{"message": {"text": "m"}, `+at("a.go", `{"startLine": 1}`)+`, "fixes": [
			{"artifactChanges": [{"artifactLocation": {"uri": "a.go"}, "replacements": [{"deletedRegion": {"startLine": 1, "startColumn": 1, "endColumn": 4}, "insertedContent": {"text": "1"}}, {"deletedRegion": {"startLine": 1, "startColumn": 5, "endColumn": 8}, "insertedContent": {"text": "2"}}]}]},
			{"description": {"text": "Other\n way"}, "properties": {"safety": "safe"}, "artifactChanges": [{"artifactLocation": {"uri": "a.go"}, "replacements": [{"deletedRegion": {"startLine": 2}}]}, {"artifactLocation": {"uri": "bin"}, "replacements": [{"deletedRegion": {"byteOffset": 0, "byteLength": 1}}]}]}]}`), []string{
			"a.go:0-7 warning my-tool/result m",
			"  suggestion Apply the fix of my-tool/result",
			`    a.go:0-3 "1"`,
			`    a.go:4-7 "2"`,
			"  safe Other way",
			`    a.go:8-13 ""`,
			`    bin:0-1 ""`,
		}},
		{"results that do not count", "", log("", `{"kind": "pass", `+at("a.go", `{"startLine": 1}`)+`}, {"kind": "notApplicable", `+at("a.go", `{"startLine": 1}`)+`}, {"baselineState": "absent", `+at("a.go", `{"startLine": 1}`)+`},
			{"suppressions": [{"kind": "inSource"}], `+at("a.go", `{"startLine": 1}`)+`}, {"suppressions": [{"status": "rejected"}], "message": {"text": "m"}, `+at("a.go", `{"startLine": 1}`)+`}, {"kind": "review", "level": "none", "message": {"text": "r"}, `+at("a.go", `{"startLine": 2}`)+`}`), []string{
			"a.go:0-7 warning my-tool/result m",
			"a.go:8-13 info my-tool/result r",
		}},
		{"several runs", "", `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "a"}}, "results": null}, {"tool": {"driver": {"name": "b"}}}, {"tool": {"driver": {"name": "c"}}, "results": [{"message": {"text": "m"}, ` + at("a.go", `{"startLine": 1}`) + `}]}]}`, []string{
			"a.go:0-7 warning c/result m",
		}},
		{"no runs", "", `{"version": "2.1.0", "runs": []}`, nil},
		{"a byte order mark", "", "\ufeff" + `{"version": "2.1.0", "runs": []} ` + "\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, given, test.dir, test.output)
			adaptertest.Check(t, found, test.want...)
			if len(refused) > 0 {
				t.Errorf("refused: %v", refused)
			}
		})
	}
}

// A log that can be read only once is read as well.
func TestReadOnce(t *testing.T) {
	output := log("", `{"message": {"text": "m"}, `+at("a.go", `{"startLine": 1}`)+`}`)
	want, _ := adaptertest.Read(t, Adapter{}, given, "", output)
	got, _ := adaptertest.Read(t, once{}, given, "", output)
	if diff := cmp.Diff(adaptertest.Findings(want), adaptertest.Findings(got)); diff != "" {
		t.Error(diff)
	}
}

// once hides that its input can be read again.
type once struct{ Adapter }

func (o once) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	return o.Adapter.Read(struct{ io.Reader }{in}, files, dir)
}

// What cannot be used is refused by itself, and a finding stays without its
// fix.
func TestRefused(t *testing.T) {
	finding := func(region string) string { return `{"message": {"text": "m"}, ` + at("a.go", region) + `}` }
	fix := func(region, content string) string {
		return `{"message": {"text": "m"}, ` + at("a.go", `{"startLine": 1}`) + `, ` + fixed("a.go", region, content) + `}`
	}
	const first = `{"startLine": 1}`
	for _, test := range []struct {
		name, run, result, want string
		findings                int
	}{
		{"a line after the end", "", finding(`{"startLine": 9}`), "place: result 1: a.go: 9:1: no such place: the text has 3 lines", 1},
		{"a column after the end", "", fix(`{"startLine": 2, "endColumn": 99}`, ""), "place: result 1: a.go: 2:99: no such place: ", 1},
		{"characters after the end", "", fix(`{"charOffset": 99}`, ""), "place: result 1: a.go: no such place: offset ", 1},
		{"bytes after the end", "", fix(`{"byteOffset": 10, "byteLength": 5}`, ""), "invalid: result 1: a.go: has 14 bytes, and the region is [10, 15)", 1},
		{"a length without bounds", "", fix(`{"byteOffset": 10, "byteLength": 9223372036854775807}`, ""), "invalid: result 1: a.go: has 14 bytes", 1},
		{"forms that differ", "", fix(`{"startLine": 1, "endColumn": 3, "byteOffset": 1, "byteLength": 2}`, ""), "invalid: result 1: a.go: its region is [0, 2) by lines, and [1, 3) otherwise", 1},
		{"no place", "", fix(`{}`, ""), "invalid: result 1: a.go: its region is neither of lines nor of characters nor of bytes", 1},
		{"text and binary that differ", "", fix(first, `, "insertedContent": {"text": "a", "binary": "Yg=="}`), "invalid: result 1: a.go: its content has a text and a binary that differ", 1},
		{"binary that is not base64", "", fix(first, `, "insertedContent": {"binary": "?"}`), "invalid: result 1: a.go: the binary of its content is not base64", 1},
		{"overlapping replacements", "", strings.Replace(fix(first, ""), `{"deletedRegion": {"startLine": 1}}`, `{"deletedRegion": {"startLine": 1}}, {"deletedRegion": {"startLine": 1, "endColumn": 2}, "insertedContent": {"text": "x"}}`, 1), "", 1},
		{"a fix of another file", "", `{"message": {"text": "m"}, ` + at("a.go", first) + `, ` + fixed("x.go", first, "") + `}`, "not_given: result 1: x.go: not among the files that the checker was given", 1},
		{"a fix without changes", "", `{"message": {"text": "m"}, ` + at("a.go", first) + `, "fixes": [{"artifactChanges": []}]}`, "invalid: result 1: a.go: its fix has no edits: ", 1},
		{"another file", "", `{"message": {"text": "m"}, ` + at("x.go", first) + `}`, "not_given: result 1: x.go: ", 0},
		{"another machine", "", `{"message": {"text": "m"}, ` + at("file:///home/x/a.go", first) + `}`, "not_given: result 1: /home/x/a.go: ", 0},
		{"a URL", "", `{"message": {"text": "m"}, ` + at("https://example.com/a.go", first) + `}`, "not_given: result 1: https://example.com/a.go: ", 0},
		{"a folder above", "", `{"message": {"text": "m"}, ` + at("../a.go", first) + `}`, "not_given: result 1: ../a.go: ", 0},
		{"no location", "", `{"ruleId": "R", "message": {"text": "m"}}`, "invalid: result 1 (R): has no location in a file", 0},
		{"bases in a circle", `, "originalUriBaseIds": {"A": {"uri": "a/", "uriBaseId": "B"}, "B": {"uri": "b/", "uriBaseId": "A"}}`, `{"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.go", "uriBaseId": "A"}}}]}`, "invalid: result 1: the base ", 0},
		{"an index that is not there", "", `{"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"index": 3}}}]}`, "invalid: result 1: has no location in a file", 0},
		{"results in other files", `, "externalPropertyFileReferences": {"results": [{}]}`, finding(first), "invalid: the run has results in other files", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, given, "", log(test.run, test.result))
			if test.want != "" && (len(refused) != 1 || !strings.HasPrefix(refused[0], test.want)) {
				t.Errorf("got  %q\nwant %q", refused, test.want)
			}
			if len(found.Diagnostics) != test.findings {
				t.Errorf("findings: %v", adaptertest.Findings(found))
			}
		})
	}
}

func TestMalformed(t *testing.T) {
	whole := log("", `{"message": {"text": "a \" \\"}, `+at("a.go", `{"startLine": 1}`)+`}`)
	for output, want := range map[string]string{
		"":                             "empty",
		"  \n":                         "cut off at byte 3",
		"no":                           `at byte 0: not JSON: '{' is missing`,
		"[]":                           `at byte 0: not JSON: '{' is missing`,
		`{"version": "2.0.0"}`:         `not a log of SARIF 2.1.0: its version is "2.0.0"`,
		`{"version": "2.1.0"}`:         `not a log of SARIF 2.1.0: its version is "2.1.0"`,
		`{"findings": []}`:             `not a log of SARIF 2.1.0: its version is ""`,
		whole + "x":                    `'x' after the end`,
		whole[:len(whole)-3]:           "cut off at byte ",
		log("", `{"message": 3}`):      "result 1: before byte ",
		log("", `{"ruleId": tru}`):     "result 1: at byte ",
		log("", `{"ruleId": "a" "b"}`): "result 1: at byte ",
		log("", `, {}`):                "at byte ",
		log(`, "columnKind": 3`, ""):   "before byte ",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, given, output); !strings.Contains(got, want) {
			t.Errorf("%.60q: got %q, want %q", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("one\n", log("", `{"message": {"text": "m"}, `+at("a", `{"startLine": 1}`)+`, `+fixed("a", `{"charOffset": 1}`, "")+`}`))
	f.Add("\ufeffé😀\r\n", log(`, "columnKind": "unicodeCodePoints"`, `{`+at("a", `{"startLine": 1, "endColumn": 2}`)+`}`))
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a", text, output) })
}

// What the scanner copies is what was there.
func FuzzScan(f *testing.F) {
	for _, text := range []string{`{"a": [1, "x\"]", {"b": null}]}`, `"\\"`, `-1.5e3`, ` [ ] `} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var whole, parts bytes.Buffer
		err := newScanner(strings.NewReader(text)).copy(&whole)
		again := newScanner(iotest.OneByteReader(strings.NewReader(text))).copy(&parts)
		if (err == nil) != (again == nil) || err == nil && whole.String() != parts.String() {
			t.Errorf("%q, %v; in parts %q, %v", whole.String(), err, parts.String(), again)
		}
		if trimmed := strings.TrimPrefix(text, "\ufeff"); err == nil && !strings.Contains(trimmed, whole.String()) {
			t.Errorf("%q is not in %q", whole.String(), text)
		}
		var value any
		if json.Unmarshal([]byte(text), &value) == nil && (err != nil || whole.String() != strings.TrimSpace(text)) {
			t.Errorf("%q of %q, %v", whole.String(), text, err)
		}
	})
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	type tool struct {
		Driver     component   `json:"driver"`
		Extensions []component `json:"extensions"`
	}
	type oneRun struct {
		Tool       tool                        `json:"tool"`
		Bases      map[string]artifactLocation `json:"originalUriBaseIds"`
		Artifacts  []file                      `json:"artifacts"`
		ColumnKind string                      `json:"columnKind"`
		Newlines   []string                    `json:"newlineSequences"`
		Results    []result                    `json:"results"`
	}
	type log struct {
		Runs []oneRun `json:"runs"`
	}
	encode := func(l *log) ([]byte, error) {
		return json.Marshal(struct {
			Version string `json:"version"`
			*log
		}{"2.1.0", l})
	}
	adaptertest.FuzzModel(f, Adapter{}, "a.txt", encode, "2.1.0", "utf16CodeUnits", "unicodeCodePoints", "fail", "pass", "note", "none", "accepted", "T")
}

// Places with hostile values are no panic, in findings and in fixes.
func FuzzRegion(f *testing.F) {
	type place struct {
		Finding, Deleted region
		Form             int // that both have; another number: as they are
		Kind             string
	}
	only := func(g *region, form int) {
		if form == 0 || form == 1 {
			g.ByteOffset, g.CharOffset = nil, nil
		}
		if form == 2 {
			g.StartLine, g.ByteOffset = nil, nil
		}
		if form == 3 {
			g.StartLine, g.CharOffset = nil, nil
		}
	}
	encode := func(places *[]place) ([]byte, error) {
		var runs []any
		for i := range *places {
			p := &(*places)[i]
			only(&p.Finding, p.Form)
			only(&p.Deleted, p.Form)
			at := map[string]any{"uri": "a.txt"}
			runs = append(runs, map[string]any{
				"tool": map[string]any{"driver": map[string]any{"name": "T"}}, "columnKind": p.Kind,
				"results": []any{map[string]any{
					"ruleId": "R", "message": map[string]any{"text": "m"},
					"locations": []any{map[string]any{"physicalLocation": map[string]any{"artifactLocation": at, "region": &p.Finding}}},
					"fixes":     []any{map[string]any{"artifactChanges": []any{map[string]any{"artifactLocation": at, "replacements": []any{map[string]any{"deletedRegion": &p.Deleted}}}}}},
				}},
			})
		}
		return json.Marshal(map[string]any{"version": "2.1.0", "runs": runs})
	}
	adaptertest.FuzzModel(f, Adapter{}, "a.txt", encode, "utf16CodeUnits", "unicodeCodePoints", "one", "")
}
