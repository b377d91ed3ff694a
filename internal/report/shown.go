package report

import (
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// A Shown returns a path of the workspace as people read it, such as relative
// to their working folder. Nil leaves it unchanged.
type Shown func(path string) string

// ShownFrom returns the Shown for files below root that has their paths
// relative to a folder. Both folders are without links, since the system
// resolves .. from the real folder.
func ShownFrom(root, here string) Shown {
	root, here = physical(root), physical(here)
	if root == here {
		return nil
	}
	return func(path string) string {
		if !filepath.IsLocal(filepath.FromSlash(path)) {
			return path // of a file outside, as somebody has written it
		}
		name := filepath.Join(root, filepath.FromSlash(path))
		if relative, err := filepath.Rel(here, name); err == nil {
			return filepath.ToSlash(relative)
		}
		return name // on another volume
	}
}

// physical returns the path of a folder with links resolved, or the path itself
// if the folder does not exist.
func physical(dir string) string {
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		return resolved
	}
	return dir
}

// Of returns a path as text shows it.
func (s Shown) Of(path string) string {
	if s == nil {
		return path
	}
	return s(path)
}

// All returns paths as text shows them.
func (s Shown) All(paths []string) []string {
	if s == nil {
		return paths
	}
	shown := make([]string, len(paths))
	for i, path := range paths {
		shown[i] = s(path)
	}
	return shown
}

// Verdict returns the verdict of a gate with its paths as text shows them.
func (s Shown) Verdict(v *policy.Verdict) *policy.Verdict {
	shown := *v
	for _, places := range []*[]policy.Place{&shown.Places, &shown.Old, &shown.Unusable} {
		*places = slices.Clone(*places)
		for i := range *places {
			(*places)[i].Path = s.Of((*places)[i].Path)
		}
	}
	return &shown
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
		o := *shown.Outcomes[i].Outcome // which the plan and machine formats keep
		o.Reason = o.Reason.Shown(s.Shown, o.Paths)
		o.Paths = s.Shown.All(o.Paths)
		shown.Outcomes[i].Outcome = &o
	}
	shown.Left = slices.Clone(s.Left)
	for i := range shown.Left {
		shown.Left[i].Path = s.Shown(shown.Left[i].Path)
		shown.Left[i].Related = s.Shown.related(shown.Left[i].Related)
	}
	shown.Undeclared.Files = s.Shown.All(s.Undeclared.Files)
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
