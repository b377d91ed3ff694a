package gazelle

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestChecked compares the data with the decisions of the checkers, by path and
// content. A test in the surrounding module writes decisions.json.
func TestChecked(t *testing.T) {
	data, err := os.ReadFile("decisions.json")
	if err != nil {
		t.Fatal(err)
	}
	var decisions struct {
		Contents map[string]string // by name
		Checked  map[string]string // by path: the names of the contents with which it is checked
	}
	if err := json.Unmarshal(data, &decisions); err != nil {
		t.Fatal(err)
	}
	if len(decisions.Contents) < 7 || len(decisions.Checked) < 1000 {
		t.Fatalf("%d contents, %d paths: is decisions.json whole?", len(decisions.Contents), len(decisions.Checked))
	}
	c := readChecked()
	for file, checked := range decisions.Checked {
		for name, content := range decisions.Contents {
			want := slices.Contains(strings.Fields(checked), name)
			if got := c.has(file, []byte(content)); got != want {
				t.Errorf("%s with %q: %v, want %v", file, content, got, want)
			}
		}
	}
}
