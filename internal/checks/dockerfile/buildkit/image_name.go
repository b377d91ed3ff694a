package buildkit

import (
	"regexp"
	"strings"
	"sync"
)

// imageNamePattern matches the name of an image: a registry, the path of a
// repository, a tag, and a digest with its algorithm.
var imageNamePattern = sync.OnceValue(func() *regexp.Regexp {
	const (
		label    = `[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?`
		registry = `(?:` + label + `(?:\.` + label + `)*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`
		folder   = `[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*`
		tag      = `\w[\w.-]*`
		digest   = `(sha256|sha384|sha512):([0-9a-f]+)`
	)
	return regexp.MustCompile(`^(?:` + registry + `/)?(` + folder + `(?:/` + folder + `)*)(?::(` + tag + `))?(?:@` + digest + `)?$`)
})

// The bounds of the parts of a name, in bytes.
const (
	maxPath = 255
	maxTag  = 128
)

// digestSizes has the number of hexadecimal digits of each algorithm.
var digestSizes = map[string]int{"": 0, "sha256": 64, "sha384": 96, "sha512": 128}

// isImageName reports whether BuildKit accepts a name of an image. The rules
// are from the module github.com/distribution/reference, which BuildKit uses.
// That module would slow down each start, because it compiles its expressions
// in init.
func isImageName(name string) bool {
	if len(name) == 64 && strings.Trim(name, "0123456789abcdef") == "" {
		return false // it could be the ID of an image
	}
	registry, path, found := strings.Cut(name, "/")
	switch {
	case !found:
		path = "library/" + name
	case registry == "docker.io" || registry == "index.docker.io":
		if !strings.Contains(path, "/") {
			path = "library/" + path
		}
	case registry != "localhost" && !strings.ContainsAny(registry, ".:") && registry == strings.ToLower(registry):
		path = name // the first folder of Docker Hub
	default:
		if folders, _, _ := strings.Cut(path, ":"); folders != strings.ToLower(folders) {
			return false
		}
		return isReference(name)
	}
	return isReference("docker.io/" + path)
}

// isReference is isImageName for a name with its registry.
func isReference(name string) bool {
	parts := imageNamePattern().FindStringSubmatch(name)
	return parts != nil && len(parts[1]) <= maxPath && len(parts[2]) <= maxTag && len(parts[4]) == digestSizes[parts[3]]
}
