package syntax_test

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// Read returns the same as Parse, and the same refusal, regardless of what was
// read before and of how many goroutines read at once.
func TestReadIsParse(t *testing.T) {
	texts := []string{
		"FROM a\nRUN b\n", "FROM a\nRUN c\n", "", "\xef\xbb\xbfFROM a\n", "# escape=`\nFROM a\nRUN b `\n c\n", "RUN a\n",
		"FROM a\nCOPY b\n", "FROM a\nRUN <<E\nb\nE\n", "FROM a\nRUN b\n",
	}
	memo := new(formatting.Memo)
	var group sync.WaitGroup
	for start := range 4 {
		group.Go(func() {
			for i := range 8 * len(texts) {
				src := texts[(start+i/2)%len(texts)] // each twice in a row
				got, want := syntax.Read(memo, []byte(src)), syntax.Parse(src)
				if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(syntax.File{}, syntax.Text{})); diff != "" {
					t.Errorf("%q (-Parse +Read):\n%s", src, diff)
				}
				gotIns, gotWhy := got.Refused()
				wantIns, wantWhy := want.Refused()
				if gotWhy != wantWhy || (gotIns == nil) != (wantIns == nil) {
					t.Errorf("%q: refused for %q, want %q", src, gotWhy, wantWhy)
				}
			}
		})
	}
	group.Wait()
}
