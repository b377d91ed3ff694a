package text

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The guide has a row for each format, with its names.
func TestTheGuideHasTheTable(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/text.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	for _, f := range formats {
		_, row, found := strings.Cut(string(guide), "\n| "+f.title+" | ")
		row, _, _ = strings.Cut(row, "\n")
		cells := strings.Split(row, " | ")
		if !found || len(cells) != 3 {
			t.Errorf("docs/text.md has no row %q", f.title)
			continue
		}
		var names []string
		for _, name := range quoted.FindAllStringSubmatch(cells[2], -1) {
			names = append(names, name[1])
		}
		if !slices.Equal(names, f.names) {
			t.Errorf("docs/text.md, %s: %q, want %q", f.title, names, f.names)
		}
		for i, safety := range []string{string(f.whitespace), string(f.newline)} {
			if f.content {
				safety = "not looked at"
			}
			if !strings.HasPrefix(cells[i], safety) {
				t.Errorf("docs/text.md, %s: %q, want %q", f.title, cells[i], safety)
			}
		}
	}
}
