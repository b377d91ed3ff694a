package dockerfile_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile"
)

// exampleSurroundings are the files that the examples of some rules need,
// because the rules find nothing without configuration.
var exampleSurroundings = map[string]surroundings{
	"buildkit/CopyIgnoredFile": {dockerignore: "secret.env\n"},
	"hadolint/DL3026":          {toml: "[rules.\"hadolint/DL3026\"]\nallowed-registries = [\"docker.io\"]\n"},
	"hadolint/DL3049":          {toml: exampleLabels},
	"hadolint/DL3051":          {toml: exampleLabels},
	"hadolint/DL3052":          {toml: exampleLabels},
	"hadolint/DL3053":          {toml: exampleLabels},
	"hadolint/DL3054":          {toml: exampleLabels},
	"hadolint/DL3055":          {toml: exampleLabels},
	"hadolint/DL3056":          {toml: exampleLabels},
	"hadolint/DL3058":          {toml: exampleLabels},
}

const exampleLabels = `[rules."hadolint/DL3049"]
labels = [
  "org.opencontainers.image.title:text", "org.opencontainers.image.url:url", "org.opencontainers.image.created:rfc3339",
  "org.opencontainers.image.licenses:spdx", "org.opencontainers.image.revision:hash", "org.opencontainers.image.version:semver", "maintainer:email",
]
`

// The bad example of every rule has a finding, and the good example has none.
func TestExamplesAreTrue(t *testing.T) {
	for _, rule := range dockerfile.New().Rules() {
		if describe(find(t, rule.Bad, exampleSurroundings[rule.Name], rule.Name), rule.Name) == "" {
			t.Errorf("%s finds nothing in its bad example:\n%s", rule.Name, rule.Bad)
		}
		if got := describe(find(t, rule.Good, exampleSurroundings[rule.Name], rule.Name), rule.Name); got != "" {
			t.Errorf("%s finds in its good example:\n%s%s", rule.Name, rule.Good, got)
		}
	}
}
