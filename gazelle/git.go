package gazelle

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// git is what git says of the workspace. It is only asked what runs nothing
// that the checkout's own configuration names.
type git struct {
	root  string
	files map[string]bool // those that it does not ignore, and repositories inside; nil where there is no git
	asked map[string]bool // the folders of repositories inside, and whether git answers there
}

// openGit asks git for the files of the workspace. Where there is none, or no
// checkout, all are sources.
func openGit(root string) (*git, error) {
	g := &git{root: root, files: map[string]bool{}, asked: map[string]bool{}}
	answers, err := g.ask(".")
	if err != nil {
		return nil, err
	}
	if !answers || len(g.files) == 0 { // or all is ignored by a checkout around: it was named, so it is meant
		g.files = nil
	}
	return g, nil
}

// has reports whether git does not ignore a file of the workspace.
func (g *git) has(file string) (bool, error) {
	if g.files == nil || g.files[file] {
		return true, nil
	}
	// A repository inside, submodule or not, is one entry, and answers itself.
	for folder := path.Dir(file); folder != "."; folder = path.Dir(folder) {
		if !g.files[folder] {
			continue
		}
		answers, known := g.asked[folder]
		if !known {
			var err error
			if answers, err = g.ask(folder); err != nil {
				return false, err
			}
			g.asked[folder] = answers
		}
		return g.files[file] || !answers, nil
	}
	return false, nil
}

// ask adds the files of a folder of a checkout, and reports whether it is one.
func (g *git) ask(folder string) (bool, error) {
	dir := filepath.Join(g.root, filepath.FromSlash(folder))
	if folder != "." {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err != nil {
			return false, nil // git would answer for the repository around it
		}
	}
	cmd := exec.Command("git", "--no-pager", "-c", "core.fsmonitor=false",
		"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".")
	cmd.Dir = dir
	cmd.Env = gitEnvironment(os.Environ())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound), strings.Contains(stderr.String(), "not a git repository"):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("%s: cannot ask git for the files here: %w: %s", dir, err, bytes.TrimSpace(stderr.Bytes()))
	}
	for name := range strings.SplitSeq(string(out), "\x00") {
		if name != "" {
			g.files[path.Join(folder, name)] = true
		}
	}
	return true, nil
}

// keptOfGit says where the user's own configuration and git's programs are.
var keptOfGit = []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"}

// gitEnvironment drops the variables that point git at another repository or
// index, as a git hook has them, and forbids locks, questions and the network.
func gitEnvironment(environ []string) []string {
	var env []string
	for _, entry := range environ {
		switch name, _, _ := strings.Cut(entry, "="); {
		case !strings.HasPrefix(name, "GIT_"), slices.Contains(keptOfGit, name):
			env = append(env, entry)
		}
	}
	return append(env, "LC_ALL=C", "LANGUAGE=", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_LITERAL_PATHSPECS=1",
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
}
