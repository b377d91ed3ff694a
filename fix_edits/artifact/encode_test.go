package artifact

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

const wholeEncoded = `{
  "version": 1,
  "tool": {"name": "autofix", "version": "0.1.0"},
  "origin": "//app:image",
  "plan": true,
  "snapshots": [
    {"path": "app/Dockerfile", "sha256": "` + hash + `", "size": 123},
    {"path": "b/ü.bin", "sha256": "` + hash + `", "size": 0},
    {"path": "c.yaml", "sha256": "` + hash + `", "size": 9}
  ],
  "diagnostics": [
    {"id": "d1", "rule": "hadolint/DL3020", "phase": "semantic", "severity": "warning", "message": "use COPY\n😀", "path": "app/Dockerfile", "start": 10, "end": 13, "line": 2, "column": 1, "fixes": ["f1"]},
    {"id": "d2", "rule": "r", "phase": "style", "severity": "info", "message": "m", "path": "c.yaml", "start": 0, "end": 0, "line": 1, "column": 1, "pointer": "", "document": 0, "fingerprints": ["0123456789abcdef01234567", "89abcdef0123456789abcdef"], "category": "unused", "related": [{"path": "c.yaml", "start": 3, "end": 9, "line": 1, "column": 4, "message": "here\n"}, {"path": "b/ü.bin", "start": 0, "end": 0, "line": 1, "column": 1, "message": "and here"}]}
  ],
  "fixes": [
    {"id": "f1", "rule": "hadolint/DL3020", "phase": "semantic", "title": "Use \"COPY\"", "safety": "safe", "confidence": "high", "edits": [
      {"path": "app/Dockerfile", "start": 10, "end": 13, "new": "COPY"},
      {"path": "b/ü.bin", "start": 0, "end": 0, "new_base64": "/wA="}
    ], "idempotent": true, "isolation": "imports", "resolver": {"id": "ai-autofix", "path": "b/ü.bin", "data": {"a":[]}}, "disposition": {"status": "conflict", "code": "overlaps", "by": "f1", "reason": "overlaps itself"}},
    {"id": "f2", "rule": "schema/const", "phase": "semantic", "title": "Replace", "safety": "suggestion", "confidence": "low", "edits": [
      {"path": "c.yaml", "start": 3, "end": 4, "new": "2"}
    ], "actions": [
      {"op": "replace_value", "file": "c.yaml", "document": 1, "json_pointer": "/a~1b", "value": {"n":[-1.5e+3,null]}, "expects": {"type": "object", "equals": {}, "exists": true}},
      {"op": "add_value", "file": "c.yaml", "json_pointer": "", "key": "", "value": null},
      {"op": "remove_key", "file": "c.yaml", "json_pointer": "", "key": "ü", "expects": {"exists": false}},
      {"op": "insert_array_item", "file": "c.yaml", "json_pointer": "/m", "value": "x"},
      {"op": "insert_array_item", "file": "c.yaml", "json_pointer": "/m", "index": 0, "value": "x", "expects": {}},
      {"op": "replace_array_item", "file": "c.yaml", "json_pointer": "/m", "index": 2, "value": true},
      {"op": "rename_key", "file": "c.yaml", "json_pointer": "", "from": "a", "to": "b", "expects": {"equals": null}}
    ], "certificate": {"kind": "value", "before": "` + hash + `", "after": "` + hash + `"}}
  ],
  "left_alone": [
    {"path": "big.bin", "reason": "larger than 16 MiB"},
    {"path": "vendor/a.go", "reason": "it is vendored", "default": true, "more": 7}
  ]
}
`

func TestMarshalGivesARecordALine(t *testing.T) {
	tests := []struct {
		name string
		a    *Artifact
		want string
	}{
		{"every field", wholeArtifact(), wholeEncoded},
		{
			"nothing found", New(Tool{Name: "t"}, ""),
			"{\n  \"version\": 1,\n  \"tool\": {\"name\": \"t\", \"version\": \"\"},\n  \"origin\": \"\",\n" +
				"  \"snapshots\": [],\n  \"diagnostics\": [],\n  \"fixes\": []\n}\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Marshal(test.a)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			var written bytes.Buffer
			if err := Encode(&written, test.a); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(written.Bytes(), got) {
				t.Error("Encode writes something else than Marshal returns")
			}
		})
	}
}

