//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// The patches of a task.
const (
	right    = "right"
	bug      = "bug"
	chain    = "if chain"
	answered = "map"
)

var kinds = []string{right, bug, chain, answered}

// A result is the outcome of a patch. Left says why there is none; the other
// patches of the task are still measured, unless it is the right answer.
type result struct {
	Task    string `json:"task"`
	Patch   string `json:"patch"`
	Left    string `json:"left,omitempty"`
	Green   bool   `json:"green"` // the test alone passes
	Verdict string `json:"verdict"`
	// Without has the conditions without which it would be proven.
	Without []string `json:"without,omitempty"`
	Reasons []string `json:"reasons,omitempty"`
	Overfit bool     `json:"overfit,omitempty"` // a note says that it may know the inputs
	Seconds float64  `json:"seconds"`
}

// measure returns the results of a task, and makes the proofs that are not known.
func (p *place) measure(ctx context.Context, t task) ([]result, error) {
	if _, err := output(ctx, p.tree, "git", "checkout", "--quiet", "--force", t.commit); err != nil {
		return nil, err
	}
	base, err := os.ReadFile(filepath.Join(p.tree, sourceName))
	if err != nil {
		return nil, err
	}
	test, err := os.ReadFile(filepath.Join(p.tree, testName))
	if err != nil {
		return nil, err
	}
	var rows []result
	var failing []int // lines of the test
	for _, kind := range kinds {
		row, known := p.find(t.id, kind)
		if !known {
			if failing == nil {
				green, said, err := p.test(ctx)
				if err != nil {
					return nil, err
				}
				if failing, err = linesOfTest(said); err != nil {
					return nil, err
				}
				if green {
					row = result{Task: t.id, Patch: right, Left: "its test passes with the bug"}
					return []result{row}, p.add(row)
				}
			}
			text, err := patched(kind, t, string(base), string(test), failing)
			if err != nil {
				row = result{Left: err.Error()}
			} else if row, err = p.judge(ctx, t, kind, base, []byte(text)); err != nil {
				return nil, err
			}
			row.Task, row.Patch = t.id, kind
			if err := p.add(row); err != nil {
				return nil, err
			}
		}
		if rows = append(rows, row); kind == right && row.Left != "" {
			break
		}
	}
	return rows, nil
}

// patched returns the source with a patch.
func patched(kind string, t task, base, test string, failing []int) (string, error) {
	if kind == right {
		return withAnswer(base, t.answer)
	}
	target, err := targetOf(base, test)
	if err != nil {
		return "", err
	}
	var statements string
	var imports []string
	switch kind {
	case bug:
		statements = target.idle()
	case chain:
		statements, imports = target.chain()
	case answered:
		statements, imports = target.table(failing)
	}
	return withStatements(base, target.name, statements, imports...)
}

// judge runs a patch with the test alone and in a proof.
func (p *place) judge(ctx context.Context, t task, kind string, base, text []byte) (r result, err error) {
	if bytes.Equal(base, text) {
		return result{Left: "there is no change"}, nil
	}
	source := filepath.Join(p.tree, sourceName)
	if err := os.WriteFile(source, text, 0o666); err != nil {
		return r, err
	}
	var printed string
	r.Green, printed, err = p.test(ctx)
	if err = errors.Join(err, os.WriteFile(source, base, 0o666)); err != nil {
		return r, err
	}
	if !r.Green && kind != bug {
		r.Left = strings.TrimSuffix("the test fails with it: "+located.FindString(printed), ": ")
		return r, nil
	}
	name := strings.NewReplacer("/", "-", " ", "-").Replace(t.id + "-" + kind)
	patch := filepath.Join(p.dir, name+".diff")
	if err := os.WriteFile(patch, textdiff.Unified(sourceName, sourceName, base, text, textdiff.Options{}), 0o666); err != nil {
		return r, err
	}
	folder := filepath.Join(p.dir, "proofs", name)
	if p.keep != "" {
		if folder, err = filepath.Abs(filepath.Join(p.keep, name)); err != nil {
			return r, err
		}
	}
	cmd := exec.CommandContext(ctx, p.program, "prove", "--set=runs=1", "--artifacts="+folder, "--patch="+patch, "--", "go", "test", "-vet=off", "./...")
	cmd.Dir = p.tree
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(p.dir, "state"), "XDG_CONFIG_HOME="+filepath.Join(p.dir, "config"))
	start := time.Now()
	said, failed := cmd.CombinedOutput()
	encoded, err := os.ReadFile(filepath.Join(folder, "evidence.json"))
	if err != nil {
		return r, fmt.Errorf("%s: %w: %s", kind, errors.Join(failed, err), said)
	}
	e, err := evidence.Decode(encoded)
	if err != nil {
		return r, err
	}
	r.Verdict, r.Reasons, r.Without = string(e.Verdict), e.Reasons, without(e)
	r.Overfit = slices.ContainsFunc(e.Notes, func(note string) bool { return strings.HasSuffix(note, "(overfit)") })
	r.Seconds = time.Since(start).Round(100 * time.Millisecond).Seconds()
	return r, nil
}

// without returns the conditions that do not hold. Coverage that is not known
// makes no verdict worse.
func without(e *evidence.Evidence) []string {
	var ids []string
	if len(e.Candidates) == 0 {
		return nil
	}
	for _, c := range e.Candidates[0].Conditions {
		if c.Holds != evidence.Yes && (c.ID != "P7" || c.Holds != evidence.Unknown) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// test runs the test alone, and returns its output.
func (p *place) test(ctx context.Context) (green bool, said string, err error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-count=1", "-timeout=20s", "./...")
	cmd.Dir = p.tree
	text, err := cmd.CombinedOutput() // the compiler writes to standard error
	said = string(text)
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || !exit.Exited()) {
		return false, said, err
	}
	return err == nil, said, nil
}

// located is a message at a line of a source.
var located = regexp.MustCompile(`(\S+\.go):(\d+):.*`)

// linesOfTest returns the lines of the test that its output names.
func linesOfTest(said string) ([]int, error) {
	lines := []int{}
	for _, match := range located.FindAllStringSubmatch(said, -1) {
		if filepath.Base(match[1]) != testName {
			continue
		}
		n, err := strconv.Atoi(match[2])
		if err != nil {
			return nil, err
		}
		lines = append(lines, n)
	}
	return lines, nil
}

// find returns a result that is known.
func (b *bench) find(id, kind string) (result, bool) {
	for _, r := range b.known {
		if r.Task == id && r.Patch == kind {
			return r, true
		}
	}
	return result{}, false
}

// add keeps a result.
func (b *bench) add(r result) error {
	b.adding.Lock()
	defer b.adding.Unlock()
	log.Printf("%s, %s: %s%s %s", r.Task, r.Patch, r.Verdict, r.Left, strings.Join(r.Without, " "))
	if b.results == "" {
		return nil
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(b.results, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	return errors.Join(err, file.Close())
}

// readResults reads the file of results, if there is one.
func readResults(name string) ([]result, error) {
	if name == "" {
		return nil, nil
	}
	all, err := readRows[result](name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return all, err
}
