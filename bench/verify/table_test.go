//go:build linux

package main

import "testing"

func TestMarkdown(t *testing.T) {
	got := markdown([]row{
		{what: "(a) one", figure: "7 builds", bar: "at most 12 builds", met: true, details: "3 targets"},
		{what: "(b) two", figure: "2.00 times", bar: "at most 1.5 times"},
	})
	want := `| what | measured | bar | | |
|---|---|---|---|---|
| (a) one | 7 builds | at most 12 builds | met | 3 targets |
| (b) two | 2.00 times | at most 1.5 times | **missed** |  |
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
