package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/baseline"
	"github.com/rules-autofix/rules_autofix/tools/bench/replay"
)

// A change is a file that a commit changed.
type change struct {
	path, was string       // was is empty for a new file
	touched   map[int]bool // lines of the new text that the commit wrote, and the ones beside deleted lines
}

var hunk = regexp.MustCompile(`(?m)^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// changesOf returns the files that a commit changed and did not delete.
func changesOf(dir, commit string) ([]change, error) {
	out, err := replay.Output(dir, "git", "diff-tree", "-r", "-z", "--find-renames", "--name-status", "--diff-filter=AMR", "--no-commit-id", commit)
	if err != nil {
		return nil, err
	}
	var all []change
	for fields := strings.Split(string(out), "\x00"); len(fields) > 1; fields = fields[2:] {
		c := change{path: fields[1], was: fields[1]}
		switch fields[0][0] {
		case 'R':
			c.path, fields = fields[2], fields[1:]
		case 'A':
			c.was = ""
		}
		if info, err := replay.Output(dir, "git", "ls-tree", commit, "--", c.path); err != nil || !strings.HasPrefix(string(info), "100") {
			continue // a link or a submodule
		}
		if c.touched, err = touched(dir, commit, c); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// touched returns the lines of a file that a commit wrote, or that stand beside
// lines that it deleted.
func touched(dir, commit string, c change) (map[int]bool, error) {
	args := []string{"diff", "--find-renames", "--unified=0", "--no-color", "--no-ext-diff", commit + "^", commit, "--", c.path}
	if c.was != "" {
		args = append(args, c.was)
	}
	out, err := replay.Output(dir, "git", args...)
	if err != nil {
		return nil, err
	}
	lines := map[int]bool{}
	for _, m := range hunk.FindAllStringSubmatch(string(out), -1) {
		start, _ := strconv.Atoi(m[2])
		count := 1
		if m[3] != "" {
			count, _ = strconv.Atoi(m[3])
		}
		for line := start; line < start+max(count, 2); line++ {
			lines[line] = true
		}
	}
	return lines, nil
}

// A kind is the rule of a finding, and the first line of its text.
type kind struct{ path, rule, text string }

// judge compares the new findings with a count of all before and after.
func (c *counts) judge(commit string, changes []change, all, fresh, old *artifact.Artifact) {
	was, by := map[string]string{}, map[string]change{}
	for _, change := range changes {
		was[change.was], by[change.path] = change.path, change
	}
	before := kinds(c.before, old, func(path string) string { return was[path] })
	after := kinds(c.after, all, func(path string) string { return path })
	news := kinds(c.after, fresh, func(path string) string { return path })
	c.findings, c.fresh = c.findings+len(all.Diagnostics), c.fresh+len(fresh.Diagnostics)
	for k, n := range after {
		if more := n - before[k]; more > news[k] {
			c.missed += more - news[k]
			fmt.Printf("%s: missed: %s: %s: %q\n", commit, k.path, k.rule, k.text)
		}
	}
	for i := range fresh.Diagnostics {
		d := &fresh.Diagnostics[i]
		if touches(c.after, by[d.Path].touched, d, fresh) || by[d.Path].was == "" {
			continue
		}
		c.distant++
		for k := range kinds(c.after, &artifact.Artifact{Diagnostics: []fixedits.Diagnostic{*d}}, func(path string) string { return path }) {
			if after[k] <= before[k] {
				c.wrong++
				fmt.Printf("%s: wrongly new: %s:%d: %s: %q\n", commit, d.Path, d.Line, k.rule, k.text)
			}
		}
	}
}

// kinds counts findings, except for those with many places.
func kinds(dir string, a *artifact.Artifact, path func(string) string) map[kind]int {
	counts := map[kind]int{}
	for i := range a.Diagnostics {
		d := &a.Diagnostics[i]
		if baseline.HasPlaces(d) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, d.Path))
		if err != nil || d.End > len(text) {
			continue
		}
		first, _, _ := strings.Cut(string(text[d.Start:d.End]), "\n")
		counts[kind{path(d.Path), d.Rule, strings.Join(strings.Fields(first), "")}]++
	}
	return counts
}

// touches reports whether a commit touched a line of a finding, or one beside
// it.
func touches(dir string, touched map[int]bool, d *fixedits.Diagnostic, a *artifact.Artifact) bool {
	text, err := os.ReadFile(filepath.Join(dir, d.Path))
	if err != nil {
		return true
	}
	lines := position.New(text, position.LF)
	near := func(start, end int) bool {
		for line := lines.Line(start) - 1; line <= lines.Line(max(start, end-1))+1; line++ {
			if touched[line] {
				return true
			}
		}
		return false
	}
	if !baseline.HasPlaces(d) {
		return near(d.Start, d.End)
	}
	for i := range a.Fixes {
		for _, e := range a.Fixes[i].Edits {
			if e.Path == d.Path && near(e.Start, e.End) {
				return true
			}
		}
	}
	return false
}
