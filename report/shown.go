package report

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A Shown returns a path of the workspace as people read it, such as relative
// to their working folder. Nil leaves it unchanged.
type Shown func(path string) string

// Of returns a path as text shows it.
func (s Shown) Of(path string) string {
	if s == nil {
		return path
	}
	return s(path)
}

func (s Shown) all(paths []string) []string {
	if s == nil {
		return paths
	}
	shown := make([]string, len(paths))
	for i, path := range paths {
		shown[i] = s(path)
	}
	return shown
}

func (s Shown) leftAlone(files []LeftAlone) []LeftAlone {
	files = slices.Clone(files)
	for i := range files {
		files[i].Path = s.Of(files[i].Path)
	}
	return files
}

func (s Shown) crashes(crashes []Crash) []Crash {
	crashes = slices.Clone(crashes)
	for i := range crashes {
		crashes[i].Path = s.Of(crashes[i].Path)
	}
	return crashes
}

// shown returns a summary whose paths are as its text has them.
func (s *Summary) shown() *Summary {
	if s.Shown == nil {
		return s
	}
	shown := *s
	shown.Outcomes = slices.Clone(s.Outcomes)
	for i := range shown.Outcomes {
		o := &shown.Outcomes[i]
		o.Paths = s.Shown.all(o.Paths)
		if at := &o.Reason.At; *at != (fixedits.Place{}) {
			at.Path = s.Shown(at.Path)
		}
	}
	shown.Left = slices.Clone(s.Left)
	for i := range shown.Left {
		shown.Left[i].Path = s.Shown(shown.Left[i].Path)
	}
	shown.Undeclared.Files = s.Shown.all(s.Undeclared.Files)
	shown.LeftAlone = s.Shown.leftAlone(s.LeftAlone)
	shown.Crashes = s.Shown.crashes(s.Crashes)
	if s.AI != nil {
		ai := *s.AI
		ai.Sendings = slices.Clone(ai.Sendings)
		for i := range ai.Sendings {
			ai.Sendings[i].Path = s.Shown(ai.Sendings[i].Path)
		}
		shown.AI = &ai
	}
	return &shown
}
