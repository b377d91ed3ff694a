package main

import "testing"

func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		"plain words, x.y (z)":     "plain words, x.y (z)",
		"*args and **kwargs":       `\*args and \*\*kwargs`,
		"snake_case and _private_": `snake_case and \_private\_`,
		"`a*b` and a*b":            "`a*b` and a\\*b",
		"[x] <tag> \\ ~":           `\[x\] \<tag> \\ \~`,
		"größer_als":               "größer_als",
	} {
		if got := prose(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got, want := cell("a | `b|c`"), "a \\| `b\\|c`"; got != want {
		t.Errorf("cell: %q, want %q", got, want)
	}
}

func TestExample(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"none", "", ""},
		{"a file", "a\nb\n", "\nBad:\n\n```text\na\nb\n```\n"},
		{"trailing spaces", "a  \n\n", "\nBad:\n\n```text\na··\n\n```\n\nHere `·` stands for a space.\n"},
		{"CRLF, said once", "a\r\nb \r\n", "\nBad:\n\n```text\na␍\nb·␍\n```\n\nHere `␍` stands for a carriage return, and `·` stands for a space.\n"},
		{"no newline", "a", "\nBad:\n\n```text\na\n```\n\nHere the last line has no newline.\n"},
		{"a fence", "```\n", "\nBad:\n\n````text\n```\n````\n"},
	} {
		if got := example("Bad", row.text, "text"); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}
