package engine_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// nonce is the nonce of all tests.
const nonce = "00112233aabbccdd"

// The tree of the tests: a sum that forgets the last element.
var treeFiles = map[string]string{
	"go.mod":          "module example.com/sum\n",
	"sum/sum.go":      "package sum\n\n// Sum adds numbers.\nfunc Sum(list []int) int {\n\ttotal := 0\n\tfor i := 0; i < len(list)-1; i++ {\n\t\ttotal += list[i]\n\t}\n\treturn total\n}\n",
	"sum/sum_test.go": "package sum\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif Sum([]int{1, 2}) != 3 {\n\t\tt.Fatal(\"wrong\")\n\t}\n}\n",
	"sum/crlf.txt":    "one\r\ntwo\r\n",
	"README.md":       "# sum\n",
}

const (
	loop    = "\tfor i := 0; i < len(list)-1; i++ {\n"
	newLoop = "\tfor i := range list {\n"
)

func reader(files map[string]string) change.Reader {
	return func(path string) ([]byte, fs.FileMode, error) {
		text, ok := files[path]
		switch {
		case strings.HasPrefix(text, "-> "):
			return []byte(text[3:]), fs.ModeSymlink | 0o777, nil
		case text == "broken":
			return nil, 0, errors.New("the disk is on fire")
		case !ok:
			return nil, 0, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
		}
		return []byte(text), 0o644, nil
	}
}

func task(files map[string]string) *engine.Task {
	return &engine.Task{
		Command: []string{"go", "test", "./..."},
		Run: &evidence.Run{
			Command: []string{"go", "test", "-json", "./..."}, End: evidence.Exited, Exit: 1, Built: true, Reader: "go-test",
			Stdout: evidence.Output{Head: "--- FAIL: TestSum (0.00s)\n    sum_test.go:7: wrong\nFAIL\n"},
			Cases: []evidence.Case{
				{Suite: "example.com/sum/sum", Name: "TestOther", Status: evidence.Passed},
				{Suite: "example.com/sum/sum", Name: "TestSum", Status: evidence.Failed, Message: "sum_test.go:7: wrong"},
			},
		},
		Places: []evidence.Place{
			{Path: "sum/sum_test.go", Line: 7, Symbol: "TestSum", Score: 9, Signals: []string{"in the output of TestSum"}},
			{Path: "sum/sum.go", Score: 4, Signals: []string{"next to the failing test"}},
		},
		Files: slices.Sorted(maps.Keys(files)), Read: reader(files),
		Policy: engine.Policy{
			MaxFiles: 8, MaxLines: 300, Allow: []string{"sum/**"}, Deny: []string{"**/secret/**"},
			Protected: []string{"go.mod"}, TestsRequired: true,
		},
	}
}

// tests is a change of tests over the tree.
func tests(t *testing.T) *change.Change {
	t.Helper()
	base := treeFiles["sum/sum_test.go"]
	return mustChange(t, fixedits.FileChange{
		Path: "sum/sum_test.go", Before: []byte(base), After: []byte(strings.Replace(base, "wrong", "not 3", 1)),
	})
}

func mustChange(t *testing.T, files ...fixedits.FileChange) *change.Change {
	t.Helper()
	c, err := change.New(files)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A fakeModel gives its answers in order, and keeps the questions.
type fakeModel struct {
	answers []any // a string, an engine.Reply, or an error
	edits   bool
	asked   []*engine.Question
}

func (m *fakeModel) Identity() engine.Identity {
	return engine.Identity{Kind: "fake", Name: "model", Version: "1", Edits: m.edits}
}
func (m *fakeModel) Close() {}

func (m *fakeModel) Ask(ctx context.Context, q *engine.Question) (*engine.Reply, error) {
	if err := q.Spend(); err != nil {
		return nil, err
	}
	m.asked = append(m.asked, q)
	if len(m.answers) == 0 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	next := m.answers[0]
	m.answers = m.answers[1:]
	usage := engine.Usage{Calls: 1, Input: 100, Output: 10}
	switch answer := next.(type) {
	case string:
		return &engine.Reply{Text: answer, Usage: usage}, nil
	case engine.Reply:
		answer.Usage.Calls = max(answer.Usage.Calls, 1)
		return &answer, nil
	case error:
		return &engine.Reply{Usage: usage}, answer
	}
	panic(fmt.Sprintf("%T", next))
}

func newEngine(answers ...any) (engine.Engine, *fakeModel) {
	m := &fakeModel{answers: answers}
	return engine.New(m, engine.Options{Nonce: nonce}), m
}