func TestEveryByteOfATextSurvives(t *testing.T) {
	for c := range 256 {
		for _, text := range [][]byte{{byte(c)}, {'a', byte(c), 'b'}, {0xc3, byte(c)}, {byte(c), '\\', '"'}} {
			a := wholeArtifact()
			a.Fixes[0].Edits[0].New = text
			data, err := Marshal(a)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Decode(data)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if !reflect.DeepEqual(a, got) {
				t.Errorf("%q comes back as %q", text, got.Fixes[0].Edits[0].New)
			}
		}
	}
}

func TestMarshalRefusesWhatDecodeWould(t *testing.T) {
	tests := []struct {
		name    string
		corrupt func(a *Artifact)
		want    string
	}{
		{"no version", func(a *Artifact) { a.Version = 0 }, `artifact: version: this program reads version 1, not 0: make the artifact and read it with one version of the tool`},
		{"a tool version that is not UTF-8", func(a *Artifact) { a.Tool.Version = "\xff" }, `artifact: tool.version: "\xff" is not valid UTF-8, which JSON requires`},
		{"an origin that is not UTF-8", func(a *Artifact) { a.Origin = "\xff" }, `artifact: origin: "\xff" is not valid UTF-8, which JSON requires`},
		{"a path that is not UTF-8", func(a *Artifact) { a.Snapshots[1].Path = "\xff" }, `artifact: snapshots[1].path: "\xff" is not a clean path of UTF-8 within the workspace`},
		{"a message that is not UTF-8", func(a *Artifact) { a.Diagnostics[0].Message = "\xff" }, `artifact: diagnostics[0].message: "\xff" is not valid UTF-8, which JSON requires`},
		{"a negative size", func(a *Artifact) { a.Snapshots[0].Size = -1 }, `artifact: snapshots[0].size: -1 is not from 0 to 9007199254740991`},
		{"a negative start", func(a *Artifact) { a.Fixes[0].Edits[1].Start = -1 }, `artifact: fixes[0].edits[1].start: -1 is before the start of b/ü.bin`},
		{"a finding with a negative start", func(a *Artifact) { a.Diagnostics[0].Start = -1 }, `artifact: diagnostics[0].start: -1 is before the start of app/Dockerfile`},
		{"an end past the file", func(a *Artifact) { a.Fixes[0].Edits[1].End = 1 }, `artifact: fixes[0].edits[1].end: 1 is past the end of b/ü.bin (0 bytes)`},
		{"no severity", func(a *Artifact) { a.Diagnostics[0].Severity = "" }, `artifact: diagnostics[0].severity: "" is not one of error, warning, info`},
		{"no phase", func(a *Artifact) { a.Fixes[0].Phase = "" }, `artifact: fixes[0].phase: "" is not one of syntax, semantic, style, format`},
		{"data with a name twice", func(a *Artifact) { a.Fixes[0].Resolver.Data = []byte(`{"a":1,"a":1}`) }, `artifact: fixes[0].resolver.data: the name "a" occurs twice in one object (line 1, column 8)`},
		{"a resolver of a file without snapshot", func(a *Artifact) { a.Fixes[0].Resolver.Path = "other" }, `artifact: fixes[0].resolver.path: "other" has no snapshot`},
		{"a resolver of a file outside", func(a *Artifact) { a.Fixes[0].Resolver.Path = "../x" }, `artifact: fixes[0].resolver.path: "../x" is not a clean path of UTF-8 within the workspace`},
		{"a warned file without snapshot", func(a *Artifact) { a.Warn = []string{"other"} }, `artifact: warn[0]: "other" has no snapshot in this artifact`},
		{"a warned file twice", func(a *Artifact) { a.Warn = []string{"app/Dockerfile", "app/Dockerfile"} }, `artifact: warn[1]: "app/Dockerfile" is named twice`},
		{"a resolver without id", func(a *Artifact) { a.Fixes[0].Resolver.ID = "" }, `artifact: fixes[0].resolver.id: empty`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := wholeArtifact()
			test.corrupt(a)
			data, err := Marshal(a)
			if err == nil {
				t.Fatalf("wrote %s", data)
			}
			if err.Error() != test.want {
				t.Errorf("error\n\t%s\nwant\n\t%s", err, test.want)
			}
			var written bytes.Buffer
			if err := Encode(&written, a); err == nil || written.Len() > 0 {
				t.Errorf("Encode wrote %q, error %v", written.Bytes(), err)
			}
		})
	}
}

