package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A checkout is the checkout of git that a workspace is in.
//
// Git sets GIT_INDEX_FILE and other variables for its hooks. A checkout obeys
// them: `git commit FILE` and `git commit --all` have an index of their own.
type checkout struct {
	git      *gitCommand
	env      []string
	top      string // its folder
	prefix   string // the root of the workspace below top, with a slash at the end; or ""
	file     string // the index
	converts bool   // it may write any file with other line ends than its object has
}

// A NoCheckoutError reports a workspace that is in no checkout of git.
type NoCheckoutError struct {
	Root string
	Err  error
}

// Error includes the root and the reason.
func (e *NoCheckoutError) Error() string {
	return fmt.Sprintf("%s: not in a checkout of git: %v", e.Root, e.Err)
}

// Unwrap returns the reason.
func (e *NoCheckoutError) Unwrap() error { return e.Err }

// checkout finds the checkout of the workspace.
func (w *Workspace) checkout() (checkout, error) {
	git := findGit(w.real)
	if git == nil {
		return checkout{}, &NoCheckoutError{w.path, errors.New("there is no repository, or no git command")}
	}
	if given := hookEnvironment(os.Environ()); len(given) > 0 {
		if at, err := os.Getwd(); err == nil {
			c := checkout{git: git, env: given, top: at}
			if c.locate(w.real) == nil {
				return c, nil
			}
		}
	}
	c := checkout{git: git, top: w.real}
	if err := c.locate(w.real); err != nil {
		return checkout{}, &NoCheckoutError{w.path, err}
	}
	return c, nil
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

// locate asks git for the places of the checkout, which has to contain a folder.
func (c *checkout) locate(root string) error {
	var out, config []byte
	err := atOnce(context.Background(),
		func() (err error) {
			out, err = c.run(nil, "rev-parse", "--path-format=absolute", "--show-toplevel", "--git-dir", "--git-path", "index")
			return err
		},
		func() (err error) {
			config, err = c.run(nil, "config", "-z", "--get-regexp", `^core\.(autocrlf|eol)$`)
			if failed, ok := errors.AsType[*gitError](err); ok && failed.stderr == "" {
				return nil // there is no such key
			}
			return err
		},
	)
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != 3 {
		return fmt.Errorf("git rev-parse printed %q", out)
	}
	top, dir, file := filepath.FromSlash(lines[0]), filepath.FromSlash(lines[1]), filepath.FromSlash(lines[2])
	if real, err := filepath.EvalSymlinks(top); err == nil {
		top = real
	}
	below, err := filepath.Rel(top, root)
	if err != nil || !filepath.IsLocal(below) {
		return fmt.Errorf("it is outside of %s", top)
	}
	c.top, c.file, c.converts = top, file, len(config) > 0 || runtime.GOOS == "windows"
	if below != "." {
		c.prefix = filepath.ToSlash(below) + "/"
	}
	c.env = slices.DeleteFunc(c.env, func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return name == "GIT_DIR" || name == "GIT_WORK_TREE" || name == "GIT_INDEX_FILE"
	})
	c.env = append(c.env, "GIT_DIR="+dir, "GIT_WORK_TREE="+top, "GIT_INDEX_FILE="+file)
	return nil
}

// run returns the output of git in the folder of the checkout.
func (c *checkout) run(input []byte, args ...string) ([]byte, error) {
	out, _, err := c.git.call(c.top, c.env, input, args...)
	return out, err
}

// A difference is a file that differs from a commit.
type difference struct {
	path     string // below the root of the workspace
	mode     string
	wasMode  string
	was, now blob // was has no object if there was no regular file
	status   byte // as git prints it, such as 'M'
}

// differences returns the files below the root of the workspace that differ
// from a commit, or from nothing if the branch has none and commit is "HEAD".
// Flags are of git diff-index.
func (c *checkout) differences(commit string, flags ...string) ([]difference, error) {
	args := append([]string{"diff-index", "--raw", "-z", "--no-abbrev", "--ignore-submodules=all"}, flags...)
	out, err := c.run(nil, append(args, commit, "--")...)
	if err != nil && commit == "HEAD" {
		if _, unborn := c.run(nil, "rev-parse", "--quiet", "--verify", "HEAD"); unborn != nil {
			var empty []byte
			if empty, err = c.run(nil, "hash-object", "-t", "tree", "--stdin"); err == nil {
				out, err = c.run(nil, append(args, strings.TrimSpace(string(empty)), "--")...)
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot compare the index: %w", c.file, err)
	}
	var all []difference
	for fields := strings.Split(string(out), "\x00"); len(fields) > 1; fields = fields[2:] {
		about, was := strings.Fields(strings.TrimPrefix(fields[0], ":")), fields[1]
		if len(about) != 5 {
			return nil, fmt.Errorf("%s: cannot compare the index: git diff-index printed %q", c.file, about)
		}
		now := was
		if status := about[4][0]; status == 'R' || status == 'C' {
			now, fields = fields[2], fields[1:]
		}
		if !strings.HasPrefix(about[0], "100") {
			about[2] = ""
		}
		if name, inside := strings.CutPrefix(now, c.prefix); inside && !isOwn(name) {
			all = append(all, difference{
				path: name, mode: about[1], wasMode: about[0], status: about[4][0],
				was: blob{name: was, object: about[2]}, now: blob{name: now, object: about[3]},
			})
		}
	}
	return all, nil
}
