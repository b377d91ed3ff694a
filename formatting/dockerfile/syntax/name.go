package syntax

import (
	"path"
	"strings"
)

// Named reports whether a file is a Dockerfile by its name: Dockerfile or Containerfile, in whatever case, alone or with a
// name before or behind it and a dot between, such as api.Dockerfile and Dockerfile.dev.
func Named(file string) bool {
	name := strings.ToLower(path.Base(file))
	if strings.HasSuffix(name, ".dockerignore") {
		return false
	}
	for _, known := range []string{"dockerfile", "containerfile"} {
		if name == known || strings.HasPrefix(name, known+".") || strings.HasSuffix(name, "."+known) {
			return true
		}
	}
	return false
}
