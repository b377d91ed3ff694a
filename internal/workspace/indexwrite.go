package workspace

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bluekeyes/go-gitdiff/gitdiff"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// Write replaces the texts of staged files in the index, and makes the same
// edits in the source tree, except where its lines there or beside them are not
// the staged ones; see [Index.Kept]. It deletes a file in the source tree only
// if all of its text is staged. It cannot create files.
//
// The sequence: wait for the lock of the index; write the source tree in one
// transaction, as [Workspace.Write] does; replace the index. Git does that, with
// the new texts as objects, under its lock, and only if all files still have the
// staged texts that the changes were made for. If it cannot, the source tree
// gets its old texts back. If Write is killed, each file and the index are
// whole, and the same changes of the staged files complete the rest.
//
// It returns the errors of Workspace.Write.
func (x *Index) Write(ctx context.Context, changes []Change) error {
	x.kept = nil
	if err := x.writable(changes); err != nil {
		return &UnwrittenError{err}
	}
	blobs, err := x.newBlobs(ctx, changes)
	if err == nil {
		err = x.waitForIndex(ctx, x.lockWait)
	}
	if err == nil {
		err = x.Workspace.at("index free", "")
	}
	if err != nil {
		return &UnwrittenError{err}
	}
	git, err := x.git.start(x.top, x.env, applyToIndex...) // gets ready while the source tree is written
	if err != nil {
		return &UnwrittenError{err}
	}
	defer git.finish(nil) // without a patch, it changes nothing
	undo, err := x.writeTree(ctx, changes)
	if err != nil {
		return err
	}
	if err := x.Workspace.at("tree written", ""); err != nil {
		return err
	}
	patch := x.patch(blobs)
	if len(patch) == 0 {
		return nil
	}
	if err := x.writeIndex(ctx, git, patch, blobs); err != nil {
		if failed := x.Workspace.Write(context.WithoutCancel(ctx), undo); failed != nil {
			return errors.Join(err, fmt.Errorf("the source tree keeps the fixes: %w", failed))
		}
		x.kept = nil
		return &UnwrittenError{err}
	}
	for name, now := range blobs {
		if x.files[name].object = now.object; isAbsent(now.object) {
			delete(x.files, name)
		}
	}
	x.writeWaiting(patch)
	return x.Workspace.at("index written", "")
}

// Kept returns the files of the source tree in which the last Write could not
// make all edits, with the reasons.
func (x *Index) Kept() []StaleFile { return x.kept }

// writable returns an error for changes that are not of staged files.
func (x *Index) writable(changes []Change) error {
	var unwritable unwritableList
	for i := range changes {
		c := &changes[i]
		switch file := x.files[c.Path]; {
		case file == nil:
			unwritable.files = append(unwritable.files, UnwritableFile{c.Path, fmt.Errorf("%s: cannot fix it: it is not staged", c.Path)})
		case c.Create:
			unwritable.files = append(unwritable.files, UnwritableFile{c.Path, fmt.Errorf("%s: cannot create it: it is staged", c.Path)})
		case fixedits.Digest(file.text) != c.BeforeSHA256:
			return &StaleError{Files: []StaleFile{{Path: c.Path, Reason: staleChanged}}}
		}
	}
	return unwritable.err()
}

// isAbsent reports whether an object is the one of a file that is deleted.
func isAbsent(object string) bool { return strings.Trim(object, "0") == "" }

// newBlobs returns the staged files after some changes, by path. They have texts
// if git does not have these as objects yet.
func (x *Index) newBlobs(ctx context.Context, changes []Change) (map[string]blob, error) {
	all := make([]blob, len(changes))
	err := parallel(ctx, len(changes), func(i int) (err error) {
		c, file := &changes[i], x.files[changes[i].Path]
		switch {
		case c.Delete:
			all[i].object = strings.Repeat("0", len(file.object))
		case file.plain && bytes.IndexByte(c.After, '\r') < 0:
			all[i] = blob{object: blobName(len(file.object), c.After), text: c.After, plain: true}
		default:
			all[i].object, err = x.storeConverted(c)
		}
		return err
	})
	blobs := make(map[string]blob, len(changes))
	for i := range changes {
		blobs[changes[i].Path] = all[i]
	}
	return blobs, err
}

