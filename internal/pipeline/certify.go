package pipeline

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/certify"
)

// A Certifier certifies the fixes of a file, if that costs too much to be done
// for each fix of each check.
type Certifier interface {
	// Compare returns a function that compares the meaning of a file with that
	// of its text after a fix, or nil if it does not know the file. The function
	// returns nil if it cannot tell. Compare is called concurrently, its
	// function is not.
	Compare(path string, before []byte) func(ctx context.Context, after []byte) *fixedits.Certificate
	// End frees the resources of Compare and its functions. It is called after
	// each round.
	End()
}

// certified sets the certificates of the fixes of a checker that is not built
// in. The checker's own claims are removed: only our own evidence counts.
func certified(a *artifact.Artifact, contents []checks.File) {
	files := make(map[string]*certify.File, len(contents))
	for _, file := range contents {
		files[file.Path] = certify.New(file.Path, file.Content)
	}
	for i := range a.Fixes {
		fix := &a.Fixes[i]
		fix.Certificate = nil
		if len(fix.Edits) > 0 {
			files[fix.Edits[0].Path].Certify(fix)
		}
	}
}

// current returns the files of an artifact that are as they were when they were
// checked.
func current(source Source, a *artifact.Artifact) []checks.File {
	var files []checks.File
	for _, snapshot := range a.Snapshots {
		content, err := source.Read(snapshot.Path)
		if err == nil && fixedits.Digest(content) == snapshot.SHA256 {
			files = append(files, checks.File{Path: snapshot.Path, Content: content})
		}
	}
	return files
}

// certifyAll returns artifacts with the certificates of opts.Certify. A fix that
// has a certificate keeps it. One whose file has changed since has none.
func certifyAll(ctx context.Context, source Source, artifacts []*artifact.Artifact, opts *Options) ([]*artifact.Artifact, error) {
	if opts.Certify == nil {
		return artifacts, nil
	}
	defer opts.Certify.End()
	all := make([]*artifact.Artifact, len(artifacts))
	of := map[fixedits.Snapshot][]*fixedits.Fix{}
	for i, a := range artifacts {
		b := *a
		b.Fixes = slices.Clone(a.Fixes)
		all[i] = &b
		for j := range b.Fixes {
			fix := &b.Fixes[j]
			if at := slices.IndexFunc(b.Snapshots, func(s fixedits.Snapshot) bool { return changesOnly(fix, s.Path) }); at >= 0 && fix.Certificate == nil {
				of[b.Snapshots[at]] = append(of[b.Snapshots[at]], fix)
			}
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for snapshot, fixes := range of {
		group.Go(func() error {
			before, err := source.Read(snapshot.Path)
			if err != nil || fixedits.Digest(before) != snapshot.SHA256 {
				return nil // the merge reports it
			}
			compare := opts.Certify.Compare(snapshot.Path, before)
			for _, fix := range fixes {
				if compare == nil || ctx.Err() != nil {
					break
				}
				if after, err := fixedits.Apply(before, fix.Edits); err == nil {
					fix.Certificate = compare(ctx, after)
				}
			}
			return context.Cause(ctx)
		})
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("certify: %w", err)
	}
	return all, nil
}

// certify adds the certificates of opts.Certify to the artifact.
func (c *Checked) certify(ctx context.Context, opts *Options) error {
	all, err := certifyAll(ctx, c.texts, []*artifact.Artifact{c.Artifact}, opts)
	if err == nil {
		c.Artifact = all[0]
	}
	return err
}

// changesOnly reports whether a fix changes the text of a file, and nothing
// else.
func changesOnly(fix *fixedits.Fix, path string) bool {
	other := func(e fixedits.Edit) bool { return e.Path != path || e.Kind != fixedits.EditText }
	return len(fix.Edits) > 0 && !slices.ContainsFunc(fix.Edits, other)
}
