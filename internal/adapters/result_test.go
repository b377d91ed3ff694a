package adapters

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// lineAdapter reads `NAME:LINE:COLUMN: MESSAGE` and, after a tab, the
// replacement for the rest of the line. Columns are UTF-16 code units.
type lineAdapter struct{}

func (lineAdapter) Read(in io.Reader, files *Files, dir string) (*Result, error) {
	result := NewResult(files)
	scanner := bufio.NewScanner(in)
	for index := 0; scanner.Scan(); index++ {
		parts := strings.SplitN(scanner.Text(), ":", 4)
		if len(parts) < 4 {
			return nil, fmt.Errorf("line %d: no place", index+1)
		}
		at := Refusal{Index: index, ID: "line"}
		if err := lineResult(result, files, dir, &at, parts); err != nil {
			result.Refuse(at, err)
		}
	}
	return result, scanner.Err()
}

func lineResult(result *Result, files *Files, dir string, at *Refusal, parts []string) error {
	path, err := files.Find(parts[0], dir)
	if err != nil {
		return err
	}
	at.Path = path
	lines, err := files.Lines(path, position.AnyEnd)
	if err != nil {
		return err
	}
	var place position.Position
	fmt.Sscan(parts[1], &place.Line)
	fmt.Sscan(parts[2], &place.Column)
	start, err := lines.Offset(place, position.Columns{Unit: position.UTF16, NoMark: true})
	if err != nil {
		return err
	}
	message, text, fixable := strings.Cut(strings.TrimPrefix(parts[3], " "), "\t")
	d := fixedits.Diagnostic{Rule: "line/rule", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityInfo, Message: message, Path: path, Start: start, End: start}
	if !fixable {
		result.Add(*at, d)
		return nil
	}
	result.Add(*at, d, fixedits.Fix{
		Rule: d.Rule, Phase: d.Phase, Title: "Write " + text, Safety: fixedits.SafetySuggestion, Confidence: fixedits.ConfidenceLow,
		Edits: []fixedits.Edit{{Path: path, Start: start, End: lines.Start(place.Line+1) - 1, New: []byte(text)}},
	})
	return nil
}

