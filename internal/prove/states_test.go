package prove

import (
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/settings"
)

// A mistake may keep a command from ending, so its limit follows from the
// candidate's runs.
func TestPatience(t *testing.T) {
	mine, others := &candidate{id: 1}, &candidate{id: 2}
	fast, slow, new := &runnable{words: []string{"fast"}}, &runnable{words: []string{"slow"}}, &runnable{words: []string{"new"}}
	p := &proof{Options: Options{Settings: &settings.Settings{Command: 10 * time.Minute}}}
	add := func(c *candidate, cmd *runnable, state evidence.State, suite bool, took time.Duration) {
		p.runs = append(p.runs, evidence.Run{State: state, Suite: suite, Duration: took.Milliseconds()})
		p.owners, p.commands = append(p.owners, c), append(p.commands, cmd.words)
	}
	add(nil, fast, evidence.AtBase, false, time.Minute)
	add(mine, fast, evidence.AtCandidate, false, time.Second)
	add(mine, fast, evidence.AtCandidate, false, 2*time.Second)
	add(mine, fast, evidence.AtCandidate, true, 4*time.Second)
	add(mine, fast, evidence.WithTests, false, time.Minute)
	add(others, fast, evidence.AtCandidate, false, time.Minute)
	add(mine, slow, evidence.AtCandidate, false, 5*time.Minute)
	for _, c := range []struct {
		cmd   *runnable
		suite bool
		want  time.Duration
	}{
		{fast, false, 20 * time.Second},
		{fast, true, 30 * time.Second},
		{slow, false, 10 * time.Minute}, // never more than any command has
		{new, true, 10 * time.Minute},
	} {
		if got := p.patience(mine, c.cmd, c.suite); got != c.want {
			t.Errorf("%v, suite %t: %s, want %s", c.cmd.words, c.suite, got, c.want)
		}
	}
}
