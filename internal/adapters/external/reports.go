package external

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// output matches the path of an output of Bazel in an execution root, whose
// folder differs with the configuration.
var output = lazyregexp.New("^bazel-out/[^/]+/bin/")

// readReports returns the results in output that an action of another rule has
// written. That action may have looked at more files: the files of a library
// for its test, or files that no checker gets. Results for these are left to
// their own checks. Results for outputs of Bazel are refused, since no other
// check does it.
func (c *Checker) readReports(files *adapters.Files) (*adapters.Result, error) {
	all := adapters.NewResult(files)
	for _, name := range c.Reports {
		text, err := c.readReport(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read its output: %s: %w", name, err)
		}
		result, err := c.Format.Read(bytes.NewReader(text), files, "")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all.Join(result)
	}
	all.Refused = slices.DeleteFunc(all.Refused, func(r *adapters.Refusal) bool {
		if r.Code != adapters.CodeNotGiven {
			return false
		}
		folder := output().FindString(r.Path)
		if folder == "" {
			return true
		}
		r.Path, r.Why = r.Path[len(folder):], "generated: fix what generates it"
		return false
	})
	return all, nil
}

// readReport returns the bytes of a report, which may be a link in a sandbox.
// That of a folder without one is empty.
func (c *Checker) readReport(name string) ([]byte, error) {
	file := filepath.FromSlash(name)
	if !filepath.IsAbs(file) {
		file = filepath.Join(c.Dir, file)
	}
	info, err := os.Stat(file)
	if err == nil && info.IsDir() && c.Format.InFolder != "" {
		file = filepath.Join(file, c.Format.InFolder)
		if info, err = os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
	}
	switch {
	case err != nil:
		return nil, withoutPath(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	case info.Size() > int64(maxOutput):
		return nil, tooMuch()
	}
	text, err := os.ReadFile(file)
	return text, withoutPath(err)
}
