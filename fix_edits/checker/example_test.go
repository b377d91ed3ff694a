package checker_test

import (
	"fmt"
	"regexp"
	"testing/fstest"

	"github.com/rules-autofix/rules_autofix/fix_edits/checker"
)

var doubled = regexp.MustCompile(`\b(the|a) (the|a)\b`)

// checkDoubled finds doubled articles, and deletes the first of the two.
func checkDoubled(f *checker.File) error {
	for _, at := range doubled.FindAllSubmatchIndex(f.Content, -1) {
		f.Report(checker.Finding{
			Rule:    "prose/doubled-article",
			Message: fmt.Sprintf("delete the doubled article %q", f.Content[at[2]:at[3]]),
			Start:   at[0],
			End:     at[1],
			Fixes: []checker.Fix{{
				Title:  "Delete the first article",
				Safety: checker.SafetySafe,
				Edits:  []checker.Edit{f.Delete(at[2], at[4])},
			}},
		})
	}
	return nil
}

// A test of a checker calls Check. The program only needs Main:
//
//	func main() { checker.Main("prose", "1", checkDoubled) }
func ExampleCheck() {
	files := fstest.MapFS{"docs/guide.txt": {Data: []byte("Open the\nfile, then read the the text.\n")}}
	artifact, err := checker.Check(files, "prose", "1", []string{"docs/guide.txt"}, checkDoubled)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(artifact))
	// Output:
	// {
	//   "version": 1,
	//   "tool": {"name": "prose", "version": "1"},
	//   "origin": "",
	//   "snapshots": [
	//     {"path": "docs/guide.txt", "sha256": "a12f7e1924f9e1a87288a54f791eecb942480d260779246d866ac5676070e074", "size": 39}
	//   ],
	//   "diagnostics": [
	//     {"id": "d6fb6266588b7", "rule": "prose/doubled-article", "phase": "semantic", "severity": "warning", "message": "delete the doubled article \"the\"", "path": "docs/guide.txt", "start": 25, "end": 32, "line": 2, "column": 17, "fixes": ["febd9feee66e3"]}
	//   ],
	//   "fixes": [
	//     {"id": "febd9feee66e3", "rule": "prose/doubled-article", "phase": "semantic", "title": "Delete the first article", "safety": "safe", "confidence": "high", "edits": [
	//       {"path": "docs/guide.txt", "start": 25, "end": 29, "new": ""}
	//     ]}
	//   ]
	// }
}

// A tool that counts lines and columns in characters, as most do.
func ExampleFile_Offset() {
	files := fstest.MapFS{"a.txt": {Data: []byte("one\nzwölf Männer\n")}}
	_, err := checker.Check(files, "theirs", "", []string{"a.txt"}, func(f *checker.File) error {
		at, err := f.Offset(checker.Position{Line: 2, Column: 7}, checker.Columns{Unit: checker.Runes})
		if err != nil {
			return err
		}
		fmt.Printf("byte %d: %s", at, f.Content[at:])
		_, err = f.Offset(checker.Position{Line: 4, Column: 1}, checker.Columns{})
		return err
	})
	fmt.Println(err)
	// Output:
	// byte 11: Männer
	// a.txt: 4:1: no such place: the text has 3 lines
}
