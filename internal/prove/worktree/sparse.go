package worktree

import (
	"bytes"
	"context"
	"os"
	"strings"
)

// sparseExtension names the part of an index file that says that some of its
// rows are folders.
var sparseExtension = []byte("sdir")

// expand gives an index file of ours a row for every file. It needs the trees of
// the folders that the person has left out, which git would pass over if they
// were missing.
func (r *Repository) expand(ctx context.Context, index string) error {
	text, err := os.ReadFile(index)
	if err != nil || !bytes.Contains(text, sparseExtension) {
		return nil // there is no index, or it is not sparse
	}
	// Whatever expands an index writes trees too, and must not see the person's
	// objects: see pack.
	own := r.store.with("GIT_INDEX_FILE=" + index)
	out, err := own.run(ctx, nil, r.reader("-c", "index.sparse=true", "ls-files", "-z", "--sparse", "--stage")...)
	if err != nil {
		return err
	}
	var trees []string
	for _, row := range rows(out) {
		if fields := strings.Fields(row); len(fields) > 2 && fields[0] == "040000" {
			trees = append(trees, fields[1]+"\n")
		}
	}
	if len(trees) == 0 {
		return nil
	}
	g := r.reading()
	out, err = g.run(ctx, []byte(strings.Join(trees, "")), "rev-list", "--objects", "--no-object-names", "--filter=blob:none",
		"--missing=print", "--stdin")
	if err != nil {
		return fail(MissingObjects, err, "folders that are not checked out")
	}
	if strings.Contains("\n"+string(out), "\n?") {
		return fail(MissingObjects, nil, "folders that are not checked out: objects are missing")
	}
	if _, err := g.run(ctx, out, "pack-objects", "-q", r.path(storeName, "objects", "pack", "pack")); err != nil {
		return err
	}
	_, err = own.run(ctx, nil, r.reader("-c", "index.sparse=false", "update-index", "--force-write-index")...)
	return err
}
