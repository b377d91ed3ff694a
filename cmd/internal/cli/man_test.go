package cli

import "testing"

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		"--out=a_b*c":       `\-\-out=a_b*c`,
		`C:\n`:              `C:\en`,
		".TH is a request":  `\&.TH is a request`,
		"'so is this":       `\&'so is this`,
		"this. is 'no such": "this. is 'no such",
	} {
		if got := Roff(text); got != want {
			t.Errorf("Roff(%q) = %q, want %q", text, got, want)
		}
	}
}
