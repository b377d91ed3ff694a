package budget

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestBudget(t *testing.T) {
	for _, test := range []struct {
		name   string
		limits Limits
		do     func(b *Budget)
		want   What
	}{
		{"no limits", Limits{}, func(b *Budget) { _ = b.Take(); b.Add(1<<40, 1e9) }, ""},
		{"nothing spent", Limits{1, 1, 1, time.Hour}, func(*Budget) {}, ""},
		{"questions", Limits{Questions: 2}, func(b *Budget) { _ = b.Take(); _ = b.Take() }, Questions},
		{"fewer questions", Limits{Questions: 2}, func(b *Budget) { _ = b.Take() }, ""},
		{"tokens", Limits{Tokens: 10}, func(b *Budget) { b.Add(6, 0); b.Add(4, 0) }, Tokens},
		{"fewer tokens", Limits{Tokens: 10}, func(b *Budget) { b.Add(9, 0) }, ""},
		{"cost", Limits{Cost: 0.5}, func(b *Budget) { b.Add(0, 0.25); b.Add(0, 0.25) }, Cost},
		{"time", Limits{Time: 1}, func(b *Budget) { b.Left(); time.Sleep(time.Microsecond) }, Time},
	} {
		b := &Budget{Limits: test.limits}
		test.do(b)
		err := b.Take()
		spent, is := errors.AsType[*SpentError](err)
		if is != (test.want != "") || is && (spent.What != test.want || spent.Error() == "") {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

func TestLeft(t *testing.T) {
	if _, limited := new(Budget).Left(); limited {
		t.Error("no limit is one")
	}
	if left, limited := (&Budget{Limits: Limits{Time: time.Hour}}).Left(); !limited || left <= 59*time.Minute || left > time.Hour {
		t.Error(left, limited)
	}
	b := &Budget{Limits: Limits{Time: 1}}
	b.Left()
	time.Sleep(time.Microsecond)
	if left, _ := b.Left(); left != 0 {
		t.Error(left)
	}
}

// No two takers get the last question.
func TestTakeIsExact(t *testing.T) {
	b := &Budget{Limits: Limits{Questions: 100}}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for b.Take() == nil {
			}
		})
	}
	wait.Wait()
	if b.Asked() != 100 {
		t.Error(b.Asked())
	}
}
