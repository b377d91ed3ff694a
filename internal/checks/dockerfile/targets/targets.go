// Package targets reads which stages of Dockerfiles are built by name, from the
// files of docker buildx bake and Compose.
//
// Nothing is run and variables are not evaluated, so a value that depends on a
// variable is unknown.
package targets

import (
	"path"
	"strings"
)

// A Build is one build in such a file.
type Build struct {
	Dockerfile string // workspace relative, slash separated; empty if unknown
	Stage      string // as written; empty for the last stage
	Any        bool   // the stage is unknown
}

// Read returns the builds of a file, by its workspace-relative path. For a file
// that it can't read, it returns a build of any stage of an unknown Dockerfile.
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

// A value is text that may be unknown.
type value struct {
	text  string
	set   bool
	known bool
}

// literal returns the value of text that may have unexpanded variables.
func literal(text string) value {
	return value{text: text, set: true, known: !strings.Contains(text, "$")}
}

// build returns the build of a context of a file, with a Dockerfile in the
// context.
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
		return "" // a URL, or a path on the machine
	}
	found := path.Join(path.Dir(file), dir, name)
	if found == ".." || strings.HasPrefix(found, "../") {
		return ""
	}
	return found
}
