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
	"errors"
	"fmt"
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/tools/bench/replay"
)

func main() { replay.Main("history", 500, run) }

func run(program, repository, dir string, commits int) error {
	c := &counts{program: program, after: filepath.Join(dir, "after"), before: filepath.Join(dir, "before")}
	if err := errors.Join(replay.Clone(repository, c.after), replay.Clone(repository, c.before)); err != nil {
		return err
	}
	all, err := replay.Commits(c.after)
	if err != nil {
		return err
	}
	for _, commit := range all[:min(len(all), commits)] {
		if err := c.commit(commit); err != nil {
			return fmt.Errorf("%s: %w", commit, err)
		}
	}
	fmt.Printf("%d commits, %d files, %d findings, %d new, of which %d in lines that the commit did not touch\n", c.commits, c.files, c.findings, c.fresh, c.distant)
	fmt.Printf("%d wrongly new, %d missed\n", c.wrong, c.missed)
	return nil
}

// counts has the counts so far.
type counts struct {
	program                                                 string
	after, before                                           string // folders
	commits, files, findings, fresh, distant, wrong, missed int
}

// commit replays a commit.
func (c *counts) commit(name string) error {
	changes, err := changesOf(c.after, name)
	if err != nil || len(changes) == 0 || len(changes) > replay.MostFiles {
		return err
	}
	var now, then []string
	for _, change := range changes {
		now = append(now, change.path)
		if change.was != "" {
			then = append(then, change.was)
		}
	}
	if err := errors.Join(replay.CheckOut(c.after, name), replay.CheckOut(c.before, name+"^")); err != nil {
		return err
	}
	all, err := c.check(c.after, now)
	if err != nil {
		return err
	}
	fresh, err := c.check(c.after, now, "--base="+name+"^")
	if err != nil {
		return err
	}
	old, err := c.check(c.before, then)
	if err != nil {
		return err
	}
	c.commits, c.files = c.commits+1, c.files+len(changes)
	c.judge(name, changes, all, fresh, old)
	return nil
}

// check returns the findings in files of a folder.
func (c *counts) check(at string, files []string, flags ...string) (*artifact.Artifact, error) {
	if len(files) == 0 {
		return &artifact.Artifact{}, nil
	}
	args := append(append([]string{"check", "--format=json"}, flags...), "--")
	out, err := replay.Autofix(at, c.program, append(args, files...)...)
	if err != nil {
		return nil, err
	}
	return artifact.Decode(out)
}
