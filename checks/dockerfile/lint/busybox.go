package lint

import "strings"

// BusyBox reports whether the image that a stage begins from has BusyBox for its shell and tools, as far as its name says:
// it is Alpine, or BusyBox itself.
func (s *Stage) BusyBox() bool { return s.busybox }

func busybox(base string) bool {
	base = strings.ToLower(base)
	return strings.Contains(base, "alpine") || strings.Contains(base, "busybox")
}
