package autofixai

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/config/person"
)

// Program returns the absolute path of a program that a command names, and
// refuses one that a checkout could have put there: one in the workspace at
// root, whether by its path, by a link, or by a folder in the PATH.
func Program(name, root string) (string, error) {
	program := person.Expand(name)
	switch {
	case filepath.IsAbs(program):
		return outside(program, root)
	case strings.ContainsAny(program, `/\`):
		return "", fmt.Errorf("%s: it is a relative path; write an absolute path, ~/ or a name in the PATH", name)
	}
	var refused error
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) || person.Within(root, dir) {
			continue // the folder that a person is in, or one of the workspace
		}
		for _, suffix := range suffixes() {
			found, err := outside(filepath.Join(dir, program+suffix), root)
			if err == nil {
				return found, nil
			}
			if errors.Is(err, errInside) && refused == nil {
				refused = err
			}
		}
	}
	if refused != nil {
		return "", refused
	}
	return "", fmt.Errorf("%s: no such program in the PATH (relative folders and those of the workspace do not count)", name)
}

var errInside = errors.New("in the workspace, so it may be from somebody else; install it elsewhere")

// outside returns the path of a program that is not in the workspace.
func outside(program, root string) (string, error) {
	info, err := os.Stat(program)
	switch {
	case err != nil:
		return "", err
	case info.IsDir() || !executable(info):
		return "", fmt.Errorf("%s: it is not a program", program)
	}
	real, err := filepath.EvalSymlinks(program)
	if err != nil {
		return "", err
	}
	if person.Within(root, program) || person.Within(root, real) {
		return "", fmt.Errorf("%s: %w", program, errInside)
	}
	return program, nil
}
