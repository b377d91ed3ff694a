package python_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/runners/python"
)

func TestModule(t *testing.T) {
	for command, want := range map[string]int{
		"python -m a":               2,
		"python3.12 -B -X=dev -m b": 4,
		"/usr/bin/python3 -m a -m":  2,
		"C:\\py\\Python.EXE -m b":   2,
		"python -m c":               -1,
		"python -m":                 -1,
		"python x.py -m a":          -1,
		"python -X dev -m a":        -1,
		"python a":                  -1,
		"a -m a":                    -1, // the flag of another program
		"-m a":                      -1,
		"":                          -1,
	} {
		if got := python.Module(strings.Fields(command), "a", "b"); got != want {
			t.Errorf("%q: %d, want %d", command, got, want)
		}
	}
}

func TestCoverage(t *testing.T) {
	got := python.Coverage(strings.Fields("python3 -B -m a -q x.py"), 3, "/o")
	want := []string{
		"python3 -B -m coverage run --data-file=/o/data --source=. -m a -q x.py",
		"python3 -B -m coverage lcov --data-file=/o/data -o /o/lcov.info",
	}
	var commands []string
	for _, command := range got.Commands {
		commands = append(commands, strings.Join(command, " "))
	}
	if diff := cmp.Diff(want, commands); diff != "" {
		t.Error(diff)
	}
}
