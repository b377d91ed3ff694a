package results

import (
	"slices"
	"strings"
)

// Whole returns a command without the arguments that choose among its tests, so
// that it runs all tests of its runner. It reports false for a command whose
// tests are not known, and for those of go and Bazel, which name packages and
// targets.
func Whole(argv []string, file func(path string) ([]byte, error)) (whole []string, ok bool) {
	return wholeOf(For(argv, file), argv)
}

func wholeOf(reader Reader, argv []string) ([]string, bool) {
	switch r := reader.(type) {
	case prefixed:
		whole, ok := wholeOf(r.Reader, argv[r.n:])
		return slices.Concat(argv[:r.n], whole), ok
	case script:
		return slices.Clone(argv[:r.call.at+1]), true
	case pytest:
		n := 1
		if at := slices.Index(argv, "-m"); program(argv[0]) == "python" {
			n = at + 2
		}
		return slices.Clone(argv[:n]), true
	case jest:
		n := 1
		if r.vitest && len(argv) > 1 && argv[1] == "run" {
			n = 2
		}
		return slices.Clone(argv[:n]), true
	case nodeTest:
		whole := argv[:1:1]
		for _, arg := range argv[1:] {
			if !strings.HasPrefix(arg, "-") {
				break // a file
			}
			name, _, hasValue := strings.Cut(arg, "=")
			if name == "--test" || hasValue && !strings.HasPrefix(name, "--test") || strings.HasPrefix(name, "--experimental-") {
				whole = append(whole, arg)
			}
		}
		return whole, true
	}
	return nil, false
}
