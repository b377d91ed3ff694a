package fixedits

import (
	"os"
	"strings"
	"testing"
)

// Programs rely on codes, so each has its line in the docs.
func TestCodesAreDocumented(t *testing.T) {
	docs, err := os.ReadFile("../docs/merging.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(docs), "The codes of a merge are ")
	list, _, _ = strings.Cut(list, "\n\n")
	for _, code := range append(codes[:], CodeRounds, CodeUnwritable,
		CodeRule, CodeNever, CodeExplicit, CodeSafety, CodeLeftAlone, CodeUncertified, CodeBrokeBuild, CodeBrokeTest, CodeNewer, CodeOtherText, CodeFlaky, CodeUnverified) {
		if code != "" && !strings.Contains(list, "`"+string(code)+"`") {
			t.Errorf("%s is not among the codes in docs/merging.md", code)
		}
	}
}
