package formatting_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// A tree is a parsed text: its words.
type tree struct{ words []string }

func readTree(text []byte) *tree { return &tree{strings.Fields(string(text))} }

// A memo has the parsed forms of several texts and types.
func TestRecall(t *testing.T) {
	memo := new(formatting.Memo)
	first := formatting.Recall(memo, []byte("a b"), readTree)
	for _, test := range []struct {
		text string
		same bool
	}{{"a b", true}, {"a b c", false}, {"", false}, {"a b", true}} {
		got := formatting.Recall(memo, []byte(test.text), readTree)
		if strings.Join(got.words, " ") != test.text || (got == first) != test.same {
			t.Errorf("%q: read %q, the first tree: %t", test.text, got.words, got == first)
		}
	}
	if n := formatting.Recall(memo, []byte("a b"), func(text []byte) int { return len(text) }); n != 3 {
		t.Errorf("the reading of another type is %d", n)
	}
	if other := formatting.Recall(new(formatting.Memo), []byte("a b"), readTree); other == first {
		t.Error("two memos share a tree")
	}
	if got := formatting.Recall(nil, []byte("a b"), readTree); got == first || len(got.words) != 2 {
		t.Errorf("without a memo: %q", got.words)
	}
	memo.Clear()
	if got := formatting.Recall(memo, []byte("a b"), readTree); got == first {
		t.Error("a memo that was cleared has the tree")
	}
}

func TestConcurrentRecall(t *testing.T) {
	memo := new(formatting.Memo)
	var group sync.WaitGroup
	got := make([]*tree, 8)
	for i := range got {
		group.Go(func() { got[i] = formatting.Recall(memo, []byte("a b"), readTree) })
	}
	group.Wait()
	for _, tree := range got {
		if tree != got[0] {
			t.Error("read twice")
		}
	}
}

// A recalling language formats the tree of its memo.
type recalling struct {
	fake
	memo *formatting.Memo
}

func (r recalling) With(m *formatting.Memo) formatting.Language { return recalling{r.fake, m} }

func (r recalling) Format(_ string, src []byte) ([]byte, error) {
	return []byte(strings.Join(formatting.Recall(r.memo, src, readTree).words, " ")), nil
}

func TestRegistryWithMemo(t *testing.T) {
	r := formatting.NewRegistry(recalling{})
	memo := new(formatting.Memo)
	read := formatting.Recall(memo, []byte("a  b"), readTree)
	read.words = []string{"c"} // to recognize it
	got, err := r.With(memo).Format("x.fake", []byte("a  b"))
	if err != nil || string(got.Text) != "c" {
		t.Errorf("with the memo: %q, %v", got.Text, err)
	}
	for name, r := range map[string]*formatting.Registry{"without": r, "with another": r.With(new(formatting.Memo)), "with nil": r.With(nil)} {
		if got, err := r.Format("x.fake", []byte("a  b")); err != nil || string(got.Text) != "a b" {
			t.Errorf("%s: %q, %v", name, got.Text, err)
		}
	}
}
