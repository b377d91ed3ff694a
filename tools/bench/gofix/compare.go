package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

// A row is the result of one module.
type row struct {
	module    string
	packages  int // that build before
	suggested int // fixes, before
	gofix     side
	ours      side
	rounds    int // of ours, in which something was written
}

// A side is the result of one way to apply fixes.
type side struct {
	broken int // packages that built before
	left   int // fixes that are still suggested
}

// applied returns the share of suggested fixes that are applied, in percent.
func (s side) applied(suggested int) float64 {
	if suggested == 0 {
		return 100
	}
	return 100 * float64(suggested-min(s.left, suggested)) / float64(suggested)
}

func (r *row) brief() string {
	return fmt.Sprintf("%d packages, %d fixes; go fix: %d broken, %d left; autofix: %d broken, %d left, %d rounds",
		r.packages, r.suggested, r.gofix.broken, r.gofix.left, r.ours.broken, r.ours.left, r.rounds)
}

// compare measures one module.
func compare(module, autofix, dir string) (*row, error) {
	c, err := checkOut(module, filepath.Join(dir, "module"))
	if err != nil {
		return nil, err
	}
	before, err := c.packages()
	if err != nil {
		return nil, &leftOut{err.Error()}
	}
	r := &row{module: module}
	for _, builds := range before {
		if !builds {
			return nil, &leftOut{"a package does not build here"}
		}
		r.packages++
	}
	_, report, err := c.suggested()
	if err != nil {
		return nil, err
	}
	told, err := c.fix(autofix, dir, report, "--mode=check")
	if err != nil {
		return nil, err
	}
	leftAlone := map[string]bool{}
	for _, file := range told.LeftAlone {
		leftAlone[file.Path] = true
	}
	c.leftAlone = leftAlone
	fixes, _, err := c.suggested()
	if err != nil {
		return nil, err
	}
	r.suggested = len(fixes)
	for range 2 {
		_ = command(c.dir, "go", "fix", "./...").Run() // fails if it leaves fixes
	}
	if r.gofix, err = c.after(before); err != nil {
		return nil, err
	}
	if c, err = checkOut(module, c.dir); err != nil {
		return nil, err
	}
	c.leftAlone = leftAlone
	if r.rounds, err = c.autofix(autofix, dir); err != nil {
		return nil, err
	}
	r.ours, err = c.after(before)
	return r, err
}

// after returns the result of a side whose packages built before.
func (c *checkout) after(before map[string]bool) (side, error) {
	now, err := c.packages()
	if err != nil {
		return side{}, err
	}
	var s side
	for path := range before {
		if !now[path] {
			s.broken++
		}
	}
	left, _, err := c.suggested()
	s.left = len(left)
	return s, err
}

// mostRounds is how often autofix runs at most.
const mostRounds = 10

// autofix imports what go fix suggests, until nothing more is applied, and
// returns the number of rounds in which something was.
func (c *checkout) autofix(program, dir string) (rounds int, err error) {
	for rounds < mostRounds {
		fixes, report, err := c.suggested()
		if err != nil || len(fixes) == 0 {
			return rounds, err
		}
		told, err := c.fix(program, dir, report, "--verify-command=go list -export -test ./...")
		if err != nil || !told.Written {
			return rounds, err
		}
		rounds++
	}
	return rounds, nil
}

// A summary is a part of the summary of autofix.
type summary struct {
	Written   bool
	LeftAlone []struct{ Path string } `json:"left_alone"`
}

// fix runs autofix with what go fix suggests.
func (c *checkout) fix(program, dir string, report []byte, flags ...string) (told summary, err error) {
	in, out := filepath.Join(dir, "report.json"), filepath.Join(dir, "summary.json")
	if err := os.WriteFile(in, report, 0o644); err != nil {
		return told, err
	}
	cmd := command(c.dir, program, append([]string{"fix", "--root=" + c.dir, "--import=go-vet=" + in, "--safety=suggestion", "--summary=" + out}, flags...)...)
	cmd.Env = append(cmd.Env, "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "GOCACHE="+goCache())
	if said, err := cmd.CombinedOutput(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
		return told, fmt.Errorf("autofix fix: %w: %s", err, said)
	}
	text, err := os.ReadFile(out)
	if err == nil {
		err = json.Unmarshal(text, &told)
	}
	return told, err
}

// goCache returns the build cache of the go command, which would be elsewhere
// with another XDG_CACHE_HOME.
func goCache() string {
	out, _ := command("", "go", "env", "GOCACHE").Output()
	return strings.TrimSpace(string(out))
}

// table returns the rows as text, with a line for all.
func table(rows []row) string {
	lines := []string{"module\tpackages\tfixes\tgo fix: broken\tapplied\tautofix: broken\tapplied\trounds"}
	all := row{module: fmt.Sprintf("%d modules", len(rows))}
	var rounds []int
	for i := range rows {
		r := &rows[i]
		lines = append(lines, r.line(fmt.Sprint(r.rounds)))
		all.packages += r.packages
		all.suggested += r.suggested
		for _, s := range []struct{ all, one *side }{{&all.gofix, &r.gofix}, {&all.ours, &r.ours}} {
			s.all.broken += s.one.broken
			s.all.left += min(s.one.left, r.suggested)
		}
		if r.suggested > 0 {
			rounds = append(rounds, r.rounds)
		}
	}
	slices.Sort(rounds)
	median := "-"
	if len(rounds) > 0 {
		median = fmt.Sprintf("median %d, most %d", rounds[len(rounds)/2], rounds[len(rounds)-1])
	}
	return measure.Table(append(lines, all.line(median)))
}

func (r *row) line(rounds string) string {
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%.1f%%\t%d\t%.1f%%\t%s", r.module, r.packages, r.suggested,
		r.gofix.broken, r.gofix.applied(r.suggested), r.ours.broken, r.ours.applied(r.suggested), rounds)
}
