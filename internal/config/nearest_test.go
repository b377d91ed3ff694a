package config

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"fix", "check", "text/final-newline", "text", "format/go", "form", "form-b"}
	for name, want := range map[string]string{
		"fix":               "fix",
		"fxi":               "fix",
		"cehck":             "check",
		"chek":              "check",
		"text/final-newlin": "text/final-newline",
		"text/fin":          "text/final-newline", // cut short
		"te":                "",                   // too short to say of what
		"tex":               "text",
		"forn":              "form",
		"chexyz":            "check", // half of it is wrong
		"chwxyz":            "",      // and more
		"zzz":               "",
		"":                  "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
	if got := Nearest("ac", []string{"ab", "aa"}); got != "aa" {
		t.Errorf("of equally near names %q, want the first", got)
	}
}
