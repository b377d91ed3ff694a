// Package companion finds and starts the programs that are installed beside
// autofix, such as autofix-prove. They are separate programs so that autofix,
// which runs in build actions, has neither their size nor their network client.
//
// autofix and its companions come from one archive and have one version. A
// companion refuses to work for another version of autofix.
package companion

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/version"
)

// startedBy names the variable with the version of autofix that started a
// companion.
const startedBy = "AUTOFIX_COMPANION_OF"

// A NotFoundError means that a companion is not where it is looked for.
type NotFoundError struct {
	Name string // such as autofix-prove
	Err  error
}

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("the program %s is missing: %v; install it from the archive that has autofix, into the same folder, or set %s to its path", e.Name, e.Err, Variable(e.Name))
}

func (e *NotFoundError) Unwrap() error { return e.Err }

// Variable returns the name of the variable that says where a companion is,
// such as AUTOFIX_PROVE_PROGRAM for autofix-prove.
func Variable(name string) string {
	return strings.ToUpper(strings.ReplaceAll(name, "-", "_")) + "_PROGRAM"
}

// Find returns the absolute path of a companion: the one that its variable
// names, else the one next to this program, in the folder where it was started
// or where its file is. It looks nowhere else: neither the PATH nor the working
// folder decides which program runs.
func Find(name string) (string, error) {
	if path := os.Getenv(Variable(name)); path != "" {
		path, err := filepath.Abs(path)
		if err == nil {
			err = executable(path)
		}
		if err != nil {
			return "", &NotFoundError{Name: name, Err: err}
		}
		return path, nil
	}
	// A rule of Bazel links autofix and its companions into one folder.
	if filepath.Base(os.Args[0]) != os.Args[0] {
		if path, err := filepath.Abs(filepath.Join(filepath.Dir(os.Args[0]), name+suffix)); err == nil && executable(path) == nil {
			return path, nil
		}
	}
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	path := filepath.Join(filepath.Dir(self), name+suffix)
	if err == nil {
		err = executable(path)
	}
	if err != nil {
		return "", &NotFoundError{Name: name, Err: err}
	}
	return path, nil
}

// executable returns an error unless path is a file that can be run.
func executable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", path)
	case suffix == "" && info.Mode()&0o111 == 0: // Windows has no such bits
		return fmt.Errorf("%s is not executable", path)
	}
	return nil
}

// Environ returns the environment for a companion: this process's environment,
// and the version of autofix.
func Environ() []string {
	return append(os.Environ(), startedBy+"="+version.Version)
}

// Started reports whether autofix started this program, before CheckVersion
// forgets it.
func Started() bool { return os.Getenv(startedBy) != "" }

// CheckVersion returns an error if an autofix of another version started this
// program. The main function of a companion calls it first.
func CheckVersion() error {
	theirs := os.Getenv(startedBy)
	if theirs == "" {
		return nil
	}
	if err := os.Unsetenv(startedBy); err != nil {
		return err
	}
	if theirs == version.Version {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	return fmt.Errorf("%s has version %s, and the autofix that started it has version %s: install both from one archive", self, version.Version, theirs)
}
