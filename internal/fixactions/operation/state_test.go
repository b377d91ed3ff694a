package operation_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A State gives the same as one Apply after the other, and neither changes the
// value it started with, not even where two places share a container.
func TestState(t *testing.T) {
	shared := decode(t, `{"x": [1, {"y": 2}], "z": {"y": 3}}`)
	base := map[string]any{"a": shared, "b": shared, "c": []any{shared, shared}}
	before := operation.Text(base["c"])
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		state, plain := operation.NewState(base), any(base)
		for range 20 {
			op := randomOperation(random)
			var err *operation.Error
			plain, err = operation.Apply(plain, op)
			if other := state.Apply(op); (other == nil) != (err == nil) {
				t.Fatalf("%s %s: State returns %v, and Apply %v", op.Kind, op.Pointer, other, err)
			}
			if !operation.Equal(plain, state.Value()) {
				t.Fatalf("%s %s: State has %s, and Apply %s", op.Kind, op.Pointer, operation.Text(state.Value()), operation.Text(plain))
			}
		}
	}
	if got := operation.Text(base["c"]); got != before {
		t.Errorf("the value is %s now", got)
	}
}

func randomOperation(random *rand.Rand) *fixedits.Operation {
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	index := random.IntN(3)
	return &fixedits.Operation{
		Kind: fixedits.OperationKind(pick(
			"replace_value", "add_value", "remove_key", "insert_array_item", "insert_array_item", "replace_array_item", "rename_key")),
		Pointer: pick("", "/a", "/a/x", "/a/x/0", "/a/x/1", "/a/x/2", "/a/x/2/y", "/a/z", "/b", "/b/x", "/b/x/1", "/b/z", "/c", "/c/0", "/c/1/x", "/c/2/z"),
		Key:     pick("x", "y", "z", "a"), From: pick("x", "y", "z"), To: pick("x", "y", "w"), Index: &index,
		Value: []byte(pick(`{"y": 4}`, `[5]`, strconv.Itoa(index))),
	}
}

func TestPointers(t *testing.T) {
	for _, tokens := range [][]string{nil, {""}, {"a", "b"}, {"a/b", "~", "~1", "m~n"}, {"0", "-"}} {
		pointer := operation.Format(tokens)
		got, err := operation.Parse(pointer)
		if err != nil || operation.Format(got) != pointer || len(got) != len(tokens) {
			t.Errorf("%q: %q, %v", tokens, got, err)
		}
		joined := ""
		for i, token := range tokens {
			joined = operation.Join(joined, token)
			if got[i] != token {
				t.Errorf("%s: %q, want %q", pointer, got, tokens)
			}
		}
		if joined != pointer {
			t.Errorf("Join gives %s, Format %s", joined, pointer)
		}
	}
}
