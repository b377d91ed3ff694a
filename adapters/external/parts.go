package external

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/adapters"
)

// Parts say what of the files a program looks at that does not know files of
// their kind, such as a checker of shell scripts the scripts in Dockerfiles.
// The parts are files of their own to it, and what it says of them is
// translated.
type Parts struct {
	// Of returns the parts of a file, by its workspace-relative path.
	Of func(path string, content []byte) []Part
	// Name returns the name of the file of a part, by its index.
	Name func(index int) string
	// Read returns what the program said of the parts of one run, as findings
	// in the files that they are of.
	Read func(output []byte, parts []Part) ([]fixedits.Diagnostic, error)
}

// A Part is one. Those with the same arguments are looked at in one run.
type Part struct {
	Args []string // behind those of the checker
	Text []byte
	Of   any // what it is to Read
}

// maxParts is how many parts a run has, since a command line has an end. Tests
// lower it.
var maxParts = 1000

// findInParts runs the program on the parts of files, once for all with the
// same arguments.
func (c *Checker) findInParts(ctx context.Context, given []fixedits.Snapshot, files *adapters.Files, said *tail) (*adapters.Result, error) {
	var runs [][]Part
	for _, file := range given {
		content, err := files.Text(file.Path)
		if err != nil {
			return nil, err
		}
		for _, part := range c.Parts.Of(file.Path, content) {
			i := slices.IndexFunc(runs, func(run []Part) bool { return len(run) < maxParts && slices.Equal(run[0].Args, part.Args) })
			if i < 0 {
				i = len(runs)
				runs = append(runs, nil)
			}
			runs[i] = append(runs[i], part)
		}
	}
	result := adapters.NewResult(files)
	index := 0
	for _, parts := range runs {
		write := func(scratch string) ([]string, error) { return c.write(scratch, parts) }
		output, err := c.run(ctx, slices.Concat(c.Args, parts[0].Args), write, said)
		if err != nil {
			return nil, err
		}
		diagnostics, err := c.Parts.Read(output, parts)
		if err != nil {
			return nil, fmt.Errorf("malformed %s: %w", c.Format.Name, err)
		}
		for _, d := range diagnostics {
			result.Add(adapters.Refusal{Index: index, ID: d.Rule}, d)
			index++
		}
	}
	return result, nil
}

// write writes parts to files, and returns their absolute paths.
func (c *Checker) write(scratch string, parts []Part) ([]string, error) {
	dir := filepath.Join(scratch, "parts")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, fmt.Errorf("the folder for its files: %w", err)
	}
	names := make([]string, len(parts))
	for i, part := range parts {
		names[i] = filepath.Join(dir, c.Parts.Name(i))
		if err := os.WriteFile(names[i], part.Text, 0o666); err != nil {
			return nil, fmt.Errorf("its files: %w", err)
		}
	}
	return names, nil
}
