package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCount(t *testing.T) {
	c := &count{}
	c.read("a.go", []byte(`package a // those of b

/*
What a caller gets.
Those are fine, and so is what follows.
*/
var x = errors.New("it is gone") // is no more

// f returns "those of" in a string.
func f() string { return "those of g" }

var y = "items"
`))
	want := &count{
		comments: 7,
		lines: []string{
			"a.go:1: // those of b",
			"a.go:4: What a caller gets.",
			"a.go:7: // is no more",
			"a.go:9: // f returns \"those of\" in a string.",
		},
		messages: []string{`a.go:7: "it is gone"`},
	}
	if diff := cmp.Diff(want, c, cmp.AllowUnexported(count{})); diff != "" {
		t.Errorf("count (-want +got):\n%s", diff)
	}
}

func TestLimit(t *testing.T) {
	for _, row := range []struct {
		comments, lines int
		want            bool
	}{
		{0, 0, false},
		{10, 1, false}, // a folder of few lines may have one
		{10, 2, true},
		{1000, 5, false},
		{1000, 6, true},
	} {
		c := &count{comments: row.comments, lines: make([]string, row.lines)}
		if got := c.over(); got != row.want {
			t.Errorf("%d of %d lines: over %t, want %t", row.lines, row.comments, got, row.want)
		}
	}
}
