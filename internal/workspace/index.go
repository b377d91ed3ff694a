package workspace

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Index has the staged files of a git checkout, as they would be committed.
// It reads these from the index, and all other files from the source tree, and
// writes them back by [Index.Write]. A staged file is an added or changed
// regular file.
//
// Git sets GIT_INDEX_FILE and other variables for its hooks, which an Index
// obeys: `git commit FILE` and `git commit --all` have an index of their own.
type Index struct {
	*Workspace
	git    *gitCommand
	env    []string
	top    string // the folder of the checkout
	prefix string // the root of the workspace below top, with a slash at the end; or ""
	file   string // the index
	files  map[string]*stagedFile
	left   []StaleFile
	kept   []StaleFile

	lockWait time.Duration // how long Write waits for another process that writes the index
}

// A stagedFile is a file of the index.
type stagedFile struct {
	name  string // below the folder of the checkout
	mode  string
	blob  string // the name of its object
	text  []byte // as a checkout would write it
	plain bool   // text is the blob
}

// A NoIndexError reports a workspace that has no index of git.
type NoIndexError struct {
	Root string
	Err  error
}

// Error includes the root and the reason.
func (e *NoIndexError) Error() string {
	return fmt.Sprintf("%s: nothing can be staged there: %v", e.Root, e.Err)
}

// Unwrap returns the reason.
func (e *NoIndexError) Unwrap() error { return e.Err }

// Index reads the staged files. It changes nothing.
func (w *Workspace) Index(ctx context.Context) (*Index, error) {
	x := &Index{Workspace: w, files: map[string]*stagedFile{}, lockWait: 3 * time.Second}
	err := x.find()
	if err == nil {
		err = x.list()
	}
	if err == nil {
		err = x.leaveUntouchable()
	}
	if err == nil {
		err = x.readTexts(ctx)
	}
	if err != nil {
		return nil, err
	}
	return x, nil
}

// Staged returns the staged files below some files and folders, which are
// workspace relative. It leaves out the ones that a walk leaves out.
func (x *Index) Staged(below []string) ([]string, error) {
	ignored, err := x.bazelIgnored()
	if err != nil {
		return nil, err
	}
	l := &lister{w: x.Workspace, ignored: ignored, leaveOut: map[string]bool{}}
	var files []string
	for name := range x.files {
		named := slices.Contains(below, name)
		if named || slices.ContainsFunc(below, func(at string) bool { return at == "." || strings.HasPrefix(name, at+"/") }) &&
			!l.leaves(name, false) && !l.leavesFolder(path.Dir(name)) {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files, nil
}

// Texts returns the texts of the staged files, by path.
func (x *Index) Texts() map[string][]byte {
	texts := make(map[string][]byte, len(x.files))
	for name, file := range x.files {
		texts[name] = file.text
	}
	return texts
}

// LeftAlone returns the staged files that cannot be read or written as text,
// with the reasons.
func (x *Index) LeftAlone() []StaleFile { return x.left }

// Canonical is like [Workspace.Canonical]. The path of a staged file is its
// name in the index, whatever is there in the source tree.
func (x *Index) Canonical(name string) (string, error) {
	if clean, err := lexical(name); err == nil && x.files[clean] != nil {
		return clean, nil
	}
	return x.Workspace.Canonical(name)
}

// Executable reports whether a file has the executable bit.
func (x *Index) Executable(name string) bool {
	if file := x.files[name]; file != nil {
		return file.mode == "100755"
	}
	return x.Workspace.Executable(name)
}

// find sets the fields that locate the index.
func (x *Index) find() error {
	if x.git = findGit(x.real); x.git == nil {
		return &NoIndexError{x.path, errors.New("it is in no git repository, or there is no git command")}
	}
	where := []string{"rev-parse", "--path-format=absolute", "--show-toplevel", "--git-dir", "--git-path", "index"}
	if given := hookEnvironment(os.Environ()); len(given) > 0 {
		if at, err := os.Getwd(); err == nil {
			x.env, x.top = given, at
			out, err := x.run(nil, where...)
			if err == nil && x.locate(string(out)) == nil {
				return nil
			}
		}
	}
	x.env, x.top = nil, x.real
	out, err := x.run(nil, where...)
	if err == nil {
		err = x.locate(string(out))
	}
	if err != nil {
		return &NoIndexError{x.path, err}
	}
	return nil
}

// hookEnvironment returns the variables that git sets for a hook, to point to
// its repository and index.
func hookEnvironment(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		switch name {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES":
			return false
		}
		return true
	})
}

