package lint

import (
	"path"

	"github.com/rules-autofix/rules_autofix/config"
)

const dockerignore = ".dockerignore"

// DockerignoreKind are the files that say what a build of images does not see.
// One with the name of a Dockerfile before it is that one's alone.
var DockerignoreKind = &config.FileKind{
	Name:  "dockerignore",
	Names: []string{"*" + dockerignore},
	Guide: []config.FileHolder{
		{Files: "`NAME.dockerignore`", Holds: "the Dockerfile NAME beside it"},
		{Files: "`.dockerignore`", Holds: "the other Dockerfiles in its folder"},
	},
}

// Dockerignore returns the .dockerignore that holds for the file, which is the zero value if there is none.
func (f *File) Dockerignore() config.ToolFile {
	return f.settings.Beside(DockerignoreKind, path.Base(f.Path)+dockerignore, dockerignore)
}