// An unusable result is refused individually; those around it stay.
func TestResultsAreRefusedOneByOne(t *testing.T) {
	const output = "c.txt:1:5: a smile ends\tz\n" +
		"/etc/passwd:1:1: not ours\n" +
		"../lib/d.txt:1:1: not given\n" +
		"../lib/d.txt:2:1: not given either\n" +
		"c.txt:1:4: within a smile\n" +
		"c.txt:3:1: after the end\n" +
		"a b.txt:9:1: no such line\n" +
		"a b.txt:2:1:\n" + // without a message
		"/real/root/app/a b.txt:2:1: fine\n"
	result, err := lineAdapter{}.Read(strings.NewReader(output), testFiles(), "app")
	if err != nil {
		t.Fatal(err)
	}
	var refused []string
	for _, refusal := range result.Refused {
		refused = append(refused, string(refusal.Code)+" "+refusal.Error())
	}
	want := []string{
		"not_given result 2 (line): /etc/passwd: not among the files that the checker was given",
		"not_given result 3 (line): lib/d.txt: not among the files that the checker was given",
		"not_given result 4 (line): lib/d.txt: not among the files that the checker was given",
		"place result 5 (line): app/c.txt: 1:4: no such place: within a character",
		"place result 6 (line): app/c.txt: 3:1: no such place: the text has 2 lines",
		"place result 7 (line): app/a b.txt: 9:1: no such place: the text has 3 lines",
	}
	if diff := cmp.Diff(want, refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}

	a, err := result.Artifact("mine", "//o", given())
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range a.Diagnostics {
		found = append(found, fmt.Sprintf("%s:%d:%d %d %s %s %d", d.Path, d.Line, d.Column, d.Start, d.Rule, d.Message, len(d.Fixes)))
	}
	want = []string{
		`100%.txt:1:1 0 autofix/refused-result 1 result of mine not used: "/etc/passwd": not among the files that the checker was given 0`,
		"app/a b.txt:1:1 0 autofix/refused-result 1 result of mine not used: 9:1: no such place: the text has 3 lines 0",
		"app/c.txt:1:1 0 autofix/refused-result 2 results of mine not used: the first: 1:4: no such place: within a character 0",
		"lib/d.txt:1:1 0 autofix/refused-result 2 results of mine not used: not among the files that the checker was given 0",
		"app/a b.txt:2:1 4 line/rule fine 0",
		"app/a b.txt:2:1 4 line/rule line/rule 0",
		"app/c.txt:1:11 10 line/rule a smile ends 1",
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(given(), a.Snapshots); diff != "" {
		t.Errorf("snapshots (-want +got):\n%s", diff)
	}
}

// A fix is refused individually: its finding and its alternatives stay.
func TestFixesAreRefusedOneByOne(t *testing.T) {
	d := fixedits.Diagnostic{Rule: "r", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityInfo, Message: "m", Path: "app/c.txt"}
	edited := func(path string, end int) fixedits.Fix {
		return fixedits.Fix{
			Rule: "r", Phase: fixedits.PhaseStyle, Title: "t", Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{{Path: "app/c.txt"}, {Path: path, End: end}},
		}
	}
	result := NewResult(testFiles())
	result.Add(Refusal{Index: 3}, d, edited("app/c.txt", 99), edited("app/a b.txt", 1), edited("lib/d.txt", 1))
	result.AddFix(Refusal{Index: 4}, edited("lib/d.txt", 1))
	structured := edited("app/c.txt", 1)
	structured.Edits = structured.Edits[:1]
	structured.Actions = []fixedits.Operation{{Kind: fixedits.OpRemoveKey, File: "lib/d.txt", Key: "k"}}
	result.AddFix(Refusal{Index: 5}, structured)
	empty := edited("", 0)
	empty.Edits = nil
	result.Add(Refusal{Index: 6}, d, empty)
	result.AddFix(Refusal{Index: 7, Path: "app/c.txt"}, empty)
	var refused []string
	for _, refusal := range result.Refused {
		refused = append(refused, refusal.Error())
	}
	want := []string{
		`result 4: app/c.txt: edits[1].end: 99 is past the end of app/c.txt (12 bytes)`,
		"result 4: lib/d.txt: not among the files that the checker was given",
		"result 5: lib/d.txt: not among the files that the checker was given",
		"result 6: lib/d.txt: not among the files that the checker was given",
		"result 7: app/c.txt: its fix has no edits: fix the finding by hand, or have the tool write the edits",
		"result 8: app/c.txt: its fix has no edits: fix the finding by hand, or have the tool write the edits",
	}
	if diff := cmp.Diff(want, refused); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(result.found.Fixes) != 1 || len(result.found.Diagnostics) != 1 || len(result.found.Diagnostics[0].Fixes) != 1 {
		t.Errorf("found %+v", result.found)
	}
}

// The snapshot of a file that only an action of a fix names is in the artifact.
func TestActionOnAnAbsentFile(t *testing.T) {
	files := NewFiles(given(), func(string) ([]byte, error) { return nil, fs.ErrNotExist })
	if err := files.AddAbsent("new.json"); err != nil {
		t.Fatal(err)
	}
	result := NewResult(files)
	result.AddFix(Refusal{Index: 0}, fixedits.Fix{
		Rule: "r", Phase: fixedits.PhaseStyle, Title: "t", Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
		Edits:   []fixedits.Edit{{Path: "app/c.txt", New: []byte("x")}},
		Actions: []fixedits.Operation{{Kind: fixedits.OpRemoveKey, File: "new.json", Key: "k"}},
	})
	a, err := result.Artifact("mine", "", given())
	if err != nil || len(result.Refused) > 0 {
		t.Fatalf("%v, refused %v", err, result.Refused)
	}
	if !slices.Contains(a.Snapshots, fixedits.SnapshotOfAbsent("new.json")) {
		t.Errorf("snapshots %v", a.Snapshots)
	}
}
