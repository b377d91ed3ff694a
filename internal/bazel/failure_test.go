package bazel

import (
	"fmt"
	"strings"
	"testing"
)

func TestBuildErrorGroupsByCause(t *testing.T) {
	failed := func(kind FailureKind, reason string, labels ...string) (all []Failure) {
		for _, label := range labels {
			all = append(all, Failure{Kind: kind, Label: label, Reason: reason})
		}
		return all
	}
	var many []Failure
	for i := range 25 {
		many = append(many, Failure{Kind: AnalysisFailed, Label: fmt.Sprintf("//a:%d", i), Reason: fmt.Sprintf("no %d", i)})
	}
	for _, test := range []struct {
		name     string
		failures []Failure
		want     string // after the exit code
	}{
		{"one", failed(AnalysisFailed, "needs //x:x", "//a:a"), "//a:a could not be analyzed: needs //x:x"},
		{"two", failed(AnalysisFailed, "needs //x:x", "//a:a", "//b:b"), "//a:a and //b:b could not be analyzed: they need //x:x"},
		{"four", failed(NotBuilt, "gone", "//a:1", "//a:2", "//a:3", "//a:4"), "//a:1, //a:2, //a:3 and //a:4 were not checked: gone"},
		{"many", failed(AnalysisFailed, "needs //x:x\nand more", "//a:1", "//a:2", "//a:3", "//a:4", "//a:5", "//a:6"), "//a:1, //a:2, //a:3 and 3 more could not be analyzed: they need //x:x"},
		{
			"two causes",
			append(failed(AnalysisFailed, "needs //x:x", "//a:a", "//b:b"), failed(AnalysisFailed, "needs //y:y", "//c:c")...),
			"//a:a and //b:b could not be analyzed: they need //x:x\n//c:c could not be analyzed: needs //y:y",
		},
		{"no cause", failed(AnalysisFailed, "", "//a:a", "//b:b"), "//a:a could not be analyzed\n//b:b could not be analyzed"},
		{"actions", failed(ActionFailed, "exit 3", "//a:a", "//b:b"), " of //a:a failed: exit 3\n of //b:b failed: exit 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := &BuildError{ExitCode: 1, Failures: test.failures}
			if got, want := err.Error(), "bazel build: exit 1: "+test.want; got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
	err := (&BuildError{ExitCode: 1, Failures: many}).Error()
	if lines := strings.Split(err, "\n"); len(lines) != maxFailures+1 || lines[maxFailures] != "and 5 more" {
		t.Errorf("%d lines:\n%s", len(lines), err)
	}
}
