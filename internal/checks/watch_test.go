package checks_test

import (
	"context"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// A slow checker takes a millisecond.
type slow struct{}

func (slow) Name() string                           { return "slow" }
func (slow) Rules() []checks.Rule                   { return nil }
func (slow) Match(checks.File, *config.Config) bool { return true }
func (slow) Check(checks.File, checks.Settings) ([]checks.Finding, error) {
	time.Sleep(time.Millisecond)
	return nil, nil
}

func TestWatch(t *testing.T) {
	registry := checks.New(artifact.Tool{Name: "t"})
	registry.Register(slow{})
	var watch checks.Watch
	watched := registry.Watched(&watch).Without("other")
	files := []checks.File{{Path: "a.txt", Content: []byte("a\n")}, {Path: "b.txt", Content: []byte("b\n")}}
	for range 2 {
		watch.Begin()
		if _, err := watched.Run(context.Background(), "", files, nil); err != nil {
			t.Fatal(err)
		}
		if watch.Files() != 2 {
			t.Errorf("%d files are done, want 2", watch.Files())
		}
	}
	watched.Timed("program")()
	times := watch.Times()
	if len(times) != 2 || times[0].Checker != "slow" || times[0].Time < 4*time.Millisecond || times[1].Checker != "program" {
		t.Errorf("times %v", times)
	}
	if _, err := registry.Run(context.Background(), "", files, nil); err != nil || watch.Files() != 2 {
		t.Errorf("a run that is not watched is counted: %d files, %v", watch.Files(), err)
	}
}
