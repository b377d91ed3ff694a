// Package targets reads which stages of Dockerfiles are built by name: what
// files for docker buildx bake and for Compose say.
//
// Nothing is run and no variable is known, so that what depends on one is not
// known either.
package targets

import (
	"path"
	"strings"
)

// A Build is one build that such a file describes.
type Build struct {
	Dockerfile string // workspace relative, slash separated; empty: not known
	Stage      string // as it is written; empty: the last one
	Any        bool   // the stage is not known
}

// Read returns the builds of a file, by its workspace-relative path. One that
// it cannot read may have any builds: it returns one of any stage of a
// Dockerfile that is not known.
func Read(file string, content []byte) []Build {
	read := compose
	switch path.Ext(file) {
	case ".hcl":
		read = bakeHCL
	case ".json":
		read = bakeJSON
	}
	builds, err := read(file, content)
	if err != nil {
		return []Build{{Any: true}}
	}
	return builds
}

// A value is text that may not be known.
type value struct {
	text  string
	set   bool
	known bool
}

// literal returns the value of text in which variables are not replaced yet.
func literal(text string) value {
	return value{text: text, set: true, known: !strings.Contains(text, "$")}
}

// build returns what is built from a context of a file, with a Dockerfile in the context.
func build(file string, context, dockerfile, stage value) Build {
	return Build{
		Dockerfile: dockerfileOf(file, context, dockerfile),
		Stage:      stage.text,
		Any:        stage.set && !stage.known,
	}
}

func dockerfileOf(file string, context, dockerfile value) string {
	name, dir := "Dockerfile", "."
	if dockerfile.set {
		name = dockerfile.text
	}
	if context.set {
		dir = context.text
	}
	switch {
	case dockerfile.set && !dockerfile.known, context.set && !context.known:
		return ""
	case strings.Contains(dir, ":"), path.IsAbs(dir), path.IsAbs(name):
		return "" // a URL, or a place on the machine
	}
	found := path.Join(path.Dir(file), dir, name)
	if found == ".." || strings.HasPrefix(found, "../") {
		return ""
	}
	return found
}
