package agents

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

func readLog(t *testing.T, path string) []fakeagent.Heard {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []fakeagent.Heard
	for line := range strings.Lines(string(text)) {
		var heard fakeagent.Heard
		if err := json.Unmarshal([]byte(line), &heard); err != nil {
			t.Fatal(err)
		}
		all = append(all, heard)
	}
	return all
}
