package artifact

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

const hash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// whole has every field of every object once, in an order and layout that
// Marshal would not choose.
const whole = `{
"fixes": [{"edits": [{"new": "COPY", "end": 13, "start": 10, "path": "app/Dockerfile"},
                     {"path": "b/\u00fc.bin", "start": 0, "end": 0, "new_base64": "/wA="}],
	"id": "f1", "rule": "hadolint/DL3020", "phase": "semantic", "title": "Use \"COPY\"", "safety": "safe",
	"confidence": "high", "idempotent": true,
	"isolation": "imports", "resolver": {"id": "ai-autofix", "path": "b/\u00fc.bin", "data": {"a": [ ]}},
	"disposition": {"reason": "overlaps itself", "by": "f1", "code": "overlaps", "status": "conflict"}},
	{"id": "f2", "rule": "schema/const", "phase": "semantic", "title": "Replace", "safety": "suggestion", "confidence": "low",
	"certificate": {"after": "` + hash + `", "kind": "value", "before": "` + hash + `"},
	"edits": [{"path": "c.yaml", "start": 3, "end": 4, "new": "2"}], "actions": [
		{"value": {"n": [-1.5e+3 , null]}, "json_pointer": "/a~1b", "document": 1, "file": "c.yaml", "op": "replace_value",
			"expects": {"exists": true, "equals": { }, "type": "object"}},
		{"op": "add_value", "file": "c.yaml", "json_pointer": "", "key": "", "value": null},
		{"op": "remove_key", "file": "c.yaml", "json_pointer": "", "key": "\u00fc", "expects": {"exists": false}},
		{"op": "insert_array_item", "file": "c.yaml", "json_pointer": "/m", "value": "x"},
		{"op": "insert_array_item", "file": "c.yaml", "json_pointer": "/m", "value": "x", "index": 0, "expects": {}},
		{"op": "replace_array_item", "file": "c.yaml", "json_pointer": "/m", "index": 2, "value": true},
		{"op": "rename_key", "file": "c.yaml", "json_pointer": "", "from": "a", "to": "b", "expects": {"equals": null}}]}],
"diagnostics": [{"id": "d1", "rule": "hadolint/DL3020", "phase": "semantic", "severity": "warning",
	"message": "use COPY\n\ud83d\ude00", "path": "app/Dockerfile", "start": 10, "end": 13, "line": 2, "column": 1,
	"fixes": ["f1"]}, {"category": "unused", "related": [{"message": "here\u000a", "column": 4, "line": 1, "end": 9, "start": 3, "path": "c.yaml"},
	{"path": "b/\u00fc.bin", "start": 0, "end": 0, "line": 1, "column": 1, "message": "and here"}], "fingerprints": ["0123456789abcdef01234567", "89abcdef0123456789abcdef"], "document": 0, "pointer": "", "id": "d2", "rule": "r", "phase": "style", "severity": "info",
	"message": "m", "path": "c.yaml", "start": 0, "end": 0, "line": 1, "column": 1}],
"snapshots": [{"path": "app/Dockerfile", "sha256": "` + hash + `", "size": 123},
              {"path": "b/\u00fc.bin", "sha256": "` + hash + `", "size": 0},
              {"path": "c.yaml", "sha256": "` + hash + `", "size": 9}],
"plan": true, "origin": "//app:image",
"left_alone": [{"reason": "larger than 16 MiB", "path": "big.bin"},
               {"more": 7, "default": true, "reason": "it is vendored", "path": "vendor/a.go"}],
"tool": {"version": "0.1.0", "name": "autofix"},
"version": 1
}`

