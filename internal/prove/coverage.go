package prove

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/prove/coverage"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
)

// covered finds out which of the changed lines of sources the reproduction and
// the tests of the patch reach. Where that cannot be had, it says why: the
// verdict then does without.
func (p *proof) covered(ctx context.Context, c *candidate) error {
	lines := coverage.Lines{}
	for i := range c.source.Files {
		if f := &c.source.Files[i]; f.After != nil {
			if of := coverage.OfCode(f.Path, f.After, c.change.Added(f.Path)); len(of) > 0 {
				lines[f.Path] = of
			}
		}
	}
	if len(lines) == 0 {
		return nil
	}
	found, _, err := recorded(p.journal, "coverage "+c.change.SHA256(), func() (*evidence.Coverage, error) {
		found := &evidence.Coverage{}
		reached := coverage.Reached{}
		var seen [][]string
		for _, cmd := range append([]*runnable{p.reproduction}, c.own...) {
			if slices.ContainsFunc(seen, func(other []string) bool { return slices.Equal(other, cmd.command.Argv) }) {
				continue
			}
			seen = append(seen, cmd.command.Argv)
			if err := p.measure(ctx, c, cmd, lines, reached, found); err != nil {
				return nil, err
			}
		}
		return count(found, reached, lines), nil
	})
	c.coverage = found
	return err
}

// maxUnmeasured bounds the reasons why something was not measured.
const maxUnmeasured = 10

// measure measures one command, in the first way that does it.
func (p *proof) measure(ctx context.Context, c *candidate, cmd *runnable, lines coverage.Lines, reached coverage.Reached, found *evidence.Coverage) error {
	temp, err := p.lab.runner.Temp()
	if err != nil {
		return err
	}
	// Each program may write there, and a file of the last one proves nothing.
	out := filepath.Join(temp, "coverage")
	defer os.RemoveAll(out)
	ways, why := runners.Measurements(cmd.runner, cmd.command.Argv, out)
	var failed []string
	for i := range ways {
		more, err := p.measureIn(ctx, c, cmd, &ways[i], out, lines)
		var no *unmeasuredError
		switch {
		case errors.As(err, &no):
			failed = append(failed, ways[i].By+": "+p.clean(no.why))
			continue
		case err != nil:
			return err
		}
		reached.Add(more)
		if !slices.Contains(found.By, ways[i].By) {
			found.By = append(found.By, ways[i].By)
		}
		return nil
	}
	if len(failed) > 0 {
		why = strings.Join(failed, "; ")
	}
	if len(found.Unknown) < maxUnmeasured {
		found.Unknown = append(found.Unknown, fmt.Sprintf("%s: no coverage: %s", strings.Join(cmd.words, " "), why))
	}
	return nil
}

// An unmeasuredError says why one way to measure coverage does not do it here.
type unmeasuredError struct{ why string }

func (e *unmeasuredError) Error() string { return e.why }

// measureIn runs the commands of a measurement, and reads the files they leave.
func (p *proof) measureIn(ctx context.Context, c *candidate, cmd *runnable, m *results.Measurement, out string, lines coverage.Lines) (coverage.Reached, error) {
	if _, err := p.lab.enter(ctx, c.at(evidence.AtCandidate)); err != nil {
		return nil, err
	}
	if err := errors.Join(os.RemoveAll(out), os.Mkdir(out, 0o700)); err != nil {
		return nil, err
	}
	timed := ctx
	if p.lab.timeout > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeout(ctx, p.lab.timeout)
		defer cancel()
	}
	var said string
	for i, argv := range m.Commands {
		p.watch(Event{Phase: evidence.Prove, What: "measuring coverage", Command: argv})
		var printed, messages limited
		code, err := p.lab.runner.Ask(timed, p.lab.tree, cmd.command.Program, argv[1:], &printed, &messages, cmd.command.Assignments...)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case timed.Err() != nil:
			return nil, &unmeasuredError{"did not end in time"}
		case err != nil:
			return nil, err
		}
		said = lastWords(messages.String(), printed.String())
		if i == 0 && code != 0 {
			return nil, &unmeasuredError{fmt.Sprintf("exit %d: %s", code, said)}
		}
	}
	reached, err := m.Read(&results.Raw{
		Out: out, Dir: p.lab.tree.Dir(), Roots: []string{filepath.Dir(out)},
	}, p.lab.runner.Dir, lines)
	switch {
	case errors.Is(err, results.ErrNoReport):
		return nil, &unmeasuredError{err.Error() + ": " + said}
	case err != nil: // the tree wrote it: anything may be there
		return nil, &unmeasuredError{err.Error()}
	}
	return reached, nil
}

// absolute matches the folders of a path, which are of this machine.
var absolute = lazyregexp.New(`(^|[\s"'(=])(?:[A-Za-z]:)?[/\\](?:[^\s"'():]*[/\\])?`)

// lastWords returns the last line of the first text that has one, with file
// names instead of paths and without codes of terminals. Bazel continues after
// an error, and the first one says why.
func lastWords(texts ...string) string {
	for _, text := range texts {
		text = strings.TrimSpace(printed.Plain(text))
		if text == "" {
			continue
		}
		lines := strings.Split(text, "\n")
		said := lines[len(lines)-1]
		if i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "ERROR: ") }); i >= 0 {
			said = lines[i]
		}
		return process.LastLines(absolute().ReplaceAllString(said, "$1"))
	}
	return "printed nothing"
}

// count counts the changed lines that are known, and how many of these were
// reached.
func count(found *evidence.Coverage, reached coverage.Reached, lines coverage.Lines) *evidence.Coverage {
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		f := evidence.CoveredFile{Path: name}
		f.Covered, f.Missed = reached.Split(name)
		n := len(f.Covered) + len(f.Missed)
		switch {
		case n > 0:
			found.Files = append(found.Files, f)
			found.Lines += n
			found.Covered += len(f.Covered)
		case len(found.By) > 0 && len(found.Unknown) < maxUnmeasured:
			found.Unknown = append(found.Unknown, name+": no report has its changed lines")
		}
	}
	return found
}
