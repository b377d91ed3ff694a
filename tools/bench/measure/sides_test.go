package measure

import (
	"errors"
	"maps"
	"slices"
	"testing"
)

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		values []int
		want   int
	}{
		{[]int{7}, 7},
		{[]int{9, 1}, 9},
		{[]int{3, 1, 2}, 2},
		{[]int{8, 1, 1, 9, 5}, 5},
	} {
		given := slices.Clone(c.values)
		if got := Median(c.values); got != c.want || !slices.Equal(c.values, given) {
			t.Errorf("Median(%v) = %d, want %d; the values are then %v", given, got, c.want, c.values)
		}
	}
}

func TestInTurn(t *testing.T) {
	var order string
	side := func(name string, costs ...Cost) Side {
		return Side{name, func() (Cost, error) {
			order += name
			c := costs[0]
			costs = costs[1:]
			return c, nil
		}}
	}
	got, err := InTurn(3, 0,
		side("a", Cost{99, 99, 99}, Cost{1, 30, 200}, Cost{2, 10, 300}, Cost{3, 20, 100}),
		side("b", Cost{}, Cost{5, 5, 5}, Cost{6, 6, 6}, Cost{6, 6, 6}),
	)
	if want := (map[string]Cost{"a": {2, 20, 200}, "b": {6, 6, 6}}); err != nil || !maps.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if want := "abababab"; order != want {
		t.Errorf("run in the order %s, want %s", order, want)
	}
	order = ""
	got, err = InTurn(1, 10, side("a", Cost{Wall: 99}, Cost{Wall: 2}, Cost{Wall: 4}, Cost{Wall: 3}), side("b", Cost{}, Cost{}, Cost{Wall: 1}, Cost{}))
	if err != nil || got["a"].Wall != 3 || order != "abababab" {
		t.Errorf("got %v, %v in the order %s, want three runs that count, with a median of 3", got, err, order)
	}
	failed := errors.New("failed")
	_, err = InTurn(1, 0, side("a", Cost{}), Side{"b", func() (Cost, error) { return Cost{}, failed }})
	if !errors.Is(err, failed) || err.Error() != "b: failed" {
		t.Errorf("got error %v, want b: failed", err)
	}
}

func TestTable(t *testing.T) {
	got := Table([]string{"what\tours\tpeer", "a long one\t1\t2", "b\t1234567\t"})
	want := "what        ours     peer\na long one  1        2\nb           1234567  \n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
