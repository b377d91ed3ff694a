package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// A gitCommand queries git about a checkout. It only reads, and runs no command
// from the configuration of the checkout, which may be untrusted.
type gitCommand struct {
	program string
}

// findGit returns the git command for the folder at, or nil if no folder above
// has a .git or git is not installed.
func findGit(at string) *gitCommand {
	for dir := at; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
	program, err := exec.LookPath("git")
	if err != nil {
		return nil
	}
	return &gitCommand{program: program}
}

// isNoRepository reports whether git failed because it found no repository.
func isNoRepository(err error) bool {
	var failed *gitError
	return errors.As(err, &failed) && strings.Contains(failed.stderr, "not a git repository")
}

// A gitError is a failed run of git.
type gitError struct {
	stderr string
	err    error
}

func (e *gitError) Error() string {
	if e.stderr == "" {
		return e.err.Error()
	}
	return e.stderr
}

func (e *gitError) Unwrap() error { return e.err }

// run returns the output of git in the folder dir, and the folders that git
// skipped because their paths are too long. Git may truncate those paths.
func (g *gitCommand) run(dir string, args ...string) (out []byte, tooLong []string, err error) {
	out, warnings, err := g.call(dir, nil, nil, args...)
	if err != nil {
		return nil, nil, err
	}
	// Git treats an unreadable folder as empty and prints a warning.
	for rest := warnings; ; {
		_, after, found := strings.Cut(rest, "could not open directory '")
		if !found {
			return out, tooLong, nil
		}
		folder, why, whole := strings.Cut(after, "': ")
		why, rest, _ = strings.Cut(why, "\n")
		if whole && why != "File name too long" {
			return nil, nil, unlisted(strings.TrimSuffix(folder, "/"), errors.New(strings.ToLower(why)))
		}
		folder, _, _ = strings.Cut(folder, "\nwarning: ") // after a warning that git truncated
		tooLong = append(tooLong, strings.TrimSuffix(folder, "/"))
	}
}

// call runs git in the folder dir, with further variables, and returns its
// standard output and its warnings.
func (g *gitCommand) call(dir string, env []string, input []byte, args ...string) (out []byte, warnings string, err error) {
	r, err := g.start(dir, env, args...)
	if err != nil {
		return nil, "", err
	}
	return r.finish(input)
}

// A gitRun is a git that has started, and waits for its standard input.
type gitRun struct {
	command        *exec.Cmd
	input          io.WriteCloser
	stdout, stderr bytes.Buffer
}

// start starts git in the folder dir, with further variables.
func (g *gitCommand) start(dir string, env []string, args ...string) (*gitRun, error) {
	command := exec.Command(g.program, append([]string{"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}, args...)...)
	command.Dir = dir
	command.Env = append(gitEnvironment(os.Environ()), env...)
	r := &gitRun{command: command}
	command.Stdout, command.Stderr = &r.stdout, &r.stderr
	var err error
	if r.input, err = command.StdinPipe(); err == nil {
		err = command.Start()
	}
	if err != nil {
		return nil, &gitError{err: err}
	}
	return r, nil
}

// finish gives git its standard input, and returns its standard output and its
// warnings. Further calls change nothing.
func (r *gitRun) finish(input []byte) (out []byte, warnings string, err error) {
	r.input.Write(input) // git says why it does not read all of it
	r.input.Close()
	if err := r.command.Wait(); err != nil {
		return nil, "", &gitError{stderr: strings.TrimSpace(r.stderr.String()), err: err}
	}
	return r.stdout.Bytes(), r.stderr.String(), nil
}

// gitEnvironment removes the variables that point git to another repository or
// index (git hooks set them). It keeps the variables for the location of the
// user's configuration, and forbids locks, prompts and network access.
func gitEnvironment(environ []string) []string {
	var env []string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		switch name {
		case "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH":
		case "LC_ALL", "LANGUAGE":
			continue
		default:
			if strings.HasPrefix(name, "GIT_") {
				continue
			}
		}
		env = append(env, entry)
	}
	return append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_LITERAL_PATHSPECS=1",
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
}

// walkGit lists a folder of a checkout according to git.
func (l *lister) walkGit(git *gitCommand, folder string) error {
	args := []string{"ls-files", "-z", "--cached"}
	if !l.tracked {
		args = append(args, "--others", "--exclude-standard")
	}
	at := filepath.Join(l.w.real, filepath.FromSlash(folder))
	out, tooLong, err := git.run(at, append(args, "--", ".")...)
	if isNoRepository(err) {
		return l.walkPlain(folder) // the .git is not a repository, such as an empty folder or a dangling link
	}
	if err != nil {
		return fmt.Errorf("%s: cannot list the files that git ignores: %w", at, err)
	}
	for _, name := range tooLong {
		if l.leftOut != nil {
			l.leftOut(path.Join(folder, name))
		}
	}
	if len(out) == 0 && l.tracked {
		return nil
	}
	if len(out) == 0 { // empty, or entirely ignored but named explicitly
		return l.walkPlain(folder)
	}
	names := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for i := range names {
		names[i] = path.Join(folder, names[i])
	}
	for len(names) > 0 {
		dir, count := path.Dir(names[0]), 1
		for count < len(names) && path.Dir(names[count]) == dir {
			count++
		}
		if err := l.addGit(dir, names[:count]); err != nil {
			return err
		}
		names = names[count:]
	}
	return nil
}

// addGit adds the names, all in dir, that are currently regular files and are
// not left out, and reports the links among them.
func (l *lister) addGit(dir string, names []string) error {
	if l.leavesFolder(dir) {
		return nil
	}
	root, err := l.w.openFolder(dir)
	if err != nil {
		return unlisted(dir, err)
	}
	if root == nil {
		return nil // gone, or replaced by a link, since git indexed it
	}
	defer root.Close()
	for _, name := range names {
		info, err := root.Lstat(path.Base(name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return fmt.Errorf("%s: cannot look it up: %w", name, cause(err))
		case info.Mode().IsRegular() && !l.leaves(name, false) && !l.tooLong(name):
			l.add(name, info)
		case info.Mode()&fs.ModeSymlink != 0 && l.link != nil && !l.leaves(name, false):
			l.link(name)
		}
		// A folder that git shows as one entry is a repository of its own, or a
		// submodule that is not checked out.
	}
	return nil
}
