package worktree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// A Base is the start of a proof: the files of a commit, or of a checkout.
type Base struct {
	evidence.Base
	// Snapshot is the one commit of every sealed tree of this base. It has the
	// tree of the base, no parent, and an author and a time of ours, so that equal
	// trees have equal commits.
	Snapshot string
	// Notes list things that a tree of the base lacks.
	Notes []Note

	entries map[string]entry
	index   string // an index file of ours with the tree
	packed  string // the name of the pack with the objects
}

// An entry is what git has about a path.
type entry struct {
	mode string // as git writes it: 100644, 100755, 120000 or 160000
	hash string
	size int64 // of the blob; -1 for a submodule
}

// The modes of entries.
const (
	modeRegular    = "100644"
	modeExecutable = "100755"
	modeLink       = "120000"
	modeModule     = "160000"
)

func (e entry) regular() bool { return e.mode == modeRegular || e.mode == modeExecutable }

func (e entry) fileMode() fs.FileMode {
	switch e.mode {
	case modeExecutable:
		return 0o755
	case modeLink:
		return fs.ModeSymlink | 0o777
	case modeModule:
		return fs.ModeIrregular
	}
	return 0o644
}

// Base takes the base: HEAD, or if includeChanges is set, the current files of
// the checkout: tracked and staged files, and untracked ones that are not
// ignored. Links are kept as links.
func (r *Repository) Base(ctx context.Context, includeChanges bool) (*Base, error) {
	head, err := r.git.run(ctx, nil, "rev-parse", "--verify", "-q", "HEAD^{commit}")
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, fail(NoCommit, nil, "%s: HEAD is no commit", r.Root)
	}
	tree, err := r.git.run(ctx, nil, "rev-parse", "--verify", "-q", "HEAD^{tree}")
	if err != nil {
		return nil, fail(MissingObjects, err, "%s", r.Root)
	}
	b := &Base{Base: evidence.Base{Commit: line(head), Tree: line(tree)}}
	if includeChanges {
		now, notes, err := r.dirtyTree(ctx)
		if err != nil {
			return nil, err
		}
		b.Dirty, b.Tree, b.Notes = now != b.Tree, now, notes
	}
	return b, r.complete(ctx, b)
}

// BaseAt takes a commit as the base, by its full hash. It must be in the
// repository.
func (r *Repository) BaseAt(ctx context.Context, commit string) (*Base, error) {
	out, err := r.git.run(ctx, nil, "rev-parse", "--verify", "-q", "--end-of-options", commit+"^{commit}")
	if err == nil && line(out) != commit {
		err = errors.New("not a full hash of a commit")
	}
	var tree []byte
	if err == nil {
		tree, err = r.git.run(ctx, nil, "rev-parse", "--verify", "-q", "--end-of-options", commit+"^{tree}")
	}
	if err != nil {
		return nil, fail(MissingObjects, err, "%s: commit %s", r.Root, commit)
	}
	b := &Base{Base: evidence.Base{Commit: commit, Tree: line(tree)}}
	return b, r.complete(ctx, b)
}

// complete copies the objects of a base, lists them, and notes missing ones.
func (r *Repository) complete(ctx context.Context, b *Base) error {
	if err := r.pack(ctx, b); err != nil {
		return err
	}
	if err := r.readEntries(ctx, b); err != nil {
		return err
	}
	// The notes of the checkout are about its index.
	more, err := r.notes(b)
	b.Notes = append(more, b.Notes...)
	return err
}

// snapshotTime is the time of every snapshot: 2000-01-01.
const snapshotTime = "946684800 +0000"

// pack makes the snapshot, and copies its objects, and no others, to our own
// repository.
func (r *Repository) pack(ctx context.Context, b *Base) error {
	const author = "autofix <autofix@localhost> " + snapshotTime
	text := fmt.Sprintf("tree %s\nauthor %s\ncommitter %s\n\nbase\n", b.Tree, author, author)
	// Git must not find its output in the person's objects, or it would give
	// those a new time. So it does not see them here.
	out, err := r.store.run(ctx, []byte(text), "hash-object", "-t", "commit", "-w", "--stdin")
	if err != nil {
		return step(err, "base")
	}
	b.Snapshot = line(out)
	at := r.path(storeName, "objects", "pack", "pack")
	out, err = r.reading().run(ctx, []byte(b.Snapshot+"\n"), "pack-objects", "-q", "--revs", "--window=0", at)
	if ctx.Err() != nil {
		return err
	}
	if err != nil {
		return fail(MissingObjects, err, "%s: the files of the base", r.Root)
	}
	b.packed = line(out)
	b.index = r.path(storeName, "base-"+b.Snapshot)
	_, err = r.store.with("GIT_INDEX_FILE="+b.index).run(ctx, nil, "read-tree", b.Tree)
	return step(err, "base")
}

