package setup

import (
	"errors"
	"fmt"

	"github.com/rules-autofix/rules_autofix/internal/version"
)

const workflowFile = ".github/workflows/autofix.yml"

// The reports that the workflow makes, and their upload.
const (
	workflowReports = `--format=github --out=markdown="$GITHUB_STEP_SUMMARY"
          --out=artifacts=autofix.artifacts.json --out=sarif=autofix.sarif
`
	workflowUpload = `      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: autofix
          path: |
            autofix.artifacts.json
            autofix.sarif
          if-no-files-found: ignore
`
)

// workflow creates a workflow of GitHub Actions, and replaces none. It checks
// the head of a pull request and not its merge, so that `autofix suggest` can
// post the fixes: see docs/review.md.
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
          ref: ${{ github.event.pull_request.head.sha }}
          fetch-depth: 0
          persist-credentials: false
`
	if m.repository.Bazel.In() && !m.NoBazel {
		content += "      - run: >-\n          bazel run //:fix -- --mode=check --policy=strict " + workflowReports
		if m.Tool != "" && !m.source.Exists(workflowFile) {
			m.note("%s needs %s, which is not in git: have a step build it, or use a release", workflowFile, m.Tool)
		}
	} else {
		content += fmt.Sprintf(`      - uses: actions/setup-go@v5
        with:
          go-version: stable
      - run: go install %s/cmd/autofix@v%s
      - run: >-
          autofix check --base="origin/$GITHUB_BASE_REF" --policy=strict %s`, version.Homepage[len("https://"):], m.Version, workflowReports)
	}
	content += workflowUpload
	t, err := m.read(workflowFile)
	if err == nil && t.exists && string(t.now) != content {
		m.note("%s stays as it is", workflowFile)
	}
	return errors.Join(err, m.create(workflowFile, content))
}
