//go:build linux

package main

import (
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

// Both sides run in turn, each once more than requested, and are prepared
// before each run.
func TestCompare(t *testing.T) {
	var order string
	shell := func(name, script string, exit int) side {
		return side{
			name: name, exit: exit,
			prepare: func() error { order += name; return nil },
			command: func() *exec.Cmd { return exec.Command("sh", "-c", script) },
		}
	}
	b := &bench{runs: 2}
	r, err := b.compare("what", shell("a", "true", 0), shell("b", "exit 3", 3))
	if err != nil || r.what != "what" || r.ours != "a" || r.theirs != "b" || r.cost.Wall <= 0 || r.peers.Peak <= 0 {
		t.Errorf("got %+v, %v", r, err)
	}
	if order != "ababab" {
		t.Errorf("prepared in the order %s", order)
	}
	if _, err := b.compare("", shell("a", "true", 0), shell("b", "echo why >&2; exit 3", 0)); err == nil || !strings.HasSuffix(err.Error(), "exit 3: why\n") {
		t.Errorf("got error %v for an exit code that is not the side's", err)
	}
	unready := shell("a", "true", 0)
	unready.prepare = func() error { return errors.New("not ready") }
	if _, err := b.compare("", unready, shell("b", "true", 0)); err == nil || err.Error() != "a: not ready" {
		t.Errorf("got error %v for a side that cannot be prepared", err)
	}
}

// The ratio is our time by the time of the peer.
func TestTable(t *testing.T) {
	got := table([]row{{
		"what", "ours", "peer",
		measure.Cost{Wall: 90 * time.Millisecond, Peak: 3 << 20},
		measure.Cost{Wall: 120 * time.Millisecond, Peak: 5 << 20},
	}})
	want := "what ours peer time peer's time ratio peak peer's peak what ours peer 0.090 s 0.120 s 0.75 3 MB 5 MB"
	if strings.Join(strings.Fields(got), " ") != want {
		t.Errorf("%s", got)
	}
}
