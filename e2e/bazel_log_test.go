//go:build e2e

package e2e

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A spawn is one entry of Bazel's execution log: a process that ran, or was
// found in the disk cache. Hits of the action cache in the output base are not
// logged.
type spawn struct {
	Mnemonic    string   `json:"mnemonic"`
	Runner      string   `json:"runner"`
	TargetLabel string   `json:"targetLabel"`
	CommandArgs []string `json:"commandArgs"`
}

// logged is bazel, and also returns the spawns of the build.
func (w *workspace) logged(t *testing.T, verb string, args ...string) (result, []spawn) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "execution.json")
	got := w.bazel(t, verb, append([]string{"--execution_log_json_file=" + log}, args...)...)
	file, err := os.Open(log)
	if err != nil {
		t.Fatalf("no execution log: %v\n%s", err, got.stderr)
	}
	defer file.Close()
	var spawns []spawn
	for decoder := json.NewDecoder(file); ; {
		var next spawn
		if err := decoder.Decode(&next); errors.Is(err, io.EOF) {
			return got, spawns
		} else if err != nil {
			t.Fatal(err)
		}
		spawns = append(spawns, next)
	}
}

// targetsOf returns the labels of the spawns with a mnemonic, sorted, one for
// each spawn.
func targetsOf(spawns []spawn, mnemonic string) []string {
	labels := []string{}
	for _, s := range spawns {
		if s.Mnemonic == mnemonic {
			labels = append(labels, s.TargetLabel)
		}
	}
	slices.Sort(labels)
	return labels
}