// storeConverted stores the text of a file whose line ends, or whose encoding,
// git converts. It refuses a file of which git would convert more than the
// edits touch.
func (x *Index) storeConverted(c *Change) (string, error) {
	file := x.files[c.Path]
	hash := func(text []byte, flags ...string) (string, error) {
		out, err := x.run(text, append(append([]string{"hash-object"}, flags...), "--stdin", "--path="+file.name)...)
		return strings.TrimSpace(string(out)), err
	}
	was, err := hash(file.text)
	if err == nil && was != file.object {
		err = errors.New("git would convert its other lines too; run git add --renormalize on it first")
	}
	var now string
	if err == nil {
		now, err = hash(c.After, "-w")
	}
	if err != nil {
		return "", &UnwritableError{[]UnwritableFile{{c.Path, fmt.Errorf("%s: cannot store its new text: %w", c.Path, err)}}}
	}
	return now, nil
}

// waitForIndex waits while another process writes the index. Index.Write would
// be correct without it, but would write the source tree and then undo that.
func (c *checkout) waitForIndex(ctx context.Context, atMost time.Duration) error {
	for end := time.Now().Add(atMost); ; {
		if _, err := os.Lstat(c.file + ".lock"); err != nil {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("%s.lock: another git process is writing the index: run again once it has ended, or remove the file if there is none", c.file)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(lockPoll):
		}
	}
}

// writeTree makes the edits of staged files in the source tree, and returns the
// changes that undo them.
func (x *Index) writeTree(ctx context.Context, changes []Change) (undo []Change, err error) {
	const tries = 3 // somebody may be typing
	for try := 1; ; try++ {
		var tree []Change
		tree, undo = x.ofTree(changes)
		err = x.Workspace.Write(ctx, tree)
		if stale, ok := errors.AsType[*StaleError](err); ok && stale.Written > 0 {
			for _, file := range stale.Files {
				x.kept = append(x.kept, file)
				undo = without(undo, file.Path)
			}
			return undo, nil
		} else if ok && try < tries {
			continue
		} else if ok {
			for _, file := range stale.Files {
				x.kept = append(x.kept, file)
				changes = without(changes, file.Path)
			}
		} else if unwritable, ok := errors.AsType[*UnwritableError](err); ok {
			for _, file := range unwritable.Files {
				x.kept = append(x.kept, StaleFile{Path: file.Path, Reason: file.Err.Error()})
				changes = without(changes, file.Path)
			}
		} else {
			return undo, err
		}
	}
}

// without returns the changes of other files.
func without(changes []Change, path string) []Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return c.Path == path })
}

// ofTree returns the changes of the source tree for changes of staged files, and
// the ones that undo them.
func (x *Index) ofTree(changes []Change) (tree, undo []Change) {
	x.kept = slices.DeleteFunc(x.kept, func(f StaleFile) bool {
		return slices.ContainsFunc(changes, func(c Change) bool { return c.Path == f.Path })
	})
	for i := range changes {
		c := &changes[i]
		at, info, err := x.resolve(c.Path)
		if err == nil && (info == nil || at != c.Path || !info.Mode().IsRegular()) {
			continue // deleted, or replaced by a link
		}
		var text []byte
		if err == nil {
			text, err = x.Workspace.Read(c.Path)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			x.kept = append(x.kept, StaleFile{Path: c.Path, Reason: err.Error()})
			continue
		}
		if c.Delete {
			if !bytes.Equal(text, x.files[c.Path].text) {
				x.kept = append(x.kept, StaleFile{Path: c.Path, Reason: "it is not deleted, since it has unstaged changes"})
				continue
			}
			tree = append(tree, *c)
			undo = append(undo, Change{Path: c.Path, After: text, Create: true, Executable: x.Workspace.Executable(c.Path)})
			continue
		}
		after, missing := carry(x.files[c.Path].text, text, c.After)
		if missing > 0 {
			x.kept = append(x.kept, StaleFile{Path: c.Path, Reason: fmt.Sprintf("unstaged lines are in the way of edits: %d", missing)})
		}
		if !bytes.Equal(text, after) {
			tree = append(tree, Change{Path: c.Path, BeforeSHA256: fixedits.Digest(text), After: after})
			undo = append(undo, Change{Path: c.Path, BeforeSHA256: fixedits.Digest(after), After: text})
		}
	}
	return tree, undo
}