// reading is git in our own repository that also sees the objects of the
// person's. It must not write objects.
func (r *Repository) reading() *git {
	return r.store.with("GIT_ALTERNATE_OBJECT_DIRECTORIES=" + quote(r.objects))
}

// quote writes a path as git reads it in a list of paths.
func quote(name string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range []byte(name) {
		switch {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case c < 0x20 || c == 0x7f:
			fmt.Fprintf(&out, "\\%03o", c)
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// readEntries lists the tree of a base.
func (r *Repository) readEntries(ctx context.Context, b *Base) error {
	out, err := r.store.run(ctx, nil, "ls-tree", "-r", "-z", "-l", "--full-tree", b.Tree)
	if err != nil {
		return step(err, "base")
	}
	b.entries = map[string]entry{}
	for _, row := range rows(out) {
		// MODE TYPE HASH SIZE\tPATH, with any number of spaces before the size.
		about, name, found := strings.Cut(row, "\t")
		fields := strings.Fields(about)
		if !found || len(fields) != 4 {
			return fail(Unreadable, nil, "base: git ls-tree says %q", row)
		}
		size, err := strconv.ParseInt(fields[3], 10, 64)
		if err != nil {
			size = -1
		}
		b.entries[name] = entry{fields[0], fields[2], size}
	}
	return nil
}

// Files returns the paths of the regular files of a base, sorted.
func (r *Repository) Files(b *Base) ([]string, error) {
	var names []string
	for name, e := range b.entries {
		if e.regular() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// maxRead bounds a file that is read into memory, in bytes.
const maxRead = 16 << 20

// Read returns a file of a base: the text in git, whose line endings may differ
// from a tree's, and the mode 0644 or 0755. The text of a symbolic link is its
// target, and the mode has fs.ModeSymlink. The error wraps fs.ErrNotExist if
// the base has no such file.
func (r *Repository) Read(b *Base, name string) ([]byte, fs.FileMode, error) {
	e, found := b.entries[name]
	switch {
	case !found || name != path.Clean(name):
		return nil, 0, fail(FileMissing, fs.ErrNotExist, "%s", name)
	case e.mode == modeModule:
		return nil, 0, fail(FileNotRegular, nil, "%s: it is a submodule", name)
	case e.size > maxRead:
		return nil, 0, fail(FileTooLarge, nil, "%s: it has %d bytes", name, e.size)
	}
	text, err := r.blob(e.hash)
	return text, e.fileMode(), err
}

// blob reads an object of our own repository.
func (r *Repository) blob(hash string) ([]byte, error) {
	if r.batch == nil {
		batch, err := startBatch(r.store)
		if err != nil {
			return nil, step(err, "base")
		}
		r.batch = batch
	}
	text, err := r.batch.read(hash)
	if err != nil {
		r.batch.close()
		r.batch = nil
		return nil, step(err, "base")
	}
	return text, nil
}

// indexOf returns the path of an index of ours.
func (r *Repository) indexOf(name string) string { return r.path(storeName, "index-"+name) }

// stagedIndex copies the index of a base to a file of ours, for changes on top
// of it.
func (r *Repository) stagedIndex(b *Base, name string) (string, error) {
	text, err := os.ReadFile(b.index)
	if err != nil {
		return "", err
	}
	at := r.indexOf(name)
	return at, os.WriteFile(at, text, 0o600)
}

// equal reports whether a text equals a blob.
func (r *Repository) equal(e entry, text []byte) (bool, error) {
	if e.size != int64(len(text)) {
		return false, nil
	}
	now, err := r.blob(e.hash)
	return bytes.Equal(now, text), err
}
