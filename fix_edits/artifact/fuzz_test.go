package artifact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// FuzzDecode checks that the decoder accepts nothing that the schema, a
// standard JSON decoder or the size of a file forbids, and that an accepted
// artifact survives being written and read.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte(minimal))
	f.Add([]byte(wholeEncoded))
	f.Add([]byte(strings.Replace(minimal, `"new":""`, `"new_base64":"/w=="`, 1)))
	f.Add([]byte(strings.Replace(minimal, `"edits"`, `"resolver":{"id":"x","data":[1e9,"\u0000",{"":null}]},"edits"`, 1)))
	f.Add([]byte(`{"version":2}`))
	f.Add([]byte(renaming))
	f.Add([]byte(strings.Replace(renaming, `"absent": true`, `"absent": false`, 1)))
	f.Add([]byte(strings.Replace(renaming, `"delete": true`, `"delete": true, "create": true, "new": ""`, 1)))
	schema := resolved(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Decode(data)
		if err != nil {
			if a != nil {
				t.Fatal("an artifact and an error")
			}
			if strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Fatalf("the error is not one plain line: %q", err)
			}
			return
		}
		sizes, absent := map[string]int{}, map[string]bool{}
		for _, s := range a.Snapshots {
			sizes[s.Path] = s.Size
			absent[s.Path] = s.Absent
			if s.Absent && (s.Size != 0 || s.SHA256 != "") {
				t.Fatalf("accepted the absent file %+v", s)
			}
		}
		for _, fix := range a.Fixes {
			for _, e := range fix.Edits {
				if size, ok := sizes[e.Path]; !ok || e.Start < 0 || e.End < e.Start || e.End > size {
					t.Fatalf("accepted the edit %+v of a file of %d bytes", e, size)
				}
				if absent[e.Path] != e.IsCreation() || e.Executable && !e.IsCreation() || e.IsDeletion() && e.New != nil {
					t.Fatalf("accepted the edit %+v of a file that is absent: %v", e, absent[e.Path])
				}
			}
		}
		for _, d := range a.Diagnostics {
			for _, r := range d.Related {
				if size, ok := sizes[r.Path]; !ok || r.Start < 0 || r.End < r.Start || r.End > size {
					t.Fatalf("accepted the related place %+v of a file of %d bytes", r, size)
				}
			}
		}
		if err := validates(t, schema, data); err != nil {
			t.Fatalf("accepted an artifact that the schema rejects: %v", err)
		}
		compareWithStandardDecoder(t, a, data)
		survives(t, a)
	})
}

// survives checks that the artifact is the same after being written and read,
// and that its bytes are the same after that.
func survives(t *testing.T, a *Artifact) {
	t.Helper()
	data, err := Marshal(a)
	if err != nil {
		t.Fatalf("an accepted artifact cannot be written: %v", err)
	}
	again, err := Decode(data)
	if err != nil {
		t.Fatalf("a written artifact cannot be read: %v in %s", err, data)
	}
	if !reflect.DeepEqual(a, again) {
		t.Fatalf("read %+v\nafter writing %+v", again, a)
	}
	if repeated, err := Marshal(again); err != nil || !bytes.Equal(data, repeated) {
		t.Fatalf("written again it is %s\nwant %s, error %v", repeated, data, err)
	}
}

// compareWithStandardDecoder compares the texts and numbers of a with those
// that encoding/json reads.
func compareWithStandardDecoder(t *testing.T, a *Artifact, data []byte) {
	t.Helper()
	var other struct {
		Tool        Tool
		Origin      string
		Snapshots   []fixedits.Snapshot
		Diagnostics []fixedits.Diagnostic
		Fixes       []struct {
			fixedits.Fix
			Edits []struct {
				Path       string
				Start, End int
				New        string
				New64      []byte `json:"new_base64"`

				Create, Delete, Executable bool
			} `json:"edits"`
		}
	}
	if err := json.Unmarshal(data, &other); err != nil {
		t.Fatalf("encoding/json rejects it: %v", err)
	}
	if other.Tool != a.Tool || other.Origin != a.Origin || len(other.Snapshots) != len(a.Snapshots) ||
		len(other.Diagnostics) != len(a.Diagnostics) || len(other.Fixes) != len(a.Fixes) {
		t.Fatalf("encoding/json reads %+v, not %+v", other, a)
	}
	for i, s := range other.Snapshots {
		if s != a.Snapshots[i] {
			t.Fatalf("encoding/json reads %+v, not %+v", s, a.Snapshots[i])
		}
	}
	for i, d := range other.Diagnostics {
		if len(d.Fixes) == 0 {
			d.Fixes = nil
		}
		if !reflect.DeepEqual(d, a.Diagnostics[i]) {
			t.Fatalf("encoding/json reads %+v, not %+v", d, a.Diagnostics[i])
		}
	}
	for i, fix := range other.Fixes {
		got := a.Fixes[i]
		for j, e := range fix.Edits {
			text := append([]byte(e.New), e.New64...)
			if want := got.Edits[j]; e.Path != want.Path || e.Start != want.Start || e.End != want.End || !bytes.Equal(text, want.New) ||
				e.Create != want.IsCreation() || e.Delete != want.IsDeletion() || e.Executable != want.Executable {
				t.Fatalf("encoding/json reads %+v, not %+v", e, want)
			}
		}
		got.Edits, got.Resolver = nil, fix.Resolver
		if !fixedits.EqualOperations(compacted(fix.Actions), got.Actions) {
			t.Fatalf("encoding/json reads %+v, not %+v", fix.Actions, got.Actions)
		}
		got.Actions = fix.Actions
		if !reflect.DeepEqual(fix.Fix, got) {
			t.Fatalf("encoding/json reads %+v, not %+v", fix.Fix, got)
		}
	}
}

