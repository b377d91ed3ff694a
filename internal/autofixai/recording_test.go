package autofixai

import (
	"context"
	"regexp"
	"testing"
)

// An answer may repeat the lines around the file, with the nonce of the run, and
// the next one those with the nonce that follows from it. A recording is
// answered from in a run with another nonce all the same.
func TestReplayOfRepeatedMarkers(t *testing.T) {
	marker := regexp.MustCompile(`FILE ([0-9a-f]{16})>>>`)
	dir := t.TempDir()
	rounds := 0
	repeat := func(_ context.Context, prompt string) string {
		nonce := marker.FindStringSubmatch(prompt)[1]
		if rounds++; rounds < 4 {
			return "```edits\n<<<<<<< SEARCH\nUSER 1000\n=======\nFILE " + nonce + ">>>\nUSER 1000\n>>>>>>> REPLACE\n```\n"
		}
		return "NO_CHANGE"
	}
	record := splitting()
	record.reply, record.settings = repeat, "rounds = 4\n"
	record.agents = func(t *testing.T, r *Resolver) {
		agents, err := RecordTo(dir, r.Agents, r)
		if err != nil {
			t.Fatal(err)
		}
		r.Agents = agents
	}
	first := record.run(t)
	if rounds != 4 {
		t.Fatalf("%d rounds: %s: %s", rounds, first.last(multiStageRule), first.detail(multiStageRule))
	}
	for _, nonce := range []string{testNonce, "fedcba9876543210"} {
		replay := splitting()
		replay.settings = "rounds = 4\n"
		replay.agents = func(t *testing.T, r *Resolver) {
			r.Nonce = nonce
			agents, err := ReplayFrom(dir, r)
			if err != nil {
				t.Fatal(err)
			}
			r.Agents = agents
		}
		again := replay.run(t)
		if got, want := again.last(multiStageRule), first.last(multiStageRule); got != want {
			t.Errorf("with the nonce %s: %s, want %s: %s", nonce, got, want, again.detail(multiStageRule))
		}
	}
}
