// Package replay runs a program in the trees of the commits of a repository.
package replay

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// MostFiles is the number of changed files up to which a commit is replayed.
const MostFiles = 100

// Main runs a program of the given name. It has the flags -autofix and -commits,
// and one argument, the repository. run gets a new folder, which is removed
// afterwards.
func Main(name string, commits int, run func(program, repository, dir string, commits int) error) {
	log.SetFlags(0)
	log.SetPrefix(name + ": ")
	program := flag.String("autofix", "autofix", "the program")
	n := flag.Int("commits", commits, "the number of commits, from the newest")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("name one repository")
	}
	dir, err := os.MkdirTemp("", "bench-"+name+"-")
	if err == nil {
		err = run(*program, flag.Arg(0), dir, *n)
	}
	os.RemoveAll(dir)
	if err != nil {
		log.Fatal(err)
	}
}

// Clone makes a clone without files.
func Clone(repository, dir string) error {
	_, err := Output(".", "git", "clone", "--quiet", "--shared", "--no-checkout", repository, dir)
	return err
}

// Commits returns the commits of a clone that have one parent, from the newest.
func Commits(dir string) ([]string, error) {
	out, err := Output(dir, "git", "rev-list", "--no-merges", "--min-parents=1", "HEAD")
	return strings.Fields(string(out)), err
}

// CheckOut makes the files of a clone the ones of a commit, and no others. All
// of its files are needed: git takes a file that is missing for deleted, and a
// new one like it for renamed.
func CheckOut(dir, commit string) error {
	_, err := Output(dir, "git", "checkout", "--quiet", "--force", "--detach", commit)
	if err == nil {
		_, err = Output(dir, "git", "clean", "-qfdx")
	}
	return err
}

// Autofix is Output for autofix: exit code 1, for findings, is no error.
func Autofix(dir, program string, args ...string) ([]byte, error) {
	out, err := Output(dir, program, args...)
	if failed, ok := errors.AsType[*exec.ExitError](err); ok && failed.ExitCode() == 1 {
		err = nil
	}
	return out, err
}

// Output returns the standard output of a program.
func Output(dir, program string, args ...string) ([]byte, error) {
	command := exec.Command(program, args...)
	command.Dir = dir
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return out, fmt.Errorf("%s %s: %w: %s", filepath.Base(program), args[0], err, stderr.Bytes())
	}
	return out, nil
}
