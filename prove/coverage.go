package prove

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/cover"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// covered finds out which of the changed lines of Go the reproduction and the
// tests of the patch reach. Other languages have no coverage here, which the
// verdict then does without.
func (p *proof) covered(ctx context.Context, c *candidate) error {
	lines := map[string][]int{}
	for i := range c.source.Files {
		if f := &c.source.Files[i]; strings.HasSuffix(f.Path, ".go") && f.Text != nil {
			lines[f.Path] = c.change.Added(f.Path)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	found, _, err := recorded(p.journal, "coverage "+c.change.SHA256(), func() (*evidence.Coverage, error) {
		var blocks []cover.ProfileBlock
		profiles := map[string][]cover.ProfileBlock{}
		for _, cmd := range append([]*runnable{p.reproduction}, c.own...) {
			if cmd.reader.Name() != "go-test" {
				continue
			}
			got, err := p.coverageOf(ctx, c, cmd)
			if err != nil {
				return nil, err
			}
			for _, profile := range got {
				profiles[profile.FileName] = append(profiles[profile.FileName], profile.Blocks...)
				blocks = append(blocks, profile.Blocks...)
			}
		}
		if len(blocks) == 0 {
			return nil, nil
		}
		return countCovered(lines, profiles), nil
	})
	if found != nil && found.Lines > 0 {
		c.coverage = found
	}
	return err
}

// coverageOf runs a command of go test once more, with a profile.
func (p *proof) coverageOf(ctx context.Context, c *candidate, cmd *runnable) ([]*cover.Profile, error) {
	p.watch(Event{Phase: evidence.Prove, What: "measuring coverage", Command: cmd.command.Argv})
	if _, err := p.lab.enter(ctx, c.at(evidence.AtCandidate)); err != nil {
		return nil, err
	}
	temp, err := p.lab.runner.Temp()
	if err != nil {
		return nil, err
	}
	name := filepath.Join(temp, "cover.out")
	defer os.Remove(name)
	argv := cmd.command.Argv
	at := slices.Index(argv, "test")
	if at < 0 {
		return nil, nil
	}
	args := slices.Insert(slices.Clone(argv[1:]), at, "-coverprofile="+name, "-coverpkg=./...")
	var out, messages limited
	if _, err := p.lab.runner.Ask(ctx, p.lab.tree, cmd.command.Program, args, &out, &messages); err != nil {
		return nil, err
	}
	// The tree wrote it: anything may be there, but nothing runs any more.
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || info.Size() > mostAnswer) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	profiles, err := cover.ParseProfilesFromReader(bytes.NewReader(text))
	if err != nil {
		return nil, nil // it says nothing
	}
	return profiles, nil
}

// countCovered counts the changed lines that a profile knows, and those of them
// that were reached.
func countCovered(lines map[string][]int, profiles map[string][]cover.ProfileBlock) *evidence.Coverage {
	var c evidence.Coverage
	for file, numbers := range lines {
		blocks := profiles[profileOf(file, profiles)]
		for _, line := range numbers {
			known, reached := false, false
			for _, b := range blocks {
				if b.StartLine <= line && line <= b.EndLine {
					known, reached = true, reached || b.Count > 0
				}
			}
			if known {
				c.Lines++
			}
			if reached {
				c.Covered++
			}
		}
	}
	return &c
}

// profileOf returns the name of the profile of a file, or "". Profiles have
// import paths: the one that shares the most folders with the path is meant, if
// no other shares as many.
func profileOf(file string, profiles map[string][]cover.ProfileBlock) string {
	best, most, alone := "", 0, true
	for name := range profiles {
		switch n := sharedEnd(name, file); {
		case n > most:
			best, most, alone = name, n, true
		case n == most:
			alone = false
		}
	}
	if !alone {
		return ""
	}
	return best
}

// sharedEnd returns how many last parts two paths share.
func sharedEnd(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}
