package prove

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// However much is printed, a proof has little of it in memory, and its evidence
// has much of that.
func TestKeep(t *testing.T) {
	var p proof
	for i := range 100 {
		run := evidence.Run{
			ID:     fmt.Sprint(i),
			Stdout: evidence.Output{Bytes: 9 << 20, Head: strings.Repeat("aé", evidence.MaxPart/3), Omitted: 7 << 20, Tail: strings.Repeat("b\U0001F600", evidence.MaxPart/5)},
			Stderr: evidence.Output{Bytes: int64(i), Head: strings.Repeat("c", i)},
		}
		p.keep(run)
		size := 0
		for _, r := range p.runs {
			size += len(r.Stdout.Head) + len(r.Stdout.Tail) + len(r.Stderr.Head) + len(r.Stderr.Tail)
		}
		if size != p.outputs.size || size > mostOutputs {
			t.Fatalf("%d runs: %d bytes are kept, and %d are said", i+1, size, p.outputs.size)
		}
		// No more is cut than has to be.
		if p.outputs.limit > 0 && size <= mostOutputs/2 {
			t.Fatalf("%d runs: only %d bytes are kept", i+1, size)
		}
	}
	text, err := evidence.Encode(&evidence.Evidence{Runs: p.runs, Notes: p.outputs.notes()})
	if err != nil || len(text) <= mostOutputs/4 {
		t.Fatalf("%d bytes, %v", len(text), err)
	}
	if n := strings.Count(string(text), "Outputs are cut to"); n != 1 {
		t.Errorf("%d notes say that outputs are cut", n)
	}
}
