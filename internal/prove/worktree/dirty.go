package worktree

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// dirtyTree writes the files of the checkout to our own repository and returns
// their tree.
//
// It works on a copy of the person's index, so that files that did not change
// since git looked at them need not be read: a clean filter of theirs, which is
// not run here, would have made something else of them.
func (r *Repository) dirtyTree(ctx context.Context) (tree string, notes []Note, err error) {
	index := r.path(storeName, "dirty")
	defer func() {
		// They are the person's, and not for trees.
		for _, file := range infoFiles {
			_ = os.Remove(r.path(storeName, "info", file))
		}
	}()
	if err := r.copyIndex(index); err != nil {
		return "", nil, step(err, "changes of the checkout")
	}
	if err := r.expand(ctx, index); err != nil {
		return "", nil, fail(Unreadable, err, "changes of the checkout")
	}
	g := r.store.with("GIT_WORK_TREE="+r.Root, "GIT_INDEX_FILE="+index)
	g.dir = r.Root
	tracked, err := g.run(ctx, nil, r.reader("ls-files", "-z", "-v", "--stage")...)
	if err != nil {
		return "", nil, fail(Unreadable, err, "changes of the checkout")
	}
	untracked, err := g.run(ctx, nil, r.reader("ls-files", "-z", "--others", "--exclude-standard")...)
	if err != nil {
		return "", nil, fail(Unreadable, err, "changes of the checkout")
	}
	var add, remove []string
	folders := realFolders{root: r.Root, known: map[string]bool{".": true}}
	for _, row := range rows(tracked) {
		about, name, found := strings.Cut(row, "\t")
		fields := strings.Fields(about) // TAG MODE HASH STAGE
		switch {
		case !found || len(fields) != 4:
			return "", nil, fail(Unreadable, nil, "changes of the checkout: git ls-files says %q", row)
		case fields[3] != "0":
			return "", nil, fail(Unmerged, nil, "%s: it has conflicts", name)
		case fields[0] != "H" || fields[1] == modeModule:
			// The person wants git not to look, or it is a submodule.
		case folders.has(name):
			add = append(add, name)
		default:
			remove = append(remove, name)
		}
	}
	for _, name := range rows(untracked) {
		if inner, is := strings.CutSuffix(name, "/"); is {
			notes = append(notes, Note{NoteNested, inner})
			continue
		}
		add = append(add, name)
	}
	if err := r.update(ctx, g, add, remove); err != nil {
		return "", nil, err
	}
	// Objects of the person's are not in sight, for the reason that pack has.
	out, err := g.run(ctx, nil, "write-tree", "--missing-ok")
	if err != nil {
		return "", nil, step(err, "changes of the checkout")
	}
	return line(out), notes, nil
}

// update puts files of a folder into an index as they are, and removes others
// from it.
func (r *Repository) update(ctx context.Context, g *git, add, remove []string) error {
	if len(remove) > 0 {
		if _, err := g.run(ctx, input(removals(remove, r.format)), "update-index", "-z", "--index-info"); err != nil {
			return step(err, "changes of the checkout")
		}
	}
	// If a file is gone by now, the person has just removed it.
	args := r.reader("update-index", "-z", "--add", "--remove", "--ignore-skip-worktree-entries", "--stdin")
	if _, err := g.run(ctx, input(add), args...); err != nil {
		return step(err, "changes of the checkout")
	}
	return nil
}

// removals are rows for update-index that remove paths.
func removals(names []string, format string) []string {
	zeros := strings.Repeat("0", hashLength(format))
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = "0 " + zeros + "\t" + name
	}
	return out
}

func hashLength(format string) int {
	if format == "sha256" {
		return 64
	}
	return 40
}

// reader returns the arguments of a command that reads files of the checkout.
func (r *Repository) reader(args ...string) []string {
	return append(append([]string{}, r.settings...), args...)
}

// copyIndex copies the index of the checkout, with its time, by which git knows
// which files may have changed in the moment in which it was written.
func (r *Repository) copyIndex(to string) error {
	if err := copyWithTime(r.index, to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // without an index, nothing is tracked
	}
	shared, err := filepath.Glob(filepath.Join(escapeGlob(filepath.Dir(r.index)), "sharedindex.*"))
	if err != nil {
		return err
	}
	for _, from := range shared {
		if err := copyWithTime(from, r.path(storeName, filepath.Base(from))); err != nil {
			return err
		}
	}
	for _, name := range infoFiles {
		from := r.info[name]
		info, err := os.Stat(from)
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxSettingsFile {
			continue
		}
		if err := copyWithTime(from, r.path(storeName, "info", name)); err != nil {
			return err
		}
	}
	return nil
}

// infoFiles are the files of .git/info that say how files of a checkout are read.
var infoFiles = []string{"exclude", "attributes", "sparse-checkout"}

// escapeGlob returns a pattern that matches a path only.
func escapeGlob(name string) string {
	if filepath.Separator == '\\' {
		return name // which does not escape there
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(name)
}

func copyWithTime(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.WriteFile(to, text, 0o600); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}

// realFolders knows the folders of a checkout that are not links.
type realFolders struct {
	root  string
	known map[string]bool
}

// has reports whether a file or a link is there, in a folder that is not a
// link.
func (f *realFolders) has(name string) bool {
	if !f.isFolder(path.Dir(name)) {
		return false
	}
	info, err := os.Lstat(filepath.Join(f.root, filepath.FromSlash(name)))
	return err == nil && (info.Mode().IsRegular() || info.Mode()&fs.ModeSymlink != 0)
}

func (f *realFolders) isFolder(name string) bool {
	is, known := f.known[name]
	if !known {
		if is = f.isFolder(path.Dir(name)); is {
			info, err := os.Lstat(filepath.Join(f.root, filepath.FromSlash(name)))
			is = err == nil && info.IsDir()
		}
		f.known[name] = is
	}
	return is
}
