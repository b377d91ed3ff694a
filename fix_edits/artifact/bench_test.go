package artifact

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// sample is the artifact of one file with n lines, each with a finding and a
// fix.
func sample(seed, n int) *Artifact {
	a := New(Tool{Name: "autofix", Version: "0.1.0"}, fmt.Sprintf("//some/package%d:lib", seed))
	path := fmt.Sprintf("some/package%d/file%d.go", seed%100, seed)
	a.Snapshots = []fixedits.Snapshot{{Path: path, SHA256: strings.Repeat("0f", 32), Size: n * 400}}
	for i := range n {
		id := fmt.Sprintf("%012x", seed*1000003+i)
		start := i*400 + 37
		a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{
			ID: "d" + id, Rule: "text/trailing-whitespace", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning,
			Message: "whitespace at the end of the line", Path: path, Start: start, End: start + 3, Line: i*10 + 1, Column: 38,
			Fixes: []string{"f" + id},
		})
		a.Fixes = append(a.Fixes, fixedits.Fix{
			ID: "f" + id, Rule: "text/trailing-whitespace", Phase: fixedits.PhaseStyle, Title: "Remove the whitespace",
			Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{{Path: path, Start: start, End: start + 3, New: []byte("}\n")}},
		})
	}
	return a
}

func benchmarkDecode(b *testing.B, n int) {
	data, err := Marshal(sample(7, n))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode10(b *testing.B)     { benchmarkDecode(b, 10) }
func BenchmarkDecode100000(b *testing.B) { benchmarkDecode(b, 100_000) }

func BenchmarkMarshal10(b *testing.B) {
	a := sample(7, 10)
	b.ReportAllocs()
	for b.Loop() {
		data, err := Marshal(a)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(data)))
	}
}

// BenchmarkDecodeTree reads 10,000 artifacts with 10 fixes and 10 diagnostics
// each, on all cores, and keeps them.
func BenchmarkDecodeTree(b *testing.B) {
	const artifacts = 10_000
	texts := make([][]byte, artifacts)
	size := 0
	for i := range texts {
		data, err := Marshal(sample(i, 10))
		if err != nil {
			b.Fatal(err)
		}
		texts[i] = data
		size += len(data)
	}
	kept := make([]*Artifact, artifacts)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		var next atomic.Int64
		var group sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			group.Go(func() {
				for i := next.Add(1) - 1; i < artifacts; i = next.Add(1) - 1 {
					a, err := Decode(texts[i])
					if err != nil {
						b.Error(err)
						return
					}
					kept[i] = a
				}
			})
		}
		group.Wait()
	}
}