// locate reads the output of rev-parse.
func (x *Index) locate(out string) error {
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != 3 {
		return fmt.Errorf("git rev-parse printed %q", out)
	}
	top, dir, file := filepath.FromSlash(lines[0]), filepath.FromSlash(lines[1]), filepath.FromSlash(lines[2])
	if real, err := filepath.EvalSymlinks(top); err == nil {
		top = real
	}
	below, err := filepath.Rel(top, x.real)
	if err != nil || !filepath.IsLocal(below) {
		return fmt.Errorf("it is not in the checkout %s", top)
	}
	x.top, x.file = top, file
	if below != "." {
		x.prefix = filepath.ToSlash(below) + "/"
	}
	x.env = slices.DeleteFunc(x.env, func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return name == "GIT_DIR" || name == "GIT_WORK_TREE" || name == "GIT_INDEX_FILE"
	})
	x.env = append(x.env, "GIT_DIR="+dir, "GIT_WORK_TREE="+top, "GIT_INDEX_FILE="+file)
	return nil
}

// run returns the output of git in the folder of the checkout.
func (x *Index) run(input []byte, args ...string) ([]byte, error) {
	out, _, err := x.git.start(x.top, x.env, input, args...)
	return out, err
}

// list finds the staged files. Their texts are not read yet.
func (x *Index) list() error {
	args := []string{"diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=all", "--ita-invisible-in-index"}
	out, err := x.run(nil, append(args, "HEAD", "--")...)
	if err != nil {
		if _, unborn := x.run(nil, "rev-parse", "--quiet", "--verify", "HEAD"); unborn == nil {
			return fmt.Errorf("%s: cannot read the index: %w", x.file, err)
		}
		empty, err := x.run([]byte{}, "hash-object", "-t", "tree", "--stdin")
		if err == nil {
			out, err = x.run(nil, append(args, strings.TrimSpace(string(empty)), "--")...)
		}
		if err != nil {
			return fmt.Errorf("%s: cannot read the index: %w", x.file, err)
		}
	}
	fields := strings.Split(string(out), "\x00")
	for len(fields) > 1 {
		about, full := strings.Fields(strings.TrimPrefix(fields[0], ":")), fields[1]
		fields = fields[2:]
		name, inside := strings.CutPrefix(full, x.prefix)
		switch {
		case len(about) != 5:
			return fmt.Errorf("%s: cannot read the index: git diff-index printed %q", x.file, about)
		case !inside || isOwn(name):
		case about[4] == "U":
			x.leave(name, "its merge conflict is not resolved")
		case about[1] == "100644" || about[1] == "100755": // no link, no submodule, not deleted
			x.files[name] = &stagedFile{name: full, mode: about[1], blob: about[3]}
		}
	}
	return nil
}

// leave leaves a file alone.
func (x *Index) leave(name, reason string) {
	delete(x.files, name)
	if !slices.ContainsFunc(x.left, func(f StaleFile) bool { return f.Path == name }) {
		x.left = append(x.left, StaleFile{Path: name, Reason: reason})
	}
}

// names returns the names of the staged files below the folder of the checkout,
// each with a NUL byte.
func (x *Index) names() []byte {
	var all []byte
	for _, file := range x.files {
		all = append(append(all, file.name...), 0)
	}
	return all
}

