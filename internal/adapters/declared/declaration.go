package declared

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A Declaration is the [checkers] of one configuration file.
type Declaration struct {
	File     string // the path of the configuration file, as in messages
	Digest   string // of the declarations
	Checkers []*Checker
}

// Declarations returns the checkers that the configurations of files declare,
// by path. taken are the names of the built-in checkers. The error joins the
// mistakes.
func Declarations(files []string, source config.Source, taken []string) ([]*Declaration, error) {
	known := map[string]*Declaration{}
	seen := map[*config.Config]bool{}
	var errs []error
	for _, file := range files {
		c := source.For(file)
		if c == nil || seen[c] {
			continue
		}
		seen[c] = true
		if known[c.Path] != nil {
			continue
		}
		checkers, err := Of(c, taken)
		if err != nil {
			errs = append(errs, err)
		}
		if len(checkers) > 0 {
			known[c.Path] = &Declaration{c.Path, Digest(c), checkers}
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	var all []*Declaration
	for _, d := range known {
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b *Declaration) int { return strings.Compare(a.File, b.File) })
	return all, nil
}

// Names returns the names of the checkers.
func (d *Declaration) Names() []string {
	names := make([]string, len(d.Checkers))
	for i, checker := range d.Checkers {
		names[i] = checker.Name
	}
	return names
}

// Find returns the absolute path of the program, which is run in the workspace
// at root.
func (c *Checker) Find(root string) (string, error) {
	name := c.Command[0]
	if filepath.IsAbs(name) {
		return name, nil
	}
	if strings.ContainsRune(filepath.ToSlash(name), '/') {
		return filepath.Join(root, filepath.FromSlash(name)), nil
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue // it would be the file of a checkout
		}
		if found, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("cannot run it: there is no %s in your PATH: install it, or write its path in command of [checkers.%s]", name, c.Name)
}
