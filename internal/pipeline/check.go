package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// batch is the number of files that are held in memory at once for checking.
// Only the texts of files with findings are kept longer.
const batch = 256

// keptBytes bounds the texts with findings that a check keeps so that they need
// not be read again. The files of an action or a package fit. The bound keeps a
// check of everything from using more memory the more files have findings.
const keptBytes = 8 << 20

// Checked is the result of a check, with the checked texts.
type Checked struct {
	Artifact *artifact.Artifact
	Files    int // the number of checked files

	LeftAlone []LeftAlone // files that were not checked, by path

	// Crashed are the files on which a checker or formatter failed, by path.
	// They are left out of the artifact, and nothing is known about them.
	Crashed checks.Crashes

	texts *texts
}

// Text returns the checked bytes of a file with findings. It returns nil for
// any other file, and for one that has changed since.
func (c *Checked) Text(path string) []byte { return c.texts.text(path) }

// check checks files.
func check(ctx context.Context, texts *texts, files []string, origin string, opts *Options) (*Checked, error) {
	checked := &Checked{Artifact: artifact.New(opts.Tools.Checkers.Tool, origin), texts: texts}
	files, unnamed := utf8Only(files)
	checked.LeftAlone = slices.Concat(opts.LeftAlone, unnamed)
	for part := range slices.Chunk(files, batch) {
		contents, large, err := readAll(ctx, texts, part)
		if err != nil {
			return nil, err
		}
		contents, left := leave(contents, opts.config())
		checked.LeftAlone = slices.Concat(checked.LeftAlone, leftLarge(texts, large, opts), left)
		for i := range contents {
			contents[i].Memo = formatting.NewMemo(&texts.settled)
		}
		found, err := opts.Tools.Checkers.Run(ctx, origin, contents, opts.config())
		crashes, crashed := errors.AsType[checks.Crashes](err)
		if err != nil && (!crashed || found == nil) {
			return nil, err
		}
		checked.Crashed = append(checked.Crashed, crashes...)
		keepFound(texts, contents, found)
		checked.Files += looked(contents, found.Snapshots)
		checked.Artifact.Checkers = append(checked.Artifact.Checkers, found.Checkers...)
		checked.Artifact.Snapshots = append(checked.Artifact.Snapshots, found.Snapshots...)
		checked.Artifact.Reads = append(checked.Artifact.Reads, found.Reads...)
		checked.Artifact.Diagnostics = append(checked.Artifact.Diagnostics, found.Diagnostics...)
		checked.Artifact.Fixes = append(checked.Artifact.Fixes, found.Fixes...)
	}
	checked.Artifact.Normalize()
	sortLeftAlone(checked.LeftAlone)
	return checked, nil
}

// looked returns the number of files that some checker looked at. The other
// snapshots are of files that fixes change as well.
func looked(files []checks.File, snapshots []fixedits.Snapshot) int {
	n := 0
	paths := make(map[string]bool, len(files))
	for _, file := range files {
		paths[file.Path] = true
	}
	for _, snapshot := range snapshots {
		if paths[snapshot.Path] {
			n++
		}
	}
	return n
}

// readAll reads files in parallel. It leaves out files that have disappeared
// since they were listed, and returns too large files separately.
func readAll(ctx context.Context, source Source, files []string) ([]checks.File, []LeftAlone, error) {
	contents := make([]checks.File, len(files))
	large := make([]LeftAlone, len(files))
	read := func(i int) error {
		content, err := source.Read(files[i])
		tooLarge, ok := errors.AsType[*workspace.SizeError](err)
		switch {
		case ok:
			large[i] = LeftAlone{Path: files[i], Reason: tooLarge.Reason()}
		case err == nil:
			contents[i] = checks.File{Path: files[i], Content: content}
		case !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("%w; make it readable, or leave it out with [files] exclude in autofix.toml", err)
		}
		return nil
	}
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range min(2*runtime.GOMAXPROCS(0), len(files)) {
		group.Go(func() error { // for many files: a new stack takes as long as reading one
			for {
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := read(i); err != nil {
					return err
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	return slices.DeleteFunc(contents, func(f checks.File) bool { return f.Path == "" }),
		slices.DeleteFunc(large, func(f LeftAlone) bool { return f.Path == "" }), nil
}

// keepFound keeps the texts with findings.
func keepFound(texts *texts, contents []checks.File, a *artifact.Artifact) {
	found := map[string]bool{}
	for i := range a.Diagnostics {
		found[a.Diagnostics[i].Path] = true
	}
	snapshots := make(map[string]fixedits.Snapshot, len(found))
	for _, snapshot := range a.Snapshots {
		if found[snapshot.Path] {
			snapshots[snapshot.Path] = snapshot
		}
	}
	for _, file := range contents {
		if snapshot, ok := snapshots[file.Path]; ok {
			texts.keep(snapshot, file.Content)
		}
	}
}
