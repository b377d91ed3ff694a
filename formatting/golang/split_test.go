package golang

import "testing"

func TestConstrained(t *testing.T) {
	for text, want := range map[string]bool{
		"//go:build x\n":                            true,
		"var x int\n\n\t// +build y\n":              true,
		"x := 1 //+build z":                         true,
		"//go:builder\n":                            false,
		"// says //go:build x\n":                    false,
		"x := \"//go:build x\"\ny := `\n// +build`": false,
		"/* //go:build x */ var a = '\\''\n":        false,
	} {
		if got := constrained([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
