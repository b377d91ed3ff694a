package client

import (
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/buildevents"
	"github.com/rules-autofix/rules_autofix/internal/bazel/testxml"
)

// open opens a file of an event.
func (r *reader) open(f *buildevents.File) (io.ReadSeekCloser, int64, error) {
	if r.mayRead != nil && f.URI != "" {
		path, err := f.Path()
		if err != nil {
			return nil, 0, err
		}
		if !r.mayRead(path) {
			return nil, 0, fmt.Errorf("file %s: it is not where Bazel leaves files", f.Name)
		}
	}
	return f.Open()
}

// casesOf returns the test cases of a file, which may be nil, as far as it can
// be read. label is the test's.
func (r *reader) casesOf(f *buildevents.File, label string) ([]testxml.Case, error) {
	if f == nil {
		return nil, nil
	}
	in, _, err := r.open(f)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	cases, err := testxml.Read(in)
	if len(cases) == 1 && err == nil && isWholeTest(&cases[0], label) {
		return nil, nil
	}
	return cases, err
}

// isWholeTest reports whether a case is from the test.xml that Bazel makes if
// the test makes none: the test itself, or a shard of it. See
// tools/test/generate-xml.sh in Bazel.
func isWholeTest(c *testxml.Case, label string) bool {
	name, _ := PathOf(label)
	rest, found := strings.CutPrefix(c.Name, name)
	return found && c.Class == "" && (rest == "" || strings.HasPrefix(rest, "_shard_"))
}
