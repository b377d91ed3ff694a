package lint

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/bases"
)

// Windows reports whether the image of a stage is a Windows image, judged by
// its name, its platform or the escape character.
func (s *Stage) Windows() bool { return s.windows }

// OnWindows reports whether the image of a stage is certainly a Windows image.
// Stage.Windows guesses: the name of a Linux image may contain "windows".
func (f *File) OnWindows(s *Stage) bool {
	for _, next := range f.Stages[len(f.onWindows):] {
		on := false
		if next.Parent != nil {
			on = f.onWindows[next.Parent.Index]
		} else {
			on = f.beginsOnWindows(next)
		}
		f.onWindows = append(f.onWindows, on)
	}
	return f.onWindows[s.Index]
}

// beginsOnWindows is OnWindows for a stage without a parent.
func (f *File) beginsOnWindows(s *Stage) bool {
	if s.Platform != nil {
		platform, known := f.Global().Known(s.Platform.Arg)
		return known && strings.HasPrefix(platform, "windows")
	}
	image, ok := f.FromImage(s)
	if !ok {
		return false
	}
	name := joined(image.Registry, image.Name)
	return bases.Windows(name, image.Tag) || f.Escape == '`' && bases.Of(name, image.Tag) == bases.Base{}
}
