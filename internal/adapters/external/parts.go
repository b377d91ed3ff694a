package external

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Parts selects the parts of files to check with a program that does not
// support files of their kind, such as the scripts in Dockerfiles for a checker
// of shell scripts. The program gets each part as a file of its own, and its
// results are translated back.
type Parts struct {
	// Of returns the parts of a file, by its workspace-relative path.
	Of func(path string, content []byte) []Part
	// Name returns the file name of a part, by its index.
	Name func(index int) string
	// Read returns the results of one run for the given parts, as findings in
	// the original files.
	Read func(output []byte, parts []Part) ([]fixedits.Diagnostic, error)
}

// A Part is a part of a file. Parts with the same arguments are checked in one
// run.
type Part struct {
	Args []string // after the checker's arguments
	Text []byte
	Of   any // data for Read
}

// maxParts is the maximum number of parts in a run, because the length of a
// command line is limited. Tests lower it.
var maxParts = 1000

// findInParts runs the program on the parts of files, once for all parts with
// the same arguments.
func (c *Checker) findInParts(ctx context.Context, root string, given []fixedits.Snapshot, files *adapters.Files, said *tail) (*adapters.Result, error) {
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
		output, err := c.run(ctx, root, slices.Concat(c.Args, parts[0].Args), write, said)
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
		return nil, fmt.Errorf("cannot create the folder for its files: %w", err)
	}
	names := make([]string, len(parts))
	for i, part := range parts {
		names[i] = filepath.Join(dir, c.Parts.Name(i))
		if err := os.WriteFile(names[i], part.Text, 0o666); err != nil {
			return nil, fmt.Errorf("cannot write its files: %w", err)
		}
	}
	return names, nil
}
