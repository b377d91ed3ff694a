//go:build linux

package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTable(t *testing.T) {
	got := table([]result{
		{Task: "Go/0", Patch: right, Green: true, Verdict: "proven"},
		{Task: "Go/1", Patch: right, Green: true, Verdict: "weak", Without: []string{"P7", "P8"}},
		{Task: "Go/2", Patch: right, Left: "the test fails with it"},
		{Task: "Go/0", Patch: bug, Verdict: "refuted", Without: []string{"P1", "P2"}},
		{Task: "Go/0", Patch: chain, Green: true, Verdict: "weak", Without: []string{"P8"}, Overfit: true},
		{Task: "Go/1", Patch: chain, Green: true, Verdict: "weak"},
		{Task: "Go/2", Patch: chain, Green: true, Verdict: "refuted", Without: []string{"P10"}},
		{Task: "Go/3", Patch: chain, Green: true, Verdict: "weak", Without: []string{"P8", "P10"}},
	})
	const want = `| patch | tried | red-green alone | proven without P8 and the canary | proven without P8 | proven without the canary | proven | weak | noted as overfit | refused |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| right | 2 | 2 (100.0 %) | 1 (50.0 %) | 1 (50.0 %) | 1 (50.0 %) | 1 (50.0 %) | 1 (50.0 %) | 0 (0.0 %) | 0 (0.0 %) |
| bug | 1 | 0 (0.0 %) | 0 (0.0 %) | 0 (0.0 %) | 0 (0.0 %) | 0 (0.0 %) | 0 (0.0 %) | 0 (0.0 %) | 1 (100.0 %) |
| if chain | 4 | 4 (100.0 %) | 3 (75.0 %) | 1 (25.0 %) | 1 (25.0 %) | 0 (0.0 %) | 3 (75.0 %) | 1 (25.0 %) | 1 (25.0 %) |
| map | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestResults(t *testing.T) {
	b := &bench{results: filepath.Join(t.TempDir(), "results.jsonl")}
	first := result{Task: "Go/7", Patch: chain, Green: true, Verdict: "weak", Without: []string{"P8"}}
	for _, r := range []result{first, {Task: "Go/8", Patch: right, Left: "no"}} {
		if err := b.add(r); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if b.known, err = readResults(b.results); err != nil || len(b.known) != 2 {
		t.Fatalf("got %v, %v", b.known, err)
	}
	if r, known := b.find("Go/7", chain); !known || r.Verdict != "weak" || !r.provenWithout("P8") || r.provenWithout("P7") {
		t.Errorf("got %+v, %v", r, known)
	}
	if _, known := b.find("Go/7", answered); known {
		t.Error("a result is known that there is not")
	}
	if err := os.WriteFile(b.results, []byte("{\"task\":"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := readResults(b.results); err == nil {
		t.Error("no error for a file that is cut off")
	}
}