func wholeArtifact() *Artifact {
	return &Artifact{
		Version: 1,
		Tool:    Tool{Name: "autofix", Version: "0.1.0"},
		Origin:  "//app:image",
		Plan:    true,
		Snapshots: []fixedits.Snapshot{
			{Path: "app/Dockerfile", SHA256: hash, Size: 123},
			{Path: "b/ü.bin", SHA256: hash, Size: 0},
			{Path: "c.yaml", SHA256: hash, Size: 9},
		},
		Diagnostics: []fixedits.Diagnostic{{
			ID: "d1", Rule: "hadolint/DL3020", Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning,
			Message: "use COPY\n😀", Path: "app/Dockerfile", Start: 10, End: 13, Line: 2, Column: 1,
			Fixes: []string{"f1"},
		}, {
			ID: "d2", Rule: "r", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityInfo, Message: "m", Path: "c.yaml",
			Line: 1, Column: 1, Pointer: new(""), Document: new(0), Fingerprints: []string{hash[:24], hash[40:]},
			Category: "unused", Related: []fixedits.Related{
				{Path: "c.yaml", Start: 3, End: 9, Line: 1, Column: 4, Message: "here\n"},
				{Path: "b/ü.bin", Line: 1, Column: 1, Message: "and here"},
			},
		}},
		Fixes: []fixedits.Fix{{
			ID: "f1", Rule: "hadolint/DL3020", Phase: fixedits.PhaseSemantic, Title: `Use "COPY"`,
			Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{
				{Path: "app/Dockerfile", Start: 10, End: 13, New: []byte("COPY")},
				{Path: "b/ü.bin", Start: 0, End: 0, New: []byte{0xff, 0}},
			},
			Idempotent: true, Isolation: "imports",
			Resolver: &fixedits.Resolver{ID: "ai-autofix", Path: "b/ü.bin", Data: []byte(`{"a":[]}`)},
			Disposition: &fixedits.Disposition{
				Status: fixedits.StatusConflict, Code: "overlaps", By: "f1", Reason: "overlaps itself",
			},
		}, {
			ID: "f2", Rule: "schema/const", Phase: fixedits.PhaseSemantic, Title: "Replace", Safety: fixedits.SafetySuggestion,
			Confidence: fixedits.ConfidenceLow, Edits: []fixedits.Edit{{Path: "c.yaml", Start: 3, End: 4, New: []byte("2")}},
			Certificate: &fixedits.Certificate{Kind: fixedits.CertificateValue, Before: hash, After: hash},
			Actions: []fixedits.Operation{
				{
					Kind: fixedits.OpReplaceValue, File: "c.yaml", Document: new(1), Pointer: "/a~1b", Value: []byte(`{"n":[-1.5e+3,null]}`),
					Expects: &fixedits.Expects{Type: "object", Equals: []byte("{}"), Exists: new(true)},
				},
				{Kind: fixedits.OpAddValue, File: "c.yaml", Value: []byte("null")},
				{Kind: fixedits.OpRemoveKey, File: "c.yaml", Key: "ü", Expects: &fixedits.Expects{Exists: new(false)}},
				{Kind: fixedits.OpInsertArrayItem, File: "c.yaml", Pointer: "/m", Value: []byte(`"x"`)},
				{
					Kind: fixedits.OpInsertArrayItem, File: "c.yaml", Pointer: "/m", Index: new(0), Value: []byte(`"x"`),
					Expects: &fixedits.Expects{},
				},
				{Kind: fixedits.OpReplaceArrayItem, File: "c.yaml", Pointer: "/m", Index: new(2), Value: []byte("true")},
				{
					Kind: fixedits.OpRenameKey, File: "c.yaml", From: "a", To: "b",
					Expects: &fixedits.Expects{Equals: []byte("null")},
				},
			},
		}},
		LeftAlone: []LeftAlone{
			{Path: "big.bin", Reason: "larger than 16 MiB"},
			{Path: "vendor/a.go", Reason: "it is vendored", Default: true, More: 7},
		},
	}
}

