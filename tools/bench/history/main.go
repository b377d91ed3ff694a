// Command history replays commits of a repository, and compares the findings
// that `autofix check --base` calls new with a comparison of all findings before
// and after each commit:
//
//	go build -o /tmp/autofix ./cmd/autofix
//	go run ./tools/bench/history -autofix=/tmp/autofix -commits=500 REPOSITORY
//
// A finding is wrongly new if the commit touched neither its lines nor the ones
// beside them, and the files had as many such findings before. It is missed if
// there are more such findings than before, and fewer of them are new.
package main

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

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// most is the number of files of a commit up to which it is replayed.
const most = 100

func main() {
	log.SetFlags(0)
	log.SetPrefix("history: ")
	program := flag.String("autofix", "autofix", "the program")
	commits := flag.Int("commits", 500, "the number of commits, from the newest")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("name one repository")
	}
	if err := run(*program, flag.Arg(0), *commits); err != nil {
		log.Fatal(err)
	}
}

func run(program, repository string, commits int) error {
	dir, err := os.MkdirTemp("", "bench-history-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r := &replay{program: program, after: filepath.Join(dir, "after"), before: filepath.Join(dir, "before")}
	for _, clone := range []string{r.after, r.before} {
		if _, err := output(".", "git", "clone", "--quiet", "--shared", "--no-checkout", repository, clone); err != nil {
			return err
		}
	}
	out, err := output(r.after, "git", "rev-list", "--no-merges", fmt.Sprint("--max-count=", commits), "HEAD")
	if err != nil {
		return err
	}
	for _, commit := range strings.Fields(string(out)) {
		if err := r.commit(commit); err != nil {
			return fmt.Errorf("%s: %w", commit, err)
		}
	}
	fmt.Printf("%d commits, %d files, %d findings, %d new, of which %d in lines that the commit did not touch\n", r.commits, r.files, r.findings, r.fresh, r.distant)
	fmt.Printf("%d wrongly new, %d missed\n", r.wrong, r.missed)
	return nil
}

// A replay has the counts so far.
type replay struct {
	program                                                 string
	after, before                                           string // folders
	commits, files, findings, fresh, distant, wrong, missed int
}

// commit replays a commit.
func (r *replay) commit(name string) error {
	if _, err := output(r.after, "git", "rev-parse", "--verify", "--quiet", name+"^"); err != nil {
		return nil // the first one
	}
	changes, err := changesOf(r.after, name)
	if err != nil || len(changes) == 0 || len(changes) > most {
		return err
	}
	var now, then []string
	for _, c := range changes {
		now = append(now, c.path)
		if c.was != "" {
			then = append(then, c.was)
		}
	}
	if err := errors.Join(checkOut(r.after, name), checkOut(r.before, name+"^")); err != nil {
		return err
	}
	all, err := r.check(r.after, now)
	if err != nil {
		return err
	}
	fresh, err := r.check(r.after, now, "--base="+name+"^")
	if err != nil {
		return err
	}
	old, err := r.check(r.before, then)
	if err != nil {
		return err
	}
	r.commits, r.files = r.commits+1, r.files+len(changes)
	r.judge(name, changes, all, fresh, old)
	return nil
}

// checkOut checks out a commit. All of its files are needed: git takes a file
// that is missing for deleted, and a new one like it for renamed.
func checkOut(dir, commit string) error {
	_, err := output(dir, "git", "checkout", "--quiet", "--force", "--detach", commit)
	return err
}

// check returns the findings in files of a folder.
func (r *replay) check(at string, files []string, flags ...string) (*artifact.Artifact, error) {
	if len(files) == 0 {
		return &artifact.Artifact{}, nil
	}
	args := append(append([]string{"check", "--format=json"}, flags...), "--")
	out, err := output(at, r.program, append(args, files...)...)
	if failed, ok := errors.AsType[*exec.ExitError](err); ok && failed.ExitCode() == 1 {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return artifact.Decode(out)
}

// output returns what a program prints.
func output(dir, program string, args ...string) ([]byte, error) {
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
