package lint

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/bases"
)

// Base returns the known properties of the image that a stage builds on,
// directly or through other stages. They come from the table of well-known
// images. For other images, the shell and tools are derived from the name and
// from the package managers that the stage runs.
func (f *File) Base(s *Stage) bases.Base {
	for s.Parent != nil {
		s = s.Parent
	}
	if base, ok := f.bases[s]; ok {
		return base
	}
	base := f.base(s)
	if f.bases == nil {
		f.bases = make(map[*Stage]bases.Base)
	}
	f.bases[s] = base
	return base
}

// Service returns the programs and ports of the well-known image that a stage
// builds on, directly or through other stages.
func (f *File) Service(s *Stage) bases.Service {
	for s.Parent != nil {
		s = s.Parent
	}
	image, ok := f.FromImage(s)
	if !ok || s.windows {
		return bases.Service{}
	}
	return bases.ServiceOf(joined(image.Registry, image.Name), image.Tag)
}

func (f *File) base(s *Stage) bases.Base {
	if s.windows {
		return bases.Base{}
	}
	if f.BaseName(s) == Scratch {
		return bases.Base{Workdir: "/", User: "root"}
	}
	image, ok := f.FromImage(s)
	if !ok {
		return bases.Base{}
	}
	base := bases.Of(joined(image.Registry, image.Name), image.Tag)
	if base.Shell == "" && base.Bash == "" {
		like := f.like(s, image)
		base.Shell, base.Bash, base.Wget = like.Shell, like.Bash, like.Wget
	}
	return base
}

func joined(registry, name string) string {
	if registry == "" {
		return name
	}
	return registry + "/" + name
}

// like returns the properties of an image that is based on the distribution
// that its name, or the package managers of the stages from it, indicate.
func (f *File) like(s *Stage, image Image) bases.Base {
	name := strings.ToLower(image.Name + ":" + image.Tag)
	if strings.Contains(name, "alpine") || strings.Contains(name, "busybox") {
		return bases.Of("alpine", "")
	}
	found := map[string]bool{} // distributions, by one of their images
	for step := range f.Steps {
		if step.Stage != s && !from(step.Stage, s) {
			continue
		}
		for _, c := range step.Script.Commands {
			if distribution := distributions[c.Name]; distribution != "" {
				found[distribution] = true
			}
		}
	}
	if len(found) != 1 {
		return bases.Base{}
	}
	for distribution := range found {
		return bases.Of(distribution, "")
	}
	return bases.Base{}
}

// distributions maps package manager commands to the image of a distribution
// that has them.
var distributions = map[string]string{
	"apk":     "alpine",
	"apt":     "debian",
	"apt-get": "debian",
	"dpkg":    "debian",
	"dnf":     "fedora",
	"dnf5":    "fedora",
	"yum":     "fedora",
}

// from reports whether a stage builds on root, directly or through other
// stages.
func from(s, root *Stage) bool {
	for s.Parent != nil {
		if s = s.Parent; s == root {
			return true
		}
	}
	return false
}
