package setup

import (
	"errors"
	"fmt"

	"github.com/rules-autofix/rules_autofix/internal/version"
)

const workflowFile = ".github/workflows/autofix.yml"

// workflow creates a workflow of GitHub Actions, and replaces none.
func (m *maker) workflow() error {
	content := `name: autofix
on: pull_request
permissions:
  contents: read
jobs:
  autofix:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
          persist-credentials: false
`
	if m.repository.Bazel.In() && !m.NoBazel {
		content += "      - run: bazel run //:fix -- --mode=check --policy=strict --format=github\n"
		if m.Tool != "" && !m.source.Exists(workflowFile) {
			m.note("%s needs %s, which is not in git: have a step build it, or use a release", workflowFile, m.Tool)
		}
	} else {
		content += fmt.Sprintf(`      - uses: actions/setup-go@v5
        with:
          go-version: stable
      - run: go install %s/cmd/autofix@v%s
      - run: autofix check --base="origin/$GITHUB_BASE_REF" --policy=strict --format=github
`, version.Homepage[len("https://"):], m.Version)
	}
	t, err := m.read(workflowFile)
	if err == nil && t.exists && string(t.now) != content {
		m.note("%s stays as it is", workflowFile)
	}
	return errors.Join(err, m.create(workflowFile, content))
}
