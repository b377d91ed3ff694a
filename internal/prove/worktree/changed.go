package worktree

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// The bounds of what Changed returns.
const (
	maxChangedFiles = 1000
	maxChangedFile  = 4 << 20 // bytes
)

// Changed returns the changes of the tree over its base: the change of the last
// Set, and later changes by a program, such as an agent. It leaves out files
// that git ignores or that were kept, and the mode of a file of the base.
// Links, repositories and other things that are not regular files are refused
// with a code.
func (t *Tree) Changed(ctx context.Context) (*change.Change, error) {
	now, err := t.scan()
	if err != nil {
		return nil, step(err, "tree")
	}
	touched, deleted, err := t.touched(ctx, now)
	if err != nil {
		return nil, err
	}
	if len(touched)+len(deleted) > maxChangedFiles {
		return nil, fail(ChangedTooLarge, nil, "%d files were changed, of at most %d", len(touched)+len(deleted), maxChangedFiles)
	}
	hashes, err := t.hash(ctx, touched)
	if err != nil {
		return nil, step(err, "tree")
	}
	var files []fixedits.FileChange
	for _, name := range touched {
		f := fixedits.FileChange{Path: name, Created: true}
		if f.After, err = t.repository.blob(hashes[name]); err != nil {
			return nil, err
		}
		if now.files[name].mode&0o100 != 0 && hasModes {
			f.Executable = true
		}
		if e, found := t.base.entries[name]; found {
			f.Created, f.Executable = false, e.mode == modeExecutable
			if f.Before, err = t.repository.blob(e.hash); err != nil {
				return nil, err
			}
		}
		files = append(files, f)
	}
	for _, name := range deleted {
		e := t.base.entries[name]
		f := fixedits.FileChange{Path: name, Deleted: true, Executable: e.mode == modeExecutable}
		if f.Before, err = t.repository.blob(e.hash); err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return change.New(files)
}

// touched returns the regular files of the tree that may differ from the base,
// and the files of the base that are gone.
func (t *Tree) touched(ctx context.Context, now *scan) (touched, deleted []string, err error) {
	var fresh []string // neither wanted nor kept
	for name, is := range now.files {
		_, kept := t.kept[name]
		w, base := t.want[name], t.base.entries[name]
		switch {
		case base.mode == modeModule || w == nil && !kept && t.inModule(name):
			return nil, nil, fail(ChangedModule, nil, "%s: it is in a submodule", name)
		case w == nil && kept:
		case w == nil && base.hash == "":
			fresh = append(fresh, name)
		case w != nil && w.entry == base && w.stamp.same(is):
		case base.mode == modeLink && is.mode&fs.ModeSymlink != 0:
			if same, err := t.sameLink(name, base); err != nil || !same {
				return nil, nil, fail(ChangedLink, err, "%s: it points elsewhere", name)
			}
		case base.mode == modeLink:
			return nil, nil, fail(ChangedLink, nil, "%s: it is no longer a symbolic link", name)
		default:
			touched = append(touched, name)
		}
	}
	if fresh, err = t.notIgnored(ctx, fresh); err != nil {
		return nil, nil, err
	}
	touched = append(touched, fresh...)
	slices.Sort(touched)
	for _, name := range touched {
		if err := regular(name, now.files[name]); err != nil {
			return nil, nil, err
		}
	}
	for name, e := range t.base.entries {
		if _, found := now.files[name]; found || e.mode == modeModule {
			continue
		}
		if e.mode == modeLink {
			return nil, nil, fail(ChangedLink, nil, "%s: it is gone", name)
		}
		if e.size > maxRead {
			return nil, nil, fail(ChangedTooLarge, nil, "%s: it is gone, and has %d bytes", name, e.size)
		}
		deleted = append(deleted, name)
	}
	slices.Sort(deleted)
	return touched, deleted, nil
}

// inModule reports whether a path is in a submodule.
func (t *Tree) inModule(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if t.base.entries[dir].mode == modeModule {
			return true
		}
	}
	return false
}

func (t *Tree) sameLink(name string, e entry) (bool, error) {
	to, err := t.root.Readlink(filepath.FromSlash(name))
	if err != nil {
		return false, err
	}
	return t.repository.equal(e, []byte(to))
}

// regular refuses files that a change cannot have.
func regular(name string, s stamp) error {
	switch {
	case s.mode&fs.ModeSymlink != 0:
		return fail(ChangedLink, nil, "%s: it is a symbolic link", name)
	case !s.mode.IsRegular():
		return fail(ChangedSpecial, nil, "%s: it is no regular file", name)
	case s.size > maxChangedFile:
		return fail(ChangedTooLarge, nil, "%s: it has %d bytes, of at most %d", name, s.size, maxChangedFile)
	}
	return nil
}

// notIgnored returns the new files that git does not ignore. A repository among
// them is refused.
func (t *Tree) notIgnored(ctx context.Context, names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	slices.Sort(names)
	index, err := t.repository.stagedIndex(t.base, t.name+"-changed")
	if err != nil {
		return nil, step(err, "tree")
	}
	// It has no literal paths, and takes a colon at the start for a sign.
	const here = "./"
	paths := make([]string, len(names))
	for i, name := range names {
		paths[i] = here + name
	}
	out, err := t.reading(index).with("GIT_LITERAL_PATHSPECS=0").run(ctx, input(paths), "check-ignore", "-z", "--stdin")
	var failed *gitError
	if errors.As(err, &failed) && failed.code == 1 && failed.stderr == "" {
		err = nil // none is ignored
	}
	if err != nil {
		return nil, step(err, "tree")
	}
	ignored := map[string]bool{}
	for _, name := range rows(out) {
		ignored[strings.TrimPrefix(name, here)] = true
	}
	var left []string
	for _, name := range names {
		if ignored[name] {
			continue
		}
		if dir, is := repositoryOf(name); is {
			return nil, fail(ChangedModule, nil, "%s: it has become a repository of its own", dir)
		}
		left = append(left, name)
	}
	return left, nil
}

// repositoryOf returns the folder whose .git a path is in, or is.
func repositoryOf(name string) (dir string, is bool) {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		if strings.EqualFold(part, gitName) {
			return strings.Join(parts[:i], "/"), true
		}
	}
	return "", false
}

// reading is git of our own repository in the folder of the tree. Files that
// commands have written there may only affect ignore rules and line endings.
func (t *Tree) reading(index string) *git {
	g := t.repository.store.with("GIT_WORK_TREE="+t.dir, "GIT_INDEX_FILE="+index)
	g.dir = t.dir
	return g
}

// hash returns the hashes of files of the tree as they are in git, and writes
// them to our repository.
func (t *Tree) hash(ctx context.Context, names []string) (map[string]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	index, err := t.repository.stagedIndex(t.base, t.name+"-changed")
	if err != nil {
		return nil, err
	}
	g := t.reading(index)
	if _, err := g.run(ctx, input(names), "update-index", "-z", "--add", "--replace", "--stdin"); err != nil {
		return nil, err
	}
	out, err := g.run(ctx, nil, "ls-files", "-z", "--stage")
	if err != nil {
		return nil, err
	}
	hashes := map[string]string{}
	for _, row := range rows(out) {
		about, name, _ := strings.Cut(row, "\t")
		if fields := strings.Fields(about); len(fields) == 3 {
			hashes[name] = fields[1]
		}
	}
	return hashes, nil
}
