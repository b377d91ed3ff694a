package prove

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// However much is printed, a proof has little of it in memory, and its evidence
// is as if it had all.
func TestKeep(t *testing.T) {
	var p proof
	var all evidence.Evidence
	for i := range 100 {
		run := evidence.Run{
			ID:     fmt.Sprint(i),
			Stdout: evidence.Output{Bytes: 9 << 20, Head: strings.Repeat("aé", evidence.MaxPart/3), Omitted: 7 << 20, Tail: strings.Repeat("b\U0001F600", evidence.MaxPart/5)},
			Stderr: evidence.Output{Bytes: int64(i), Head: strings.Repeat("c", i)},
		}
		all.Runs = append(all.Runs, run)
		p.keep(run)
		size := 0
		for _, r := range p.runs {
			size += len(r.Stdout.Head) + len(r.Stdout.Tail) + len(r.Stderr.Head) + len(r.Stderr.Tail)
		}
		if size != p.outputs.size || size > mostOutputs {
			t.Fatalf("%d runs: %d bytes are kept, and %d are said", i+1, size, p.outputs.size)
		}
		// What is cut would not fit.
		if p.outputs.limit > 0 && size <= evidence.MaxBytes {
			t.Fatalf("%d runs: only %d bytes are kept", i+1, size)
		}
	}
	want, err := evidence.Encode(&all)
	if err != nil {
		t.Fatal(err)
	}
	got, err := evidence.Encode(&evidence.Evidence{Runs: p.runs})
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v; the evidence differs: %d bytes, want %d", err, len(got), len(want))
	}
}
