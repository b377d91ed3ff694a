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

// git answers queries about the workspace with git. It only uses commands that
// run nothing from the configuration of the checkout.
type git struct {
	root  string
	files map[string]bool // files that are not ignored, and nested repositories; nil without git
	asked map[string]bool // by folder of a nested repository: whether git works there
}

// openGit queries git for the files of the workspace. Without git, or outside
// of a checkout, all files are sources.
func openGit(root string) (*git, error) {
	g := &git{root: root, files: map[string]bool{}, asked: map[string]bool{}}
	answers, err := g.ask(".")
	if err != nil {
		return nil, err
	}
	if !answers || len(g.files) == 0 { // or an enclosing checkout ignores everything, but the workspace was named explicitly
		g.files = nil
	}
	return g, nil
}

// has reports whether git does not ignore a file of the workspace.
func (g *git) has(file string) (bool, error) {
	if g.files == nil || g.files[file] {
		return true, nil
	}
	// A nested repository, submodule or not, is one entry and is queried
	// separately.
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

// ask adds the files of a folder of a checkout, and reports whether it is a
// checkout.
func (g *git) ask(folder string) (bool, error) {
	dir := filepath.Join(g.root, filepath.FromSlash(folder))
	if folder != "." {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err != nil {
			return false, nil // git would answer for the enclosing repository
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

// keptOfGit lists the variables for the location of the user's configuration
// and of git's programs.
var keptOfGit = []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"}

// gitEnvironment removes the variables that point git to another repository or
// index, as set in git hooks, and forbids locks, prompts and network access.
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
