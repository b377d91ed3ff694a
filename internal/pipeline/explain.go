package pipeline

import (
	"context"
	"slices"
)

// A Note says why a checker leaves a file alone although something requests its
// check.
type Note struct {
	Path string // workspace relative
	Text string // one line: "CHECKER: REASON"
}

// Explain returns the notes about files, whose paths are canonical in source,
// in their order. It reads the files again, so it is only for verbose output.
func Explain(ctx context.Context, source Source, files []string, opts Options) ([]Note, error) {
	var notes []Note
	for part := range slices.Chunk(files, batch) {
		contents, _, err := readAll(ctx, source, part)
		if err != nil {
			return nil, err
		}
		for _, file := range contents {
			texts, err := opts.Tools.Checkers.Explain(file, opts.config())
			if err != nil {
				return nil, err
			}
			for _, text := range texts {
				notes = append(notes, Note{file.Path, text})
			}
		}
	}
	return notes, nil
}
