package fixedits

import "testing"

func TestReasonShown(t *testing.T) {
	show := func(path string) string { return "../" + path }
	for _, test := range []struct{ detail, want string }{
		{"a/b.txt has changed since the check", "../a/b.txt has changed since the check"},
		{"a/b.txt: left unchanged together with c.txt", "../a/b.txt: left unchanged together with ../c.txt"},
		{"a checker or formatter failed on a/b.txt", "a checker or formatter failed on ../a/b.txt"},
		{"a/b.txt", "../a/b.txt"},
		{"a/b.txt.orig has changed", "a/b.txt.orig has changed"},
		{"it is protected", "it is protected"},
		{"", ""},
	} {
		got := Reason{Code: CodeChanged, At: Place{Path: "x", End: 1}, Detail: test.detail}.Shown(show, []string{"c.txt", "a/b.txt"})
		if got.Detail != test.want || got.At.Path != "../x" {
			t.Errorf("%q: %q at %s, want %q at ../x", test.detail, got.Detail, got.At.Path, test.want)
		}
	}
	if got := (Reason{}).Shown(show, nil); got != (Reason{}) {
		t.Errorf("no reason: %+v", got)
	}
}
