package operation_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

func TestEqualNumbers(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"1", "1.0", true},
		{"1", "1e0", true},
		{"100", "1E+2", true},
		{"0.001", "1e-3", true},
		{"0", "-0.0e7", true},
		{"0", "0e999999999999999999999", true},
		{"1", "-1", false},
		{"1", "10", false},
		{"10", "1.0", false},
		{"9007199254740993", "9007199254740992", false},
		{"9007199254740993", "9007199254740993.000", true},
		{"1e1000000000", "10e999999999", true},
		{"1e1000000000", "1e1000000001", false},
		{"0.1", "0.10000000000000001", false},
	} {
		if got := operation.Equal(json.Number(test.a), json.Number(test.b)); got != test.want {
			t.Errorf("%s == %s: %t", test.a, test.b, got)
		}
	}
}

func TestEqual(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	array, object := []any{json.Number("1")}, map[string]any{"a": nil}
	for _, test := range []struct {
		a, b any
		want bool
	}{
		{nil, nil, true},
		{nil, false, false},
		{"1", json.Number("1"), false},
		{nan, nan, true},
		{inf, inf, true},
		{inf, -inf, false},
		{inf, json.Number("1e999"), false},
		{array, []any{json.Number("1.0")}, true},
		{array, []any{}, false},
		{array, object, false},
		{"x", array, false},
		{"x", object, false},
		{object, map[string]any{"b": nil}, false},
		{object, map[string]any{"a": nil}, true},
		{object, nil, false},
	} {
		if got := operation.Equal(test.a, test.b); got != test.want {
			t.Errorf("%v == %v: %t", test.a, test.b, got)
		}
		if got := operation.Equal(test.b, test.a); got != test.want {
			t.Errorf("%v == %v: %t", test.b, test.a, got)
		}
	}
}

func TestCommonEnds(t *testing.T) {
	for _, test := range []struct {
		a, b       string
		head, tail int
	}{
		{"", "", 0, 0},
		{"", "ab", 0, 0},
		{"abc", "abc", 3, 0},
		{"abc", "abxc", 2, 1},
		{"abc", "xc", 0, 1},
		{"aa", "aaa", 2, 0}, // each item counts once
		{"abc", "xyz", 0, 0},
	} {
		head, tail := operation.CommonEnds(len(test.a), len(test.b), func(i, j int) bool { return test.a[i] == test.b[j] })
		if head != test.head || tail != test.tail {
			t.Errorf("%q and %q: %d and %d, want %d and %d", test.a, test.b, head, tail, test.head, test.tail)
		}
	}
}

func TestTypeOf(t *testing.T) {
	for _, test := range []struct {
		value any
		types string
	}{
		{nil, "null"},
		{true, "boolean"},
		{"1", "string"},
		{json.Number("1"), "integer number"},
		{json.Number("1.0"), "integer number"},
		{json.Number("15e-1"), "number"},
		{json.Number("1e400"), "integer number"},
		{math.Inf(-1), "number"},
		{[]any{}, "array"},
		{map[string]any{}, "object"},
	} {
		for _, kind := range operation.Types {
			if got := operation.IsOf(test.value, kind); got != strings.Contains(" "+test.types+" ", " "+kind+" ") {
				t.Errorf("%v is of type %s: %t", test.value, kind, got)
			}
		}
	}
}

func TestFromJSONRefuses(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"nothing", ``, "EOF"},
		{"two values", `1 2`, "unexpected text after"},
		{"two members of one name", `{"a": {"b": 1, "b": 2}}`, `the name "b" occurs twice`},
		{"no end", `[1`, "EOF"},
		{"depth", strings.Repeat("[", 101) + strings.Repeat("]", 101), "deep"},
		{"word", `nil`, "invalid"},
		{"NaN", `NaN`, "invalid"},
	} {
		if _, err := operation.FromJSON([]byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
	if _, err := operation.FromJSON([]byte(strings.Repeat("[", 100) + strings.Repeat("]", 100))); err != nil {
		t.Error(err)
	}
}

func TestText(t *testing.T) {
	value := decode(t, `{"b": [1, 2.50, true, null, "x\"y"], "a": {}}`)
	if got, want := operation.Text(value), `{"a": {}, "b": [1, 2.50, true, null, "x\"y"]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := operation.Text(strings.Repeat("é", 1000)); len(got) > 70 || !strings.HasSuffix(got, "...") {
		t.Errorf("got %s", got)
	}
}
