package evidence

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	oracle "github.com/santhosh-tekuri/jsonschema/v6"
)

var hash = strings.Repeat("a", 64)

func sample() *Evidence {
	out := Output{Bytes: 3, SHA256: "98ea6e4f216f2fb4b69fff9b3a44842c38686ca685f3f55dc48c5d3fb1107be4", Head: "hi\n"}
	return &Evidence{
		Version: Version, Tool: Tool{"autofix", "1"}, ID: "0123456789abcdef",
		Base:    Base{Commit: strings.Repeat("b", 40), Tree: strings.Repeat("c", 40)},
		Command: []string{"go", "test", "./..."}, Environment: []string{"PATH"},
		Sandbox: Sandbox{Level: "bubblewrap", Network: "deny"}, Engine: Engine{Kind: "none"},
		Runs: []Run{{
			ID: "r1", Phase: Reproduce, State: AtBase, Attempt: 1, Command: []string{"go"}, End: Exited, Exit: 1,
			Stdout: out, Stderr: out, Reader: "go-test", Cases: []Case{{Suite: "a", Name: "TestA", Status: Failed}}, Built: true,
		}},
		Candidates: []Candidate{{
			ID: 1, SHA256: hash, Files: []File{{Path: "a.go", Kind: Source, Op: "modify", Added: 1}},
			Conditions: []Condition{{ID: "P1", Holds: Yes, Detail: "it fails", Runs: []string{"r1"}}}, Verdict: Proven,
		}},
		Verdict: Proven,
	}
}

func TestRoundTrip(t *testing.T) {
	want := sample()
	text, err := Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	// Another implementation of JSON Schema agrees.
	compiler := oracle.NewCompiler()
	schema, err := oracle.UnmarshalJSON(bytes.NewReader(Schema()))
	if err == nil {
		err = compiler.AddResource("urn:rules-autofix:evidence:1", schema)
	}
	if err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("urn:rules-autofix:evidence:1")
	if err != nil {
		t.Fatal(err)
	}
	value, err := oracle.UnmarshalJSON(bytes.NewReader(text))
	if err == nil {
		err = compiled.Validate(value)
	}
	if err != nil {
		t.Error(err)
	}
}

func TestPublishedSchema(t *testing.T) {
	published, err := os.ReadFile("../../../docs/evidence.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(published), string(Schema())); diff != "" {
		t.Errorf("run `go run ./cmd/autofix schema evidence > docs/evidence.schema.json` (-published +schema)\n%s", diff)
	}
}

// Evidence that this package cannot have written is refused.
func TestDecodeRefuses(t *testing.T) {
	for name, row := range map[string]struct {
		change func(e *Evidence)
		want   string
	}{
		"another version":   {func(e *Evidence) { e.Version = 2 }, "only 1"},
		"an unknown state":  {func(e *Evidence) { e.Runs[0].State = "x" }, "enum"},
		"an unknown result": {func(e *Evidence) { e.Runs[0].Cases[0].Status = "fine" }, "enum"},
		"a verdict":         {func(e *Evidence) { e.Verdict = "correct" }, "enum"},
		"an id":             {func(e *Evidence) { e.ID = "../../x" }, "pattern"},
		"a commit":          {func(e *Evidence) { e.Base.Commit = "--upload-pack=x" }, "hashes"},
		"no command":        {func(e *Evidence) { e.Command = nil }, "empty"},
		"a run twice":       {func(e *Evidence) { e.Runs = append(e.Runs, e.Runs[0]) }, "twice"},
		"no such run":       {func(e *Evidence) { e.Candidates[0].Conditions[0].Runs = []string{"r9"} }, "there is not"},
		"no hash":           {func(e *Evidence) { e.Runs[0].Stdout.SHA256 = "" }, "no hash"},
		"no hash of it":     {func(e *Evidence) { e.Candidates[0].SHA256 = "x" }, "no hash"},
		"another output":    {func(e *Evidence) { e.Runs[0].Stdout.Head = "ho\n" }, "not the one"},
		"another size":      {func(e *Evidence) { e.Runs[0].Stderr.Bytes++ }, "not the one"},
		"less than it says": {func(e *Evidence) { e.Runs[0].Stderr.Bytes, e.Runs[0].Stderr.Omitted = 9, 7 }, "not the one"},
		"a path outside":    {func(e *Evidence) { e.Candidates[0].Files[0].Path = "../a.go" }, "not a path"},
		"an absolute path":  {func(e *Evidence) { e.Candidates[0].Files[0].Path = "/a.go" }, "not a path"},
	} {
		t.Run(name, func(t *testing.T) {
			e := sample()
			row.change(e)
			text, err := Encode(e)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Decode(text); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("got %v, want %q", err, row.want)
			}
		})
	}
	good, _ := Encode(sample())
	for _, text := range []string{
		"", "{", "null", "[]", string(good) + "x", strings.Replace(string(good), `"version"`, `"extra": 1, "version"`, 1),
		strings.Replace(string(good), `"version"`, `"Version"`, 1), strings.Replace(string(good), `"version"`, `"verdict": "refuted", "version"`, 1),
		strings.Replace(string(good), `"exit": 1`, `"exit": 1e999`, 1), strings.Replace(string(good), `"exit": 1`, `"exit": 99999999999999999999`, 1),
		strings.Repeat(`{"base":`, 200_000), strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000),
	} {
		if _, err := Decode([]byte(text)); err == nil {
			t.Errorf("%.40q is accepted", text)
		}
	}
}

func TestEncodeCuts(t *testing.T) {
	e := sample()
	long := strings.Repeat("0123456789abcdé\n", 1<<16)
	for range 20 {
		run := e.Runs[0]
		run.ID = "r" + string(rune('1'+len(e.Runs)%9)) + strings.Repeat("0", len(e.Runs)/9)
		run.Stdout = Output{Bytes: int64(2 * len(long)), SHA256: hash, Head: long, Tail: long}
		e.Runs = append(e.Runs, run)
	}
	text, err := Encode(e)
	if err != nil || len(text) > MaxBytes {
		t.Fatal(len(text), err)
	}
	got, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	out := got.Runs[1].Stdout
	if kept := int64(len(out.Head)) + out.Omitted + int64(len(out.Tail)); kept != out.Bytes || len(got.Notes) != 1 {
		t.Errorf("%d bytes are accounted for of %d; notes %q", kept, out.Bytes, got.Notes)
	}
	if len(e.Notes) != 0 || e.Runs[1].Stdout.Head != long {
		t.Error("the evidence itself was changed")
	}
}

func TestCut(t *testing.T) {
	for limit := range 14 {
		for _, o := range []Output{{Head: "aéz→x€é"}, {Head: "aéz→x€é", Omitted: 3, Tail: "→x€éa"}, {Head: "\xff\xfe\xe2\x82"}} {
			before := int64(len(o.Head)+len(o.Tail)) + o.Omitted
			c := o.Cut(limit)
			if len(c.Head) > limit || len(c.Tail) > limit || int64(len(c.Head)+len(c.Tail))+c.Omitted != before {
				t.Errorf("%+v cut to %d: %+v", o, limit, c)
			}
			if utf8.ValidString(o.Head) && (!utf8.ValidString(c.Head) || !utf8.ValidString(c.Tail)) {
				t.Errorf("%+v cut to %d breaks a character: %+v", o, limit, c)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	good, _ := Encode(sample())
	f.Add(good)
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := Decode(text)
		if err != nil {
			return
		}
		again, err := Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(again); err != nil && json.Valid(again) {
			t.Errorf("what was read cannot be written and read: %v", err)
		}
	})
}