func TestDecodeReadsEveryField(t *testing.T) {
	got, err := Decode([]byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wholeArtifact(), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// minimal is the smallest artifact with a fix. The cases of TestDecodeRefuses
// break it.
const minimal = `{"version":1,"tool":{"name":"t","version":""},"origin":"",` +
	`"snapshots":[{"path":"a.go","sha256":"` + hash + `","size":100}],` +
	`"diagnostics":[{"id":"d1","rule":"r","phase":"style","severity":"info","message":"m","path":"a.go",` +
	`"start":0,"end":1,"line":1,"column":1,"fixes":["f1"]}],` +
	`"fixes":[{"id":"f1","rule":"r","phase":"style","title":"t","safety":"safe","confidence":"low",` +
	`"edits":[{"path":"a.go","start":0,"end":1,"new":""}]}]}`

func TestDecodeAcceptsTheMinimum(t *testing.T) {
	a, err := Decode([]byte(minimal))
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Fixes[0].Edits[0]; got.New != nil {
		t.Errorf("New of a deletion is %q, want nil", got.New)
	}
}

// A path that was not read, such as a folder, has no snapshot.
func TestDecodeAcceptsAFindingInAPathThatWasNotRead(t *testing.T) {
	finding := func(path string) []byte {
		text := strings.Replace(minimal, `"path":"a.go","start":0,"end":1,"line"`, `"path":"`+path+`","start":0,"end":0,"line"`, 1)
		return []byte(strings.Replace(text, `"fixes":["f1"]`, `"fixes":[]`, 1))
	}
	a, err := Decode(finding("folder"))
	if err != nil || a.Diagnostics[0].Path != "folder" {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := Marshal(a); err != nil {
		t.Error(err)
	}
	for path, want := range map[string]string{"/folder": "is absolute", "a/../folder": "is not a clean path"} {
		if _, err := Decode(finding(path)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

// here returns a related place as JSON.
func here(path string, start, end, line, column int, message string) string {
	return fmt.Sprintf(`{"path":%q,"start":%d,"end":%d,"line":%d,"column":%d,"message":%q}`, path, start, end, line, column, message)
}

func TestDecodeRefuses(t *testing.T) {
	tests := []struct {
		name     string
		old, new string // the first occurrence of old in minimal is replaced by new
		want     string // without the place
		at       string // the text at the place; empty for an error about a value
	}{
		// Values.
		{"an edit past the end of its file", `"start":0,"end":1,"new"`, `"start":0,"end":101,"new"`, `artifact: fixes[0].edits[0].end: 101 is past the end of a.go (100 bytes)`, ``},
		{"an edit that ends before it starts", `"start":0,"end":1,"new"`, `"start":2,"end":1,"new"`, `artifact: fixes[0].edits[0].end: 1 is before start, which is 2`, ``},
		{"an edit of a file without a snapshot", `"edits":[{"path":"a.go"`, `"edits":[{"path":"b.go"`, `artifact: fixes[0].edits[0].path: "b.go" has no snapshot in this artifact`, ``},
		{"an edit of the empty path", `"edits":[{"path":"a.go"`, `"edits":[{"path":""`, `artifact: fixes[0].edits[0].path: "" has no snapshot in this artifact`, ``},
		{"a finding past the end of its file", `"end":1,"line"`, `"end":101,"line"`, `artifact: diagnostics[0].end: 101 is past the end of a.go (100 bytes)`, ``},
		{"a finding in a file without a snapshot", `"path":"a.go","start":0,"end":1,"line"`, `"path":"b.go","start":0,"end":1,"line"`, `artifact: diagnostics[0].path: "b.go" has no snapshot in this artifact`, ``},
		{"a finding with a fix in a file without a snapshot", `"path":"a.go","start":0,"end":1,"line"`, `"path":"b.go","start":0,"end":0,"line"`, `artifact: diagnostics[0].path: "b.go" has no snapshot in this artifact`, ``},
		{"line 0", `"line":1`, `"line":0`, `artifact: diagnostics[0].line: 0 is not from 1 to 9007199254740991`, ``},
		{"column 0", `"column":1`, `"column":0`, `artifact: diagnostics[0].column: 0 is not from 1 to 9007199254740991`, ``},
		{"the id of an unknown fix", `"fixes":["f1"]`, `"fixes":["f2"]`, `artifact: diagnostics[0].fixes[0]: "f2" is not the id of a fix of this artifact`, ``},
		{"a fix listed twice", `"fixes":["f1"]`, `"fixes":["f1","f1"]`, `artifact: diagnostics[0].fixes[1]: "f1" is listed twice`, ``},
		{"a fix without edits", `[{"path":"a.go","start":0,"end":1,"new":""}]`, `[]`, `artifact: fixes[0].edits: empty: a fix has edits or a resolver; leave out one that has neither`, ``},
		{"a fingerprint in upper case", `"column":1`, `"column":1,"fingerprints":["` + strings.ToUpper(hash[:24]) + `"]`, `artifact: diagnostics[0].fingerprints[0]: "0123456789ABCDEF01234567" is not 24 lower-case hexadecimal digits`, ``},
		{"a short fingerprint", `"column":1`, `"column":1,"fingerprints":["` + hash[:24] + `",""]`, `artifact: diagnostics[0].fingerprints[1]: "" is not 24 lower-case hexadecimal digits`, ``},
		{"no fingerprints", `"column":1`, `"column":1,"fingerprints":[]`, `artifact: diagnostics[0].fingerprints: empty: leave it out if there are none`, `[]`},
		{"fingerprints that are a text", `"column":1`, `"column":1,"fingerprints":"` + hash[:24] + `"`, `artifact: diagnostics[0].fingerprints: expected a list, found a string`, `"0123`},
		{"an empty category", `"column":1`, `"column":1,"category":""`, `artifact: diagnostics[0].category: empty`, ``},
		{"a category of two lines", `"column":1`, `"column":1,"category":"a\nb"`, `artifact: diagnostics[0].category: "a\nb" contains a control character`, ``},
		{"a long category", `"column":1`, `"column":1,"category":"` + strings.Repeat("é", 101) + `"`, `artifact: diagnostics[0].category: 101 characters: the most is 100`, ``},
		{"a category that is a number", `"column":1`, `"column":1,"category":1`, `artifact: diagnostics[0].category: expected a string, found a number`, `1,"fixes"`},
		{"no related places", `"column":1`, `"column":1,"related":[]`, `artifact: diagnostics[0].related: empty: leave it out if there are none`, `[]`},
		{"a related place of a file without a snapshot", `"column":1`, `"column":1,"related":[` + here("b.go", 0, 0, 1, 1, "m") + `]`, `artifact: diagnostics[0].related[0].path: "b.go" has no snapshot in this artifact`, ``},
		{"a related place outside of the workspace", `"column":1`, `"column":1,"related":[` + here("/usr/a.go", 0, 0, 1, 1, "m") + `]`, `artifact: diagnostics[0].related[0].path: "/usr/a.go" has no snapshot in this artifact`, ``},
		{"a related place past the end of its file", `"column":1`, `"column":1,"related":[` + here("a.go", 0, 1, 1, 1, "m") + `,` + here("a.go", 100, 101, 1, 1, "m") + `]`, `artifact: diagnostics[0].related[1].end: 101 is past the end of a.go (100 bytes)`, ``},
		{"a related place that ends before it starts", `"column":1`, `"column":1,"related":[` + here("a.go", 2, 1, 1, 1, "m") + `]`, `artifact: diagnostics[0].related[0].end: 1 is before start, which is 2`, ``},
		{"a related place on line 0", `"column":1`, `"column":1,"related":[` + here("a.go", 0, 0, 0, 1, "m") + `]`, `artifact: diagnostics[0].related[0].line: 0 is not from 1 to 9007199254740991`, ``},
		{"a related place in column 0", `"column":1`, `"column":1,"related":[` + here("a.go", 0, 0, 1, 0, "m") + `]`, `artifact: diagnostics[0].related[0].column: 0 is not from 1 to 9007199254740991`, ``},
		{"a related place without a message", `"column":1`, `"column":1,"related":[{"path":"a.go","start":0,"end":0,"line":1,"column":1}]`, `artifact: diagnostics[0].related[0].message: missing`, `{"path":"a.go","start":0,"end":0`},
		{"a related place with an empty message", `"column":1`, `"column":1,"related":[` + here("a.go", 0, 0, 1, 1, "") + `]`, `artifact: diagnostics[0].related[0].message: empty`, ``},
		{"a related place with a long message", `"column":1`, `"column":1,"related":[` + here("a.go", 0, 0, 1, 1, strings.Repeat("m", 2001)) + `]`, `artifact: diagnostics[0].related[0].message: 2001 characters: the most is 2000`, ``},
		{"too many related places", `"column":1`, `"column":1,"related":[` + strings.Repeat(here("a.go", 0, 0, 1, 1, "m")+",", 100) + `{}]`, `artifact: diagnostics[0].related[100]: more than 100 places`, `[{"path":"a.go","start":0,"end":0,"line":1`},
		{"an unknown name of a related place", `"column":1`, `"column":1,"related":[{"file":"a.go"}]`, `artifact: diagnostics[0].related[0]: unknown name "file": a related has path, start, end, line, column, message`, `"file"`},
		{"an empty id", `"id":"f1"`, `"id":""`, `artifact: fixes[0].id: empty`, ``},
		{"an empty rule", `"rule":"r","phase":"style","severity"`, `"rule":"","phase":"style","severity"`, `artifact: diagnostics[0].rule: empty`, ``},
		{"an empty title", `"title":"t"`, `"title":""`, `artifact: fixes[0].title: empty`, ``},
		{"an empty message", `"message":"m"`, `"message":""`, `artifact: diagnostics[0].message: empty`, ``},
		{"an empty tool name", `"name":"t"`, `"name":""`, `artifact: tool.name: empty`, ``},
		{"an empty isolation", `"edits"`, `"isolation":"","edits"`, `artifact: fixes[0].isolation: empty`, ``},
		{"a certificate of an unknown kind", `"edits"`, `"certificate":{"kind":"x","before":"` + hash + `","after":"` + hash + `"},"edits"`, `artifact: fixes[0].certificate.kind: "x" is not one of value, syntax, tokens, llb, actions`, `"x"`},
		{"a certificate that is no digest", `"edits"`, `"certificate":{"kind":"llb","before":"` + hash + `","after":"0"},"edits"`, `artifact: fixes[0].certificate.after: "0" is not 64 lower-case hexadecimal digits`, ``},
		{"a certificate without a digest", `"edits"`, `"certificate":{"kind":"llb","after":"` + hash + `"},"edits"`, `artifact: fixes[0].certificate.before: missing`, `{"kind":"llb","after":"` + hash + `"}`},
		{"a certificate of unknown edits", `"edits"`, `"resolver":{"id":"x"},"certificate":{"kind":"llb","before":"` + hash + `","after":"` + hash + `"},"edits"`, `artifact: fixes[0].certificate: a fix with a resolver has no edits that it could be about`, ``},
		{"a disposition of a fix that is applied", `"edits"`, `"disposition":{"status":"applied","code":"x"},"edits"`, `artifact: fixes[0].disposition.status: "applied" is not one of conflict, foreign, filtered, invalid, broke_syntax, broke_value, subsumed`, `"applied"`},
		{"a disposition without a code", `"edits"`, `"disposition":{"status":"conflict"},"edits"`, `artifact: fixes[0].disposition.code: missing`, `{"status":"conflict"}`},
		{"a disposition with an empty code", `"edits"`, `"disposition":{"status":"conflict","code":""},"edits"`, `artifact: fixes[0].disposition.code: empty`, ``},
		{"a disposition with an empty reason", `"edits"`, `"disposition":{"status":"conflict","code":"x","reason":""},"edits"`, `artifact: fixes[0].disposition.reason: empty`, ``},
		{"a disposition that blames nothing", `"edits"`, `"disposition":{"status":"conflict","code":"x","by":""},"edits"`, `artifact: fixes[0].disposition.by: empty`, ``},
		{"a disposition that blames an unknown fix", `"edits"`, `"disposition":{"status":"conflict","code":"x","by":"f2"},"edits"`, `artifact: fixes[0].disposition.by: "f2" is not the id of a fix of this artifact`, ``},
		{"an empty resolver", `"edits"`, `"resolver":{"id":""},"edits"`, `artifact: fixes[0].resolver.id: empty`, ``},
		{"an id with an escape sequence for a terminal", `"id":"f1"`, `"id":"\u001b[2Jf1"`, `artifact: fixes[0].id: "\x1b[2Jf1" contains a control character`, ``},
		{"an unknown phase", `"phase":"style","title"`, `"phase":"Style","title"`, `artifact: fixes[0].phase: "Style" is not one of syntax, semantic, style, format`, `"Style"`},
		{"an unknown severity", `"severity":"info"`, `"severity":"note"`, `artifact: diagnostics[0].severity: "note" is not one of error, warning, info`, `"note"`},
		{"an unknown safety", `"safety":"safe"`, `"safety":""`, `artifact: fixes[0].safety: "" is not one of safe, suggestion, unsafe`, `"","confidence"`},
		{"an unknown confidence", `"confidence":"low"`, `"confidence":"LOW"`, `artifact: fixes[0].confidence: "LOW" is not one of high, medium, low`, `"LOW"`},
		{"a hash in upper case", hash, strings.ToUpper(hash), `artifact: snapshots[0].sha256: "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789AB"... is not 64 lower-case hexadecimal digits`, ``},
		{"a short hash", hash, hash[1:], `artifact: snapshots[0].sha256: "123456789abcdef0123456789abcdef0123456789abcdef0123456789abc"... is not 64 lower-case hexadecimal digits`, ``},
		{"two snapshots of one file", `"snapshots":[`, `"snapshots":[{"path":"a.go","sha256":"` + hash + `","size":100},`, `artifact: snapshots[1].path: "a.go" already has a snapshot`, ``},
		{"two fixes with one id", `"fixes":[{`, `"fixes":[{"id":"f1","rule":"r","phase":"style","title":"t","safety":"safe","confidence":"low","edits":[],"resolver":{"id":"x"}},{`, `artifact: fixes[1].id: an earlier fix has the same id, "f1"`, ``},
		{"two findings with one id", `"diagnostics":[{`, `"diagnostics":[{"id":"d1","rule":"r","phase":"style","severity":"info","message":"m","path":"a.go","start":0,"end":1,"line":1,"column":1},{`, `artifact: diagnostics[1].id: an earlier diagnostic has the same id, "d1"`, ``},
		// Paths.
		{"an absolute path", `{"path":"a.go","sha256"`, `{"path":"/etc/passwd","sha256"`, `artifact: snapshots[0].path: "/etc/passwd" is absolute: paths are relative to the workspace`, ``},
		{"a path that leaves the workspace", `{"path":"a.go","sha256"`, `{"path":"../a.go","sha256"`, `artifact: snapshots[0].path: "../a.go" is not a clean path of UTF-8 within the workspace`, ``},
		{"a path with .. inside", `{"path":"a.go","sha256"`, `{"path":"x/../a.go","sha256"`, `artifact: snapshots[0].path: "x/../a.go" is not a clean path of UTF-8 within the workspace`, ``},
		{"a path with a dot", `{"path":"a.go","sha256"`, `{"path":"./a.go","sha256"`, `artifact: snapshots[0].path: "./a.go" is not a clean path of UTF-8 within the workspace`, ``},
		{"the workspace itself", `{"path":"a.go","sha256"`, `{"path":".","sha256"`, `artifact: snapshots[0].path: "." is not a clean path of UTF-8 within the workspace`, ``},
		{"an empty path", `{"path":"a.go","sha256"`, `{"path":"","sha256"`, `artifact: snapshots[0].path: "" is not a clean path of UTF-8 within the workspace`, ``},
		{"a folder's path", `{"path":"a.go","sha256"`, `{"path":"a/","sha256"`, `artifact: snapshots[0].path: "a/" is not a clean path of UTF-8 within the workspace`, ``},
		{"a path with a NUL", `{"path":"a.go","sha256"`, `{"path":"a\u0000","sha256"`, `artifact: snapshots[0].path: "a\x00" is not a clean path of UTF-8 within the workspace`, ``},
		// Names.
		{"an unknown name", `"severity"`, `"sevrity"`, `artifact: diagnostics[0]: unknown name "sevrity": a diagnostic has id, rule, phase, severity, message, path, start, end, line, column, fixes, pointer, document, fingerprints, category, related`, `"sevrity"`},
		{"a name in another case", `"origin"`, `"Origin"`, `artifact: unknown name "Origin": an artifact has version, tool, origin, checkers, without, warn, plan, planned, snapshots, reads, diagnostics, fixes, left_alone`, `"Origin"`},
		{"a name that occurs twice", `"origin":""`, `"origin":"","origin":""`, `artifact: the name "origin" occurs twice in one object`, `"origin":"","snapshots"`},
		{"a name that is missing", `"line":1,`, ``, `artifact: diagnostics[0].line: missing`, `{"id":"d1"`},
		{"both new and new_base64", `"new":""`, `"new":"","new_base64":""`, `artifact: fixes[0].edits[0]: an edit has exactly one of new and new_base64`, `{"path":"a.go","start":0,"end":1,"new"`},
		{"neither new nor new_base64", `,"new":""`, ``, `artifact: fixes[0].edits[0]: an edit has exactly one of new and new_base64`, `{"path":"a.go","start":0,"end":1}`},
		// Types.
		{"null for a list", `"fixes":["f1"]`, `"fixes":null`, `artifact: diagnostics[0].fixes: expected a list, found null`, `null`},
		{"a string for a number", `"size":100`, `"size":"100"`, `artifact: snapshots[0].size: expected a whole number, found a string`, `"100"`},
		{"the smallest digit for a string", `"origin":""`, `"origin":0`, `artifact: origin: expected a string, found a number`, `0,"snapshots"`},
		{"the largest digit for a string", `"origin":""`, `"origin":9`, `artifact: origin: expected a string, found a number`, `9,"snapshots"`},
		{"true for a string", `"origin":""`, `"origin":true`, `artifact: origin: expected a string, found a boolean`, `true,"snapshots"`},
		{"false for a string", `"origin":""`, `"origin":false`, `artifact: origin: expected a string, found a boolean`, `false,"snapshots"`},
		{"a word for a string", `"origin":""`, `"origin":tru`, `artifact: origin: expected a string, found an unexpected "t"`, `tru,"snapshots"`},
		{"a number for a string", `"origin":""`, `"origin":1`, `artifact: origin: expected a string, found a number`, `1,"snapshots"`},
		{"an object for a list", `"edits":[{`, `"edits":{"a":[{`, `artifact: fixes[0].edits: expected a list, found an object`, `{"a":[{`},
		{"a list for an object", `"tool":{`, `"tool":[{`, `artifact: tool: expected a tool, found a list`, `[{"name"`},
		{"a word for a boolean", `"edits"`, `"idempotent":"true","edits"`, `artifact: fixes[0].idempotent: expected true or false, found a string`, `"true"`},
		// Numbers.
		{"a negative number", `"size":100`, `"size":-1`, `artifact: snapshots[0].size: expected a whole number, found a number`, `-1`},
		{"a fraction", `"size":100`, `"size":100.0`, `artifact: snapshots[0].size: expected a whole number, found a fraction or an exponent`, `100.0`},
		{"an exponent", `"size":100`, `"size":1e2`, `artifact: snapshots[0].size: expected a whole number, found a fraction or an exponent`, `1e2`},
		{"a leading zero", `"size":100`, `"size":0100`, `artifact: snapshots[0].size: a number may not begin with 0`, `0100`},
		{"a number that others would round", `"size":100`, `"size":9007199254740992`, `artifact: snapshots[0].size: the number is too large: the most is 9007199254740991`, `9007`},
		{"a number of a thousand digits", `"size":100`, `"size":` + strings.Repeat("9", 1000), `artifact: snapshots[0].size: the number is too large: the most is 9007199254740991`, `9999`},
		// Text.
		{"bytes that are not UTF-8", `"title":"t"`, "\"title\":\"\xff\"", `artifact: fixes[0].title: the string has bytes that are not UTF-8`, "\"\xff"},
		{"bytes that are not UTF-8 after an escape", `"title":"t"`, "\"title\":\"\\n\xff\"", `artifact: fixes[0].title: the string has bytes that are not UTF-8`, "\"\\n\xff"},
		{"an encoded surrogate", `"title":"t"`, "\"title\":\"\xed\xa0\x80\"", `artifact: fixes[0].title: the string has bytes that are not UTF-8`, "\"\xed"},
		{"half of a surrogate pair", `"title":"t"`, `"title":"\ud83d"`, `artifact: fixes[0].title: \u needs four hexadecimal digits, and a surrogate its other half`, "\\ud83d\""},
		{"the halves of a pair swapped", `"title":"t"`, `"title":"\ude00\ud83d"`, `artifact: fixes[0].title: \u needs four hexadecimal digits, and a surrogate its other half`, "\\ude00"},
		{"an escape of three digits", `"title":"t"`, `"title":"\u12x"`, `artifact: fixes[0].title: \u needs four hexadecimal digits, and a surrogate its other half`, "\\u12x"},
		{"an unknown escape", `"title":"t"`, `"title":"\x41"`, `artifact: fixes[0].title: unknown escape in a string`, "\\x41"},
		{"a line break in a string", `"title":"t"`, "\"title\":\"\n\"", `artifact: fixes[0].title: a control character in a string must be escaped`, "\n"},
		{"a line break after an escape", `"title":"t"`, "\"title\":\"\\t\n\"", `artifact: fixes[0].title: a control character in a string must be escaped`, "\n"},
		{"base64 that is cut off", `"new":""`, `"new_base64":"/wA"`, `artifact: fixes[0].edits[0].new_base64: not padded base64: illegal base64 data at input byte 0`, `"/wA"`},
		{"base64 with bits to spare", `"new":""`, `"new_base64":"/wB="`, `artifact: fixes[0].edits[0].new_base64: not padded base64: illegal base64 data at input byte 3`, `"/wB="`},
		{"base64 with a line break", `"new":""`, `"new_base64":"/wA=\n"`, `artifact: fixes[0].edits[0].new_base64: there is a line break in the base64`, "\"/wA=\\n\""},
		// Nested values.
		{"data nested too deeply", `"edits"`, `"resolver":{"id":"x","data":` + strings.Repeat("[", 102) + strings.Repeat("]", 102) + `},"edits"`, `artifact: fixes[0].resolver.data` + strings.Repeat("[0]", 101) + `: the value nests more than 100 deep`, `[]]]`},
		{"a value of an operation that never ends", `"edits"`, `"actions":[{"value":` + strings.Repeat(`{"a":`, 100_000), `artifact: fixes[0].actions[0].value: the value nests more than 100 deep`, `{"a":{"a":{"a":`},
		{"a name twice within data", `"edits"`, `"resolver":{"id":"x","data":{"a":1,"\u0061":2}},"edits"`, `artifact: fixes[0].resolver.data: the name "a" occurs twice in one object`, "\"\\u0061\""},
		{"a malformed number within data", `"edits"`, `"resolver":{"id":"x","data":01},"edits"`, `artifact: fixes[0].resolver.data: malformed number`, `01}`},
		{"a word within data", `"edits"`, `"resolver":{"id":"x","data":NaN},"edits"`, `artifact: fixes[0].resolver.data: expected a value, found an unexpected "N"`, `NaN`},
		// The whole.
		{"another artifact after it", minimal, minimal + minimal, `artifact: unexpected text after the artifact`, `{"version"`},
		{"a NUL after it", minimal, minimal + "\x00", `artifact: unexpected text after the artifact`, "\x00"},
		{"a list", minimal, "[]", `artifact: expected an artifact, found a list`, `[]`},
		{"a byte order mark", minimal, "\xef\xbb\xbf" + minimal, `artifact: the text begins with a byte order mark: write UTF-8 without it`, "\xef"},
		{"a trailing comma", `"size":100}`, `"size":100,}`, `artifact: snapshots[0]: expected a name in quotes, found an unexpected "}"`, `}],"diag`},
		{"a comment", `"origin"`, "// whose\n\"origin\"", `artifact: expected a name in quotes, found an unexpected "/"`, `//`},
		{"a missing colon", `"size":100`, `"size" 100`, `artifact: snapshots[0]: expected ":", found a number`, `100`},
		{"a missing comma", `"origin":"",`, `"origin":"" `, `artifact: expected "," or "}", found a string`, `"snapshots"`},
		// The version explains everything else.
		{"a newer version", `{"version":1`, `{"version":2`, `artifact: version: this program reads version 1, not 2: make the artifact and read it with one version of the tool`, ``},
		{"a newer version with new names", minimal, `{"edits":[{"x":1}],"version":2}`, `artifact: version: this program reads version 1, not 2: make the artifact and read it with one version of the tool`, ``},
		{"version 0", `{"version":1`, `{"version":0`, `artifact: version: this program reads version 1, not 0: make the artifact and read it with one version of the tool`, ``},
		{"no version", `"version":1,"tool"`, `"tool"`, `artifact: version: missing`, `{"tool"`},
		{"a version in words", `{"version":1`, `{"version":"1"`, `artifact: version: expected a whole number, found a string`, `"1"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if strings.Count(minimal, test.old) == 0 {
				t.Fatalf("the test replaces %q, which is not there", test.old)
			}
			text := strings.Replace(minimal, test.old, test.new, 1)
			a, err := Decode([]byte(text))
			if err == nil {
				t.Fatalf("accepted %+v", a)
			}
			var typed *Error
			if !errors.As(err, &typed) {
				t.Fatalf("error is a %T", err)
			}
			want := test.want
			if typed.Line > 0 {
				want += fmt.Sprintf(" (line %d, column %d)", typed.Line, typed.Column)
			}
			if err.Error() != want {
				t.Errorf("error\n\t%s\nwant\n\t%s", err, want)
			}
			if placed := test.at != ""; placed != (typed.Line > 0) {
				t.Errorf("the place is line %d, column %d", typed.Line, typed.Column)
			} else if placed && (typed.Line != 1 || !strings.HasPrefix(text[typed.Column-1:], test.at)) {
				t.Errorf("the place is line %d, %.20q, want %q", typed.Line, text[typed.Column-1:], test.at)
			}
		})
	}
}

func TestDecodeRefusesEveryTruncation(t *testing.T) {
	for i := range len(whole) {
		if _, err := Decode([]byte(whole[:i])); err == nil {
			t.Errorf("accepted the first %d of %d bytes", i, len(whole))
		}
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", `artifact: the text ends where an artifact should be: was it cut off? (line 1, column 1)`},
		{"\n\n", `artifact: the text ends where an artifact should be: was it cut off? (line 3, column 1)`},
		{"{\"origin\":\n\t\"ü\", 1}", `artifact: expected a name in quotes, found a number (line 2, column 8)`},
		{strings.Replace(whole, `"line": 2`, `"line": ""`, 1), `artifact: diagnostics[0].line: expected a whole number, found a string (line 20, column 97)`},
	}
	for _, test := range tests {
		if _, err := Decode([]byte(test.text)); err == nil || err.Error() != test.want {
			t.Errorf("error\n\t%v\nwant\n\t%s", err, test.want)
		}
	}
}

func TestDecodeSharesNoMemoryWithItsInput(t *testing.T) {
	data := []byte(whole)
	a, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		data[i] = 'x'
	}
	other, err := Decode([]byte(strings.ReplaceAll(whole, "o", "0")))
	if err == nil {
		t.Fatalf("accepted %+v", other)
	}
	if diff := cmp.Diff(wholeArtifact(), a); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestListsOfADecodedArtifactDoNotGrowIntoEachOther(t *testing.T) {
	for _, n := range []int{2, longList + 1} {
		a := sample(1, n)
		data, err := Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		_ = append(got.Fixes[0].Edits, fixedits.Edit{Path: "intruder"})
		_ = append(got.Fixes[0].Edits[0].New, "intruder"...)
		_ = append(got.Diagnostics[0].Fixes, "intruder")
		if !reflect.DeepEqual(a, got) {
			t.Errorf("with %d fixes, a list overlaps its neighbor", n)
		}
	}
}

// TestDecodeAllocatesInProportion decodes the texts that need the most memory
// for their size.
func TestDecodeAllocatesInProportion(t *testing.T) {
	const most = 48 // bytes allocated in all, freed ones included, for one byte of input
	const n = 20_000
	head := strings.TrimSuffix(minimal, "]}")
	fix := `,{"id":"%d","rule":"r","phase":"style","title":"t","safety":"safe","confidence":"low","edits":[],"resolver":{"id":"x"}}`
	tests := []struct {
		name string
		text string
	}{
		{"fixes", head + numbered(n, fix) + "]}"},
		{"edits", strings.Replace(minimal, `"edits":[`, `"edits":[`+strings.Repeat(`{"path":"a.go","start":0,"end":0,"new":"é"},`, n), 1)},
		{"snapshots", strings.Replace(minimal, `"size":100}`, `"size":100}`+numbered(n, `,{"path":"%d","sha256":"`+hash+`","size":0}`), 1)},
		{"ids of unknown fixes", strings.Replace(minimal, `["f1"]`, `["f1"`+numbered(n, `,"%d"`)+`]`, 1)},
		{"equal ids", strings.Replace(minimal, `["f1"]`, `["f1"`+strings.Repeat(`,""`, n)+`]`, 1)},
		{"names within data", strings.Replace(minimal, `"edits"`, `"resolver":{"id":"x","data":{"":0`+numbered(n, `,"%d":0`)+`}},"edits"`, 1)},
		{"objects within data", strings.Replace(minimal, `"edits"`, `"resolver":{"id":"x","data":[0`+strings.Repeat(`,{}`, n)+`]},"edits"`, 1)},
		{"objects of one name within data", strings.Replace(minimal, `"edits"`, `"resolver":{"id":"x","data":[0`+strings.Repeat(`,{"":0}`, n)+`]},"edits"`, 1)},
		{"empty fixes", strings.Replace(minimal, `"fixes":[{`, `"fixes":[`+strings.Repeat(`{},`, n)+`{`, 1)},
		{"a long text", strings.Replace(minimal, `"title":"t"`, `"title":"`+strings.Repeat(`\n`, n)+`"`, 1)},
		{"long base64", strings.Replace(minimal, `"new":""`, `"new_base64":"`+strings.Repeat(`////`, n)+`"`, 1)},
		{"a long unknown name", strings.Replace(minimal, `"origin"`, `"`+strings.Repeat(`\n`, n)+`"`, 1)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			data := []byte(test.text)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Decode(data)
			runtime.ReadMemStats(&after)
			ratio := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(data))
			t.Logf("%d bytes of input, %.1f bytes allocated for each; %v", len(data), ratio, err)
			if ratio > most {
				t.Errorf("%.1f bytes allocated for each byte of input, want at most %d", ratio, most)
			}
		})
	}
}

// numbered repeats text n times, with its number for %d.
func numbered(n int, text string) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, text, i)
	}
	return out.String()
}
