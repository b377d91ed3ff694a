package lint

import "testing"

func TestGlob(t *testing.T) {
	for _, test := range []struct {
		pattern, text string
		want          bool
	}{
		{"build", "build", true},
		{"build", "builder", false},
		{"", "", true},
		{"*", "", true},
		{"*", "build", true},
		{"build-*", "build-go", true},
		{"build-*", "build", false},
		{"*.example.com", "a.example.com", true},
		{"*.example.com", "example.com", false},
		{"a*a", "a", false},
		{"*-go-*", "build-go-linux", true},
		{"*-go-*", "build-go", false},
		{"a*b*b", "ab", false},
		{"a*b*b", "abb", true},
	} {
		if got := Glob(test.pattern, test.text); got != test.want {
			t.Errorf("Glob(%q, %q) = %t", test.pattern, test.text, got)
		}
	}
}