// leaveUntouchable leaves the files alone that git stores in another form by a
// program, such as Git LFS, and the ones outside of a sparse checkout, whose
// mark in the index would get lost.
func (x *Index) leaveUntouchable() error {
	if len(x.files) == 0 {
		return nil
	}
	out, err := x.run(x.names(), "check-attr", "-z", "--stdin", "filter")
	if err != nil {
		return fmt.Errorf("%s: cannot read the attributes of the staged files: %w", x.top, err)
	}
	for fields := strings.Split(string(out), "\x00"); len(fields) > 3; fields = fields[3:] {
		if filter := fields[2]; filter != "unspecified" && filter != "unset" {
			x.leave(strings.TrimPrefix(fields[0], x.prefix), fmt.Sprintf("git stores it through the filter %q", filter))
		}
	}
	tags, err := x.run(nil, "ls-files", "-z", "-t")
	if err != nil {
		return fmt.Errorf("%s: cannot read the index: %w", x.file, err)
	}
	for entry := range strings.SplitSeq(string(tags), "\x00") {
		if full, sparse := strings.CutPrefix(entry, "S "); sparse {
			if name := strings.TrimPrefix(full, x.prefix); x.files[name] != nil {
				x.leave(name, "it is outside of the sparse checkout")
			}
		}
	}
	return nil
}

// readTexts reads the texts of the staged files.
func (x *Index) readTexts(ctx context.Context) error {
	if len(x.files) == 0 {
		return nil
	}
	converted, err := x.converted()
	if err != nil {
		return err
	}
	var request []byte
	var files []*stagedFile
	for _, file := range x.files {
		if converted(file.name) {
			files = append(files, file)
		} else {
			request = append(append(request, file.blob...), '\n')
			file.plain = true
		}
	}
	out, err := x.run(request, "cat-file", "--batch")
	if err != nil {
		return fmt.Errorf("%s: cannot read the staged files: %w", x.file, err)
	}
	texts := map[string][]byte{}
	for len(out) > 0 {
		header, rest, _ := bytes.Cut(out, []byte{'\n'})
		about := strings.Fields(string(header))
		size := -1
		if len(about) == 3 {
			size, _ = strconv.Atoi(about[2])
		}
		if size < 0 || size >= len(rest) {
			return fmt.Errorf("%s: cannot read the staged files: git cat-file printed %q", x.file, header)
		}
		texts[about[0]], out = rest[:size:size], rest[size+1:]
	}
	for _, file := range x.files {
		file.text = texts[file.blob]
	}
	return parallel(ctx, len(files), func(i int) error {
		file := files[i]
		text, err := x.run(nil, "cat-file", "--filters", "--path="+file.name, file.blob)
		if err != nil {
			return fmt.Errorf("%s: cannot read its staged text: %w", file.name, err)
		}
		file.text, file.plain = text, isBlob(file.blob, text)
		return nil
	})
}

// isBlob reports whether a text has the name of an object.
func isBlob(name string, text []byte) bool {
	object := append(fmt.Appendf(nil, "blob %d\x00", len(text)), text...)
	if len(name) == 2*sha1.Size {
		return fmt.Sprintf("%x", sha1.Sum(object)) == name
	}
	return fmt.Sprintf("%x", sha256.Sum256(object)) == name
}

// converted returns a function that reports whether a checkout may write a file
// with other bytes than its blob has, such as other line ends.
func (x *Index) converted() (func(name string) bool, error) {
	config, err := x.run(nil, "config", "-z", "--get-regexp", `^core\.(autocrlf|eol)$`)
	if len(config) > 0 || runtime.GOOS == "windows" {
		return func(string) bool { return true }, nil
	}
	if failed, ok := errors.AsType[*gitError](err); ok && failed.stderr != "" { // not just that there is no such key
		return nil, fmt.Errorf("%s: cannot read the configuration of git: %w", x.top, err)
	}
	out, err := x.run(x.names(), "check-attr", "-z", "--stdin", "eol", "ident", "working-tree-encoding")
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read the attributes of the staged files: %w", x.top, err)
	}
	names := map[string]bool{}
	for fields := strings.Split(string(out), "\x00"); len(fields) > 3; fields = fields[3:] {
		if value := fields[2]; value != "unspecified" && value != "unset" && value != "lf" {
			names[fields[0]] = true
		}
	}
	return func(name string) bool { return names[name] }, nil
}