func TestNormalizeOrdersWhateverTheOrderWas(t *testing.T) {
	diagnostic := func(id string, severity fixedits.Severity, path string, start int, rule, message string) fixedits.Diagnostic {
		return fixedits.Diagnostic{ID: id, Severity: severity, Path: path, Start: start, End: start, Rule: rule, Message: message}
	}
	fix := func(id string, safety fixedits.Safety, rule, title string, edits ...fixedits.Edit) fixedits.Fix {
		return fixedits.Fix{ID: id, Safety: safety, Rule: rule, Title: title, Edits: edits}
	}
	edit := func(path string, start, end int, text string) fixedits.Edit {
		return fixedits.Edit{Path: path, Start: start, End: end, New: []byte(text)}
	}
	ordered := Artifact{
		Snapshots: []fixedits.Snapshot{{Path: "a"}, {Path: "b"}, {Path: "b", Size: 1}},
		Diagnostics: []fixedits.Diagnostic{
			diagnostic("9", fixedits.SeverityError, "z", 9, "z", "z"),
			diagnostic("8", fixedits.SeverityWarning, "a", 9, "z", "z"),
			diagnostic("7", fixedits.SeverityInfo, "a", 9, "z", "z"),
			diagnostic("6", fixedits.SeverityInfo, "b", 2, "z", "z"),
			diagnostic("5", fixedits.SeverityInfo, "b", 10, "a", "z"),
			diagnostic("4", fixedits.SeverityInfo, "b", 10, "b", "a"),
			diagnostic("2", fixedits.SeverityInfo, "b", 10, "b", "b"),
			diagnostic("3", fixedits.SeverityInfo, "b", 10, "b", "b"),
		},
		Fixes: []fixedits.Fix{
			fix("9", fixedits.SafetySafe, "r", "t", edit("z", 9, 9, "")),
			fix("8", fixedits.SafetySuggestion, "r", "t", edit("z", 9, 9, "")),
			fix("0", fixedits.SafetyUnsafe, "r", "resolver"),
			fix("7", fixedits.SafetyUnsafe, "r", "t", edit("a", 2, 9, ""), edit("z", 1, 1, "second"), edit("z", 1, 1, "first")),
			fix("6", fixedits.SafetyUnsafe, "a", "t", edit("a", 10, 10, "")),
			fix("5", fixedits.SafetyUnsafe, "r", "s", edit("a", 10, 10, "")),
			fix("4", fixedits.SafetyUnsafe, "r", "t", edit("a", 10, 10, "")),
			fix("3", fixedits.SafetyUnsafe, "r", "t", edit("a", 10, 11, "")),
		},
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		a := Artifact{
			Snapshots:   append(slices.Clone(ordered.Snapshots), ordered.Snapshots[0]),
			Diagnostics: append(slices.Clone(ordered.Diagnostics), ordered.Diagnostics...),
			Fixes:       append(slices.Clone(ordered.Fixes), ordered.Fixes[3]),
		}
		random.Shuffle(len(a.Snapshots), func(i, j int) { a.Snapshots[i], a.Snapshots[j] = a.Snapshots[j], a.Snapshots[i] })
		random.Shuffle(len(a.Diagnostics), func(i, j int) {
			a.Diagnostics[i], a.Diagnostics[j] = a.Diagnostics[j], a.Diagnostics[i]
		})
		random.Shuffle(len(a.Fixes), func(i, j int) { a.Fixes[i], a.Fixes[j] = a.Fixes[j], a.Fixes[i] })
		for i := range a.Fixes {
			edits := slices.Clone(a.Fixes[i].Edits)
			if len(edits) == 3 { // the insertions keep their order, wherever the other edit is
				edits = slices.Concat(edits[1:], edits[:1])
			}
			a.Fixes[i].Edits = edits
		}
		a.Normalize()
		if diff := cmp.Diff(ordered, a); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	}
}

