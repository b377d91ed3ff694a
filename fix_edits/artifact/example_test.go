package artifact_test

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// A check writes one artifact, in which equal findings always have equal bytes.
func ExampleMarshal() {
	content := []byte("print('hi')  \n")
	a := artifact.New(artifact.Tool{Name: "spaces", Version: "1"}, "//app:hello")
	a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf("app/hello.py", content)}
	fix := fixedits.Fix{
		Rule: "spaces/end", Phase: fixedits.PhaseStyle, Title: "Delete the spaces",
		Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
		Edits: []fixedits.Edit{{Path: "app/hello.py", Start: 11, End: 13}},
	}
	var found fixedits.Collector
	found.Add(fixedits.Diagnostic{
		Rule: fix.Rule, Phase: fix.Phase, Severity: fixedits.SeverityWarning, Message: "spaces at the end of the line",
		Path: "app/hello.py", Start: 11, End: 13, Line: 1, Column: 12,
	}, fix)
	a.Diagnostics, a.Fixes = found.Diagnostics, found.Fixes
	a.Normalize()
	text, err := artifact.Marshal(a)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text))
	// Output:
	// {
	//   "version": 1,
	//   "tool": {"name": "spaces", "version": "1"},
	//   "origin": "//app:hello",
	//   "snapshots": [
	//     {"path": "app/hello.py", "sha256": "eca9439d833dbbb24718bc8d033fbaea18bbe838ff7842b236d6eae3da04e594", "size": 14}
	//   ],
	//   "diagnostics": [
	//     {"id": "dbba1959d77d8", "rule": "spaces/end", "phase": "style", "severity": "warning", "message": "spaces at the end of the line", "path": "app/hello.py", "start": 11, "end": 13, "line": 1, "column": 12, "fixes": ["f51c086c21947"]}
	//   ],
	//   "fixes": [
	//     {"id": "f51c086c21947", "rule": "spaces/end", "phase": "style", "title": "Delete the spaces", "safety": "safe", "confidence": "high", "edits": [
	//       {"path": "app/hello.py", "start": 11, "end": 13, "new": ""}
	//     ]}
	//   ]
	// }
}

// The error says where an artifact is malformed.
func ExampleDecode() {
	_, err := artifact.Decode([]byte(`{
  "version": 1,
  "tool": {"name": "spaces", "version": "1"},
  "origin": "",
  "snapshots": [],
  "diagnostics": [],
  "fixs": []
}`))
	fmt.Println(err)
	// Output:
	// artifact: unknown name "fixs": an artifact has version, tool, origin, checkers, without, warn, plan, planned, snapshots, reads, diagnostics, fixes, left_alone (line 7, column 3)
}
