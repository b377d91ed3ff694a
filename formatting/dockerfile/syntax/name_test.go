package syntax_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

func TestNamed(t *testing.T) {
	for file, want := range map[string]bool{
		"Dockerfile": true, "a/b/Dockerfile": true, "dockerfile": true, "Containerfile": true, "Dockerfile.dev": true, "a/api.Dockerfile": true,
		"api.dockerfile": true, "Dockerfile.ubuntu-24.04": true, "Dockerfile.go": false, "a/dockerfile.go": false, "Dockerfile.md": false,
		"Dockerfile.j2": false, "Dockerfile.dockerignore": false, ".dockerignore": false, "Dockerfile_test": false, "dockerfiles": false,
		"Dockerfile/main": false, "": false,
	} {
		if got := syntax.Named(file); got != want {
			t.Errorf("%q: %v", file, got)
		}
	}
}