// FuzzMarshal makes artifacts out of arbitrary bytes. Those that Validate
// accepts survive being written and read, and no others are written.
func FuzzMarshal(f *testing.F) {
	f.Add([]byte("a.go\x00\x10f1 rule title \xff\xfe text <html> \u2028"))
	f.Add(bytes.Repeat([]byte{1, 2, 3, 5, 8, 13, 21, 34}, 64))
	f.Add(bytes.Repeat([]byte{0, 1}, 400))
	schema := resolved(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		m := maker{data: data}
		a := m.artifact()
		a.Normalize()
		err := a.Validate()
		text, failed := Marshal(a)
		if (err == nil) != (failed == nil) {
			t.Fatalf("Validate says %v, Marshal %v", err, failed)
		}
		if err != nil {
			if text != nil {
				t.Fatalf("wrote %s despite an error", text)
			}
			return
		}
		if err := validates(t, schema, text); err != nil {
			t.Fatalf("wrote an artifact that the schema rejects: %v\n%s", err, text)
		}
		survives(t, a)
	})
}

// A maker makes artifacts, most of them valid, out of bytes.
type maker struct {
	data []byte
}

// below returns a number in [0, n).
func (m *maker) below(n int) int {
	if len(m.data) == 0 {
		return 0
	}
	b := m.data[0]
	m.data = m.data[1:]
	return int(b) % n
}

func (m *maker) bytes() []byte {
	n := min(m.below(16), len(m.data))
	out := m.data[:n:n]
	m.data = m.data[n:]
	if n == 0 {
		return nil
	}
	return bytes.Clone(out)
}

// text returns text that an artifact mostly accepts.
func (m *maker) text(prefix string) string {
	text := string(m.bytes())
	if m.below(8) > 0 {
		text = strings.ToValidUTF8(text, "?")
	}
	return prefix + text
}

