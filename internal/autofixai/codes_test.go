package autofixai

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/agents"
	stages "github.com/rules-autofix/rules_autofix/internal/autofixai/split"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

var declared = regexp.MustCompile(`= "(ai_[a-z_]+)"`)

// The guide has every code, with its way out.
func TestTheGuideHasEveryCode(t *testing.T) {
	guide, err := os.ReadFile("../../docs/ai.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, match := range declared.FindAllStringSubmatch(string(source), -1) {
		codes = append(codes, match[1])
	}
	if len(codes) < 20 {
		t.Fatalf("codes.go declares %q", codes)
	}
	for _, code := range agents.Codes() {
		codes = append(codes, "ai_agent_"+string(code))
	}
	for _, code := range codes {
		if !strings.Contains(string(guide), "`"+code+"`") {
			t.Errorf("docs/ai.md lacks %s", code)
		}
	}
	for _, code := range patch.Codes() { // change_ is for changes of several files
		group, _, _ := strings.Cut(string(code), "_")
		if !slices.Contains([]string{"answer", "patch", "edits", "change"}, group) {
			t.Errorf("docs/ai.md lacks ai_%s", code)
		}
	}
}

// The guide has the closed lists of the judge of a divided Dockerfile.
func TestTheGuideHasTheListsOfSplit(t *testing.T) {
	guide, err := os.ReadFile("../../docs/ai.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat(stages.Runtimes, stages.RuntimeVariables, stages.QuestionVariables, stages.RuntimePackages) {
		if !strings.Contains(string(guide), "`"+name+"`") {
			t.Errorf("docs/ai.md lacks %s", name)
		}
	}
}