func TestNormalizeKeepsContradictionsForValidate(t *testing.T) {
	a := wholeArtifact()
	other := a.Fixes[0]
	other.Idempotent = false
	a.Fixes = append(a.Fixes, other)
	a.Normalize()
	want := `artifact: fixes[1].id: an earlier fix has the same id, "f1"`
	if err := a.Validate(); err == nil || err.Error() != want {
		t.Errorf("error\n\t%v\nwant\n\t%s", err, want)
	}
}

func TestNormalizeMakesTextForPeopleUTF8(t *testing.T) {
	a := wholeArtifact()
	a.Diagnostics[0].Message = "caf\xe9"
	a.Fixes[0].Title = "\xff"
	a.Normalize()
	if got := a.Diagnostics[0].Message + a.Fixes[0].Title; got != "caf\ufffd\ufffd" {
		t.Errorf("got %q", got)
	}
	if err := a.Validate(); err != nil {
		t.Error(err)
	}
}

func TestWarn(t *testing.T) {
	a := New(Tool{Name: "autofix"}, "")
	for _, name := range []string{"a", "b"} {
		a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(name, nil))
	}
	a.Warn = []string{"b", "a", "b"}
	a.Normalize()
	text, err := Marshal(a)
	if err != nil || !strings.Contains(string(text), "  \"warn\": [\"a\", \"b\"],\n") {
		t.Fatalf("%v:\n%s", err, text)
	}
	if b, err := Decode(text); err != nil || !cmp.Equal(a, b) {
		t.Errorf("%v: %s", err, cmp.Diff(a, b))
	}
}

func TestNamesOfCheckers(t *testing.T) {
	for name, list := range map[string]func(*Artifact) *[]string{
		"checkers": func(a *Artifact) *[]string { return &a.Checkers },
		"without":  func(a *Artifact) *[]string { return &a.Without },
	} {
		a := New(Tool{Name: "autofix"}, "//a")
		*list(a) = []string{"text", "format", "text"}
		a.Normalize()
		text, err := Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		if want := "  \"origin\": \"//a\",\n  \"" + name + "\": [\"format\", \"text\"],\n  \"snapshots\": []"; !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
		b, err := Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Error(diff)
		}
		for _, wrong := range []string{`["a", "a"]`, `[""]`, `["\u0001"]`, `"format"`, `[1]`, `null`} {
			broken := strings.Replace(string(text), `["format", "text"]`, wrong, 1)
			if _, err := Decode([]byte(broken)); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: error %v", wrong, err)
			}
		}
	}
}

func TestReads(t *testing.T) {
	a := New(Tool{Name: "autofix"}, "//a")
	one, two := fixedits.SnapshotOf(".hadolint.yaml", []byte("a")), fixedits.SnapshotOf("app/.dockerignore", nil)
	a.Reads = []fixedits.Snapshot{two, one, two}
	a.Normalize()
	text, err := Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]fixedits.Snapshot{one, two}, b.Reads); diff != "" {
		t.Error(diff)
	}
	for name, wrong := range map[string][2]string{
		"a path twice":         {"app/.dockerignore", ".hadolint.yaml"},
		"a path that goes out": {"app/.dockerignore", "../.dockerignore"},
		"no digest":            {one.SHA256, "x"},
	} {
		broken := strings.Replace(string(text), wrong[0], wrong[1], 1)
		if _, err := Decode([]byte(broken)); err == nil || !strings.Contains(err.Error(), "reads[") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
