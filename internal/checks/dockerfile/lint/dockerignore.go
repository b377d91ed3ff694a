package lint

import (
	"path"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

const dockerignore = ".dockerignore"

// DockerignoreKind describes the files that exclude files from a build context.
// A file with the name of a Dockerfile as a prefix applies to that Dockerfile
// only.
var DockerignoreKind = &config.FileKind{
	Name:  "dockerignore",
	Names: []string{"*" + dockerignore},
	Guide: []config.FileHolder{
		{Files: "`NAME.dockerignore`", Holds: "the Dockerfile NAME beside it"},
		{Files: "`.dockerignore`", Holds: "the other Dockerfiles in its folder"},
	},
}

// Dockerignore returns the .dockerignore that applies to the file, or the zero
// value if there is none.
func (f *File) Dockerignore() config.ToolFile {
	return f.settings.Beside(DockerignoreKind, path.Base(f.Path)+dockerignore, dockerignore)
}