// carry makes the edits that turn before into after in another text, except
// where a line that they replace, or one beside it, differs from before. It
// returns the number of these edits. Edits that the other text has already are
// not missing.
func carry(before, other, after []byte) (out []byte, missing int) {
	if bytes.Equal(before, other) || bytes.Equal(other, after) {
		return after, 0
	}
	own := textdiff.Changes(before, other)
	all := slices.Clone(own)
	for _, edit := range textdiff.Changes(before, after) {
		from := bytes.LastIndexByte(before[:max(edit.Start-1, 0)], '\n') + 1
		to := edit.End
		if next := bytes.IndexByte(before[to:], '\n'); next >= 0 {
			to += next + 1
		} else {
			to = len(before)
		}
		i := slices.IndexFunc(own, func(c textdiff.Change) bool {
			return c.Start < to && from < c.End || c.Start <= edit.End && edit.Start <= c.End
		})
		switch {
		case i < 0:
			all = append(all, edit)
		case own[i].Start != edit.Start || own[i].End != edit.End || !bytes.Equal(own[i].New, edit.New):
			missing++
		}
	}
	slices.SortFunc(all, func(a, b textdiff.Change) int { return cmp.Compare(a.Start, b.Start) })
	at := 0
	for _, edit := range all {
		out = append(append(out, before[at:edit.Start]...), edit.New...)
		at = edit.End
	}
	return append(out, before[at:]...), missing
}

// patch returns a patch that replaces staged texts. Git applies such a patch, of
// binary files, only to the same texts.
func (x *Index) patch(blobs map[string]blob) []byte {
	var patch []byte
	var data bytes.Buffer
	compressed, _ := zlib.NewWriterLevel(&data, zlib.NoCompression) // git compresses what it stores
	for name, now := range blobs {
		file := x.files[name]
		if now.object == file.object {
			continue
		}
		a, b := textdiff.AppendName(nil, "a/"+file.name), textdiff.AppendName(nil, "b/"+file.name)
		patch = fmt.Appendf(patch, "diff --git %s %s\n", a, b)
		if isAbsent(now.object) {
			patch = fmt.Appendf(patch, "deleted file mode %s\nindex %s..%s\nBinary files %s and /dev/null differ\n", file.mode, file.object, now.object, a)
			continue
		}
		patch = fmt.Appendf(patch, "index %s..%s %s\n", file.object, now.object, file.mode)
		if !now.plain {
			patch = fmt.Appendf(patch, "Binary files %s and %s differ\n", a, b)
			continue
		}
		data.Reset()
		compressed.Reset(&data)
		compressed.Write(now.text) // a buffer takes all
		compressed.Close()
		literal := gitdiff.BinaryFragment{Method: gitdiff.BinaryPatchLiteral, Size: int64(len(now.text)), RawData: data.Bytes()}
		patch = fmt.Appendf(patch, "GIT binary patch\n%s", literal.String())
	}
	return patch
}

// applyToIndex are the arguments of a git that applies a patch to the index.
var applyToIndex = []string{"apply", "--cached", "--whitespace=nowarn", "-"}

// writeIndex has git apply a patch that makes some blobs. Another process may be
// about to do the same, such as the hook of a second commit, which found the
// source tree with the fixes: to undo them then would leave them in the index
// alone.
func (x *Index) writeIndex(ctx context.Context, git *gitRun, patch []byte, blobs map[string]blob) error {
	_, _, err := git.finish(patch)
	if err == nil {
		return nil
	}
	if waited := x.waitForIndex(ctx, x.lockWait); waited != nil {
		return waited
	}
	if done, stale := x.changedSince(blobs); done {
		return nil
	} else if stale != nil {
		return stale
	}
	if _, again := x.run(patch, applyToIndex...); again == nil {
		return nil
	}
	return fmt.Errorf("%s: cannot write the index: %w", x.file, err)
}

// changedSince reports whether the index has some blobs already. If not, it
// returns the files that the index no longer has as they were staged, or nil.
func (x *Index) changedSince(blobs map[string]blob) (done bool, err error) {
	staged, err := x.checkout.staged()
	if err != nil {
		return false, err
	}
	var stale staleList
	done = true
	for name, now := range blobs {
		file := x.files[name]
		entry := staged[file.name]
		done = done && entry == entryOf(file.mode, now.object)
		if entry != entryOf(file.mode, file.object) {
			stale.add(name, "its staged text has changed since it was checked")
		}
	}
	return done, stale.err()
}

// waiting matches the index of a commit of some files.
var waiting = lazyregexp.New(`^next-index-\d+\.lock$`)

// writeWaiting applies a patch to the index that `git commit FILE` has ready for
// the time after the commit, which has an index of its own.
func (x *Index) writeWaiting(patch []byte) {
	if !waiting().MatchString(filepath.Base(x.file)) {
		return
	}
	later := filepath.Join(filepath.Dir(x.file), "index.lock")
	env := append(slices.Clone(x.env), "GIT_INDEX_FILE="+later) // the last one counts
	if _, _, err := x.git.call(x.top, env, patch, applyToIndex...); err != nil {
		x.kept = append(x.kept, StaleFile{Path: ".", Reason: "the index after this commit has the files without the fixes: run git add on them"})
	}
}