func (m *maker) artifact() *Artifact {
	a := New(Tool{Name: m.text("t"), Version: m.text("")}, m.text(""))
	a.Plan = m.below(2) == 1
	for range m.below(4) {
		content := m.bytes()
		snapshot := fixedits.SnapshotOf(m.text("p"), content)
		if m.below(4) == 1 {
			snapshot = fixedits.SnapshotOfAbsent(snapshot.Path)
		}
		a.Snapshots = append(a.Snapshots, snapshot)
	}
	if len(a.Snapshots) == 0 {
		return a
	}
	for range m.below(5) {
		fix := fixedits.Fix{
			ID: m.text("f"), Rule: m.text("r"), Phase: phases[m.below(4)], Title: m.text("t"),
			Safety: safeties[m.below(3)], Confidence: confidences[m.below(3)], Idempotent: m.below(2) == 1,
		}
		for range m.below(4) {
			s := a.Snapshots[m.below(len(a.Snapshots))]
			start := m.below(s.Size + 1)
			end := start + m.below(s.Size-start+1+m.below(2)) // sometimes past the end
			edit := fixedits.Edit{Path: s.Path, Start: start, End: end, New: m.bytes()}
			switch kind := m.below(8); {
			case s.Absent && kind > 0: // 0 is a mistake
				edit = fixedits.Edit{Path: s.Path, New: edit.New, Kind: fixedits.EditCreate, Executable: kind > 6}
			case kind == 7:
				edit = fixedits.Edit{Path: s.Path, Kind: fixedits.EditDelete}
			}
			fix.Edits = append(fix.Edits, edit)
		}
		if len(fix.Edits) == 0 {
			fix.Resolver = &fixedits.Resolver{ID: m.text("ai")}
			if m.below(2) == 0 {
				fix.Resolver.Path = a.Snapshots[m.below(len(a.Snapshots))].Path
			}
		}
		if m.below(4) == 0 {
			fix.Isolation = m.text("i")
		}
		if m.below(4) == 0 {
			fix.Actions = []fixedits.Operation{m.operation(a.Snapshots[m.below(len(a.Snapshots))].Path)}
		}
		if m.below(4) == 0 {
			fix.Certificate = &fixedits.Certificate{
				Kind: certificates[m.below(len(certificates))], Before: strings.Repeat("a", 64), After: strings.Repeat(string('a'+rune(m.below(7))), 64),
			}
		}
		if m.below(4) == 0 {
			fix.Disposition = &fixedits.Disposition{
				Status: dispositions[m.below(5)], Code: fixedits.Code(m.text("c")), Reason: m.text(""),
			}
			if m.below(2) == 0 && len(a.Fixes) > 0 {
				fix.Disposition.By = a.Fixes[m.below(len(a.Fixes))].ID
			}
		}
		a.Fixes = append(a.Fixes, fix)
	}
	for range m.below(5) {
		s := a.Snapshots[m.below(len(a.Snapshots))]
		d := fixedits.Diagnostic{
			ID: m.text("d"), Rule: m.text("r"), Phase: phases[m.below(4)], Severity: severities[m.below(3)],
			Message: m.text("m"), Path: s.Path, Start: m.below(s.Size + 1), Line: 1 + m.below(9), Column: 1 + m.below(9),
		}
		d.End = d.Start
		if m.below(4) == 0 {
			d.Pointer = new("/" + m.text(""))
		}
		if m.below(4) == 0 {
			d.Document = new(m.below(3))
		}
		for range m.below(3) {
			d.Fingerprints = append(d.Fingerprints, fmt.Sprintf("%024x", m.below(1<<8)))
		}
		if m.below(4) == 0 {
			d.Category = m.text("")
		}
		for range m.below(3) {
			at := a.Snapshots[m.below(len(a.Snapshots))]
			r := fixedits.Related{Path: at.Path, Start: m.below(at.Size + 1), Line: m.below(9), Column: 1 + m.below(9), Message: m.text("r")}
			r.End = r.Start + m.below(at.Size-r.Start+1+m.below(2)) // sometimes past the end
			d.Related = append(d.Related, r)
		}
		for _, fix := range a.Fixes[:m.below(len(a.Fixes)+1)] {
			d.Fixes = append(d.Fixes, fix.ID)
		}
		a.Diagnostics = append(a.Diagnostics, d)
	}
	return a
}

func (m *maker) operation(path string) fixedits.Operation {
	kind := operationKinds[m.below(len(operationKinds))]
	op := fixedits.Operation{Kind: kind, File: path, Pointer: m.text("")}
	if m.below(4) > 0 {
		op.Pointer = "/" + strings.NewReplacer("~", "~0").Replace(op.Pointer)
	}
	if m.below(2) == 0 {
		op.Document = new(m.below(3))
	}
	shape := operationShapes[kind]
	if m.below(8) == 0 {
		shape.required = 1 << operationKey // of another kind, mostly
	}
	for _, field := range fieldsOf(shape.required | shape.allowed) {
		switch field {
		case operationKey:
			op.Key = m.text("")
		case operationFrom:
			op.From = m.text("")
		case operationTo:
			op.To = m.text("")
		case operationIndex:
			op.Index = new(m.below(3))
		case operationValue:
			op.Value, _ = json.Marshal(map[string]string{m.text(""): m.text("")})
		}
	}
	if m.below(2) == 0 {
		op.Expects = &fixedits.Expects{Type: []string{"", "null", "integer", "wrong"}[m.below(4)]}
		if m.below(2) == 0 {
			op.Expects.Exists = new(m.below(2) == 0)
		}
		if m.below(2) == 0 {
			op.Expects.Equals = json.RawMessage("null")
		}
	}
	return op
}

// compacted returns operations with their values without whitespace.
func compacted(list []fixedits.Operation) []fixedits.Operation {
	compact := func(raw *json.RawMessage) {
		var out bytes.Buffer
		if len(*raw) > 0 && json.Compact(&out, *raw) == nil {
			*raw = out.Bytes()
		}
	}
	for i := range list {
		compact(&list[i].Value)
		if e := list[i].Expects; e != nil {
			compact(&e.Equals)
		}
	}
	return list
}
