package artifact

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// listed returns artifacts of the fields of a minimal one with these origins.
func listed(t testing.TB, origins ...string) (all []*Artifact) {
	t.Helper()
	for _, origin := range origins {
		a, err := Decode([]byte(minimal))
		if err != nil {
			t.Fatal(err)
		}
		a.Origin = origin
		all = append(all, a)
	}
	return all
}

func TestListDoesNotDependOnTheOrder(t *testing.T) {
	whole, err := Decode([]byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	all := append(listed(t, "//b", "", "//a", "//b"), whole)
	text, err := MarshalList(all)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(all)
	if again, err := MarshalList(all); err != nil || !bytes.Equal(again, text) {
		t.Errorf("another order gives other bytes (%v):\n%s", err, cmp.Diff(string(text), string(again)))
	}
	read, err := DecodeList(text)
	if err != nil {
		t.Fatal(err)
	}
	var origins []string
	for _, a := range read {
		origins = append(origins, a.Origin)
	}
	if want := []string{"", "//a", "//app:image", "//b"}; !slices.Equal(origins, want) { // the equal one once
		t.Errorf("origins %q, want %q", origins, want)
	}
	if again, err := MarshalList(read); err != nil || !bytes.Equal(again, text) {
		t.Errorf("what was read is written differently (%v)", err)
	}
}

func TestDecodeList(t *testing.T) {
	one := strings.TrimSpace(string(encodedMinimal(t)))
	deep := strings.Replace(minimal, `"edits"`, `"resolver":{"id":"x","data":`+strings.Repeat("[", maxDepth)+strings.Repeat("]", maxDepth)+`},"edits"`, 1)
	if _, err := Decode([]byte(deep)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, text string
		want       int
		err        string
	}{
		{name: "one artifact", text: one, want: 1},
		{name: "a list", text: "[" + one + " ,\n" + one + "]\n", want: 2},
		{name: "an empty list", text: " [ ] ", want: 0},
		{name: "values as deep as in an artifact", text: "[" + deep + "]", want: 1},
		{name: "nothing", text: "", err: "artifact: the text ends where an artifact should be: was it cut off? (line 1, column 1)"},
		{name: "cut off in the list", text: "[" + one + ",", err: "artifact: [1]: the text ends where an artifact should be: was it cut off?"},
		{name: "cut off after an artifact", text: "[" + one, err: `artifact: the text ends where "," or "]" should be: was it cut off?`},
		{name: "text after the list", text: "[" + one + "]" + one, err: "artifact: unexpected text after the artifacts"},
		{name: "a list in a list", text: "[[" + one + "]]", err: "artifact: [0]: expected an artifact, found a list (line 1, column 2)"},
		{name: "another version", text: "[" + one + ",\n{\"version\": 9}]", err: "artifact: [1].version: "},
		{name: "the place of an error", text: "[" + one + ",\n  {\"versio\": 1}]", err: fmt.Sprintf("(line %d, column 4)", strings.Count(one, "\n")+2)},
		{name: "a byte order mark", text: "\ufeff[" + one + "]", err: "artifact: the text begins with a byte order mark"},
	} {
		t.Run(test.name, func(t *testing.T) {
			all, err := DecodeList([]byte(test.text))
			switch {
			case test.err == "" && (err != nil || len(all) != test.want):
				t.Errorf("%d artifacts, %v, want %d", len(all), err, test.want)
			case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
				t.Errorf("error %v, want %s", err, test.err)
			case test.err != "" && all != nil:
				t.Error("artifacts and an error")
			}
		})
	}
}

func TestDecodeFindings(t *testing.T) {
	one, version := strings.TrimSpace(string(encodedMinimal(t))), `"version": 1`
	deep := func(n int) string {
		value := strings.Repeat("[", n) + strings.Repeat("]", n)
		return strings.Replace(minimal, `"edits"`, `"actions":[{"expects":{"equals":`+value+`}}],"edits"`, 1)
	}
	for _, test := range []struct{ name, text, err string }{
		{name: "one artifact", text: one},
		{name: "a list", text: "[" + one + ",\n" + whole + "]"},
		{name: "an empty list", text: "[]"},
		{name: "no artifact", text: "{}", err: "artifact: version: missing"},
		{name: "cut off in the fixes", text: one[:strings.Index(one, `"edits"`)], err: "was it cut off?"},
		{name: "cut off after an artifact", text: "[" + one, err: "was it cut off?"},
		{name: "another version", text: strings.Replace(one, version, `"version": 9`, 1), err: "artifact: version: this program reads version 1, not 9"},
		{name: "a name twice", text: strings.Replace(one, version, version+", "+version, 1), err: `the name "version" occurs twice`},
		{name: "a name twice in a diagnostic", text: strings.Replace(whole, `"message"`, `"rule": "r/x", "message"`, 1), err: `the name "rule" occurs twice`},
		{name: "fixes twice", text: strings.Replace(one, version, version+`, "fixes": []`, 1), err: `the name "fixes" occurs twice`},
		{name: "an unknown name", text: strings.Replace(one, version, version+`, "x": 1`, 1), err: `unknown name "x"`},
		{name: "a fix that is not JSON", text: strings.Replace(one, `"edits": [`, `"edits": [}`, 1), err: `expected a value, found an unexpected "}" (line `},
		{name: "a fix that is not UTF-8", text: strings.Replace(one, `"edits"`, `"`+"\xff"+`": 1, "edits"`, 1), err: "bytes that are not UTF-8"},
		{name: "a fix with other names", text: strings.Replace(one, `"edits"`, `"x": [{"y": 1, "y": 1.5e3}], "edits"`, 1)},
		{name: "a fix of another file", text: strings.Replace(one, `"edits": [`, `"edits": [{"path": "/x"}, `, 1)},
		{name: "values as deep as in an artifact", text: deep(maxDepth + 1)},
		{name: "deeper values", text: deep(maxDepth + 2), err: "the value nests more than 100 deep"},
	} {
		t.Run(test.name, func(t *testing.T) {
			all, err := DecodeFindings([]byte(test.text))
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) || all != nil {
					t.Errorf("%d artifacts, %v, want %s", len(all), err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if whole, err := DecodeList([]byte(test.text)); err == nil {
				if diff := cmp.Diff(withoutFixes(whole), all); diff != "" {
					t.Error(diff)
				}
			}
			for _, a := range all {
				if a.Fixes != nil {
					t.Errorf("it has %d fixes", len(a.Fixes))
				}
			}
			again, err := Decode([]byte(whole)) // with the same decoder
			if err != nil || len(again.Fixes) == 0 {
				t.Errorf("the next artifact has no fixes (%v)", err)
			}
		})
	}
}

// withoutFixes returns artifacts as DecodeFindings does.
func withoutFixes(all []*Artifact) []*Artifact {
	for _, a := range all {
		a.Fixes = nil
		for i := range a.Diagnostics {
			a.Diagnostics[i].Fixes = nil
		}
	}
	return all
}

func encodedMinimal(t *testing.T) []byte {
	t.Helper()
	text, err := Marshal(listed(t, "//a")[0])
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// FuzzDecodeList checks that a list has what each of its artifacts has alone, and
// that DecodeFindings reads whatever DecodeList reads.
func FuzzDecodeList(f *testing.F) {
	f.Add([]byte("[" + whole + "]"))
	f.Add([]byte("[" + minimal + ",\n" + wholeEncoded + "]"))
	f.Add([]byte("[" + minimal))
	f.Add([]byte(minimal))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := DecodeList(data)
		if err != nil {
			if all != nil || strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Fatalf("artifacts and an error, or an error that is not one plain line: %q", err)
			}
			return
		}
		if found, err := DecodeFindings(data); err != nil || len(found) != len(all) {
			t.Fatalf("%d artifacts without fixes (%v) of %d", len(found), err, len(all))
		}
		text, err := MarshalList(all)
		if err != nil {
			t.Fatalf("a list that was read cannot be written: %v", err)
		}
		again, err := DecodeList(text)
		if err != nil || len(again) > len(all) {
			t.Fatalf("%d artifacts, %v, of %d", len(again), err, len(all))
		}
	})
}
