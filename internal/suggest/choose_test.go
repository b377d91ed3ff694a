package suggest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/testing/githubtest"
)

func lineRange(start, end int) string {
	if start == 0 {
		return fmt.Sprint(end)
	}
	return fmt.Sprintf("%d-%d", start, end)
}

// numbered returns lines with a word and a number.
func numbered(word string, from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintf(&b, "%s %d\n", word, i)
	}
	return b.String()
}

// A fix is a suggestion if it fits, in the comment if the change added one of
// its lines, and nowhere otherwise.
func TestChoose(t *testing.T) {
	old := numbered("old", 1, 9)
	const a = "a.txt"
	one := func(edits ...edit) []fix { return []fix{{edits: edits}} }
	for _, row := range []struct {
		name  string
		files []file
		fixes []fix
		want  []string
	}{
		{"a word", []file{{a, old, old + "new wrod\n"}}, one(edit{path: a, old: "wrod", new: "word"}), []string{"a.txt 10 new word"}},
		{"a new file", []file{{a, "", "one\ntwo\n"}}, one(edit{path: a, old: "two", new: "2"}), []string{"a.txt 2 2"}},
		{"several lines", []file{{a, old, old + "x\ny\nz\n"}}, one(edit{path: a, old: "x\ny\nz\n", new: "1\n2\n3\n4\n"}), []string{"a.txt 10-12 1|2|3|4"}},
		{"lines that stay are left out", []file{{a, old, old + "x\ny\nz\n"}}, one(edit{path: a, old: "x\ny\nz\n", new: "x\nY\nz\n"}), []string{"a.txt 11 Y"}},
		{"a deleted line", []file{{a, old, old + "x\ny\n"}}, one(edit{path: a, old: "x\n"}), []string{"a.txt 10 "}},
		{"joined lines", []file{{a, old, old + "x\ny\nz\n"}}, one(edit{path: a, old: "x\ny", new: "xy"}), []string{"a.txt 10-11 xy"}},
		{"the end of a line", []file{{a, old, old + "x\ny\nz\n"}}, one(edit{path: a, old: "\ny"}), []string{"a.txt 11 "}},
		{"an insertion", []file{{a, old, old + "x\ny\n"}}, one(edit{path: a, old: "y\n", new: "new\n", add: true}), []string{"a.txt 11 new|y"}},
		{"an insertion at the end", []file{{a, old, old + "x\n"}}, one(edit{path: a, new: "y\n"}), []string{"a.txt 10 x|y"}},
		{"an insertion between a new and an old line", []file{{a, old, "x\n" + old}}, one(edit{path: a, old: "old 1", new: "y\n", add: true}), []string{"a.txt 1 x|y"}},
		{"an insertion below a line with a fix", []file{{a, old, "x\n" + old}}, []fix{{edits: []edit{{path: a, old: "x", new: "z"}}}, {edits: []edit{{path: a, old: "old 1", new: "y\n", add: true}}}}, []string{"a.txt 1 z"}},
		{"an insertion between old lines", []file{{a, old, "x\n" + old}}, one(edit{path: a, old: "old 2", new: "y\n", add: true}), nil},
		{"two fixes in a line", []file{{a, old, old + "x y\n"}}, []fix{{edits: []edit{{path: a, old: "x", new: "1"}}}, {edits: []edit{{path: a, old: "y", new: "2"}}}}, []string{"a.txt 10 1 2"}},
		{"two fixes apart", []file{{a, old, old + "x\nand\ny\n"}}, []fix{{edits: []edit{{path: a, old: "x", new: "1"}}}, {edits: []edit{{path: a, old: "y", new: "2"}}}}, []string{"a.txt 10 1", "a.txt 12 2"}},
		{"backticks", []file{{a, old, old + "x\n"}}, one(edit{path: a, old: "x", new: "```"}), []string{"a.txt 10 "}},
		{"a renamed file", []file{{"new.txt", old, "x\n" + old}}, one(edit{path: "new.txt", old: "x", new: "y"}), []string{"new.txt 1 y"}},

		{"an old line", []file{{a, old, old + "x\n"}}, one(edit{path: a, old: "old 2", new: "new 2"}), nil},
		{"a line of context", []file{{a, old, old + "x\n"}}, one(edit{path: a, old: "old 9", new: "new 9"}), nil},
		{"an old and a new line", []file{{a, old, old + "x\n"}}, one(edit{path: a, old: "old 9\nx", new: "new"}), []string{"comment: a.txt 9 changes other lines, too"}},
		{"lines of two hunks", []file{{a, old, "x\n" + old + "y\n"}}, one(edit{path: a, old: "x\n" + old + "y\n", new: "all\n"}), []string{"comment: a.txt 1 changes other lines, too"}},
		{"two places", []file{{a, old, old + "x\nand\ny\n"}}, one(edit{path: a, old: "x", new: "1"}, edit{path: a, old: "y", new: "2"}), []string{"comment: a.txt 10 changes several places at once", "comment: a.txt 12 changes several places at once"}},
		{"two files", []file{{a, old, old + "x\n"}, {"b.txt", "", "y\n"}}, one(edit{path: a, old: "x", new: "1"}, edit{path: "b.txt", old: "y", new: "2"}), []string{"comment: a.txt 10 changes several places at once", "comment: b.txt 1 changes several places at once"}},
		{"a fix with one of two places", []file{{a, old, old + "x z\nand\ny\n"}}, []fix{{edits: []edit{{path: a, old: "x", new: "1"}, {path: a, old: "y", new: "2"}}}, {edits: []edit{{path: a, old: "z", new: "3"}}}}, []string{"comment: a.txt 10 changes several places at once", "comment: a.txt 12 changes several places at once"}},
		{"whitespace in two places", []file{{a, old, old + "x \nand\ny \n"}}, []fix{{rule: "text/trailing-whitespace", phase: fixedits.PhaseStyle, edits: []edit{{path: a, old: "x ", new: "x"}, {path: a, old: "y ", new: "y"}}}}, []string{"a.txt 10 x", "a.txt 12 y"}},
		{"layout of old and new lines", []file{{"a.go", "package a\n\nvar  x = 1\n", "package a\n\nvar  x = 1\n\nvar  y = 2\n"}}, []fix{{rule: "format/go", phase: fixedits.PhaseFormat, edits: []edit{{path: "a.go", old: "var  x", new: "var x"}, {path: "a.go", old: "var  y", new: "var y"}}}}, []string{"a.go 5 var y = 2"}},
		{"layout that holds only together", []file{{"a.yaml", "", "a:\n- b\n\n- c\n"}}, []fix{{rule: "format/yaml", phase: fixedits.PhaseFormat, edits: []edit{{path: "a.yaml", old: "- b", new: "  - b"}, {path: "a.yaml", old: "- c", new: "  - c"}}}}, []string{"comment: a.yaml 2 valid only together with others", "comment: a.yaml 4 valid only together with others"}},
		{"too many lines", []file{{a, old, old + numbered("new", 1, 21)}}, one(edit{path: a, old: numbered("new", 1, 21), new: numbered("newer", 1, 21)}), []string{"comment: a.txt 10 too long"}},
		{"as many lines as fit", []file{{a, old, old + numbered("new", 1, 20)}}, one(edit{path: a, old: numbered("new", 1, 20), new: "x\n"}), []string{"a.txt 10-29 x"}},
		{"a long line", []file{{a, old, old + "x\n"}}, one(edit{path: a, old: "x", new: strings.Repeat("y", 4097)}), []string{"comment: a.txt 10 too long"}},
		{"CRLF", []file{{a, "old\r\n", "old\r\nx\r\n"}}, one(edit{path: a, old: "x", new: "y"}), []string{"comment: a.txt 2 line ends or characters that a suggestion cannot have"}},
		{"to LF", []file{{a, "old\n", "old\nx\r\n"}}, one(edit{path: a, old: "x\r\n", new: "x\n"}), []string{"comment: a.txt 2 line ends or characters that a suggestion cannot have"}},
		{"not UTF-8, so that GitHub shows another text", []file{{a, old, old + "x\xff\n"}}, one(edit{path: a, old: "x", new: "y"}), nil},
		{"text that turns around", []file{{a, old, old + "x\n"}}, one(edit{path: a, old: "x", new: "y\u202e"}), []string{"comment: a.txt 10 line ends or characters that a suggestion cannot have"}},
		{"a missing last newline", []file{{a, old, old + "x"}}, []fix{{rule: "text/final-newline", phase: fixedits.PhaseStyle, edits: []edit{{path: a, new: "\n"}}}}, []string{"comment: a.txt 10 changes the end of the file"}},
		{"a last newline that goes", []file{{a, old, old + "x\n"}}, one(edit{path: a, old: "x\n", new: "x"}), []string{"comment: a.txt 10 changes the end of the file"}},
		{"a protected file", []file{{".bazelrc", "", "buidl --x\n"}}, one(edit{path: ".bazelrc", old: "buidl", new: "build"}), []string{"comment: .bazelrc 1 programs run or obey the file"}},
		{"layout after another fix", []file{{"a.go", "", "package a\n\nvar  x = 1\n\nvar  y = 2\n"}}, []fix{{edits: []edit{{path: "a.go", old: "2", new: "3"}}}, {rule: "format/go", title: "Format", phase: fixedits.PhaseFormat, edits: []edit{{path: "a.go", old: "var  x", new: "var x"}, {path: "a.go", old: "var  y", new: "var y"}}}}, []string{"a.go 5 var  y = 3", "comment: a.go 3 another fix of the file comes first"}},
		{"a conflict", []file{{a, old, old + "x\n"}}, []fix{{title: "Use a", edits: []edit{{path: a, old: "x", new: "a"}}}, {rule: "own/z", edits: []edit{{path: a, old: "x", new: "b"}}}}, []string{"a.txt 10 a", "comment: a.txt 10 another fix of the file comes first"}},
		{"the fourth", []file{{a, "", "a\n-\nb\n-\nc\n-\nd\n"}}, []fix{{edits: []edit{{path: a, old: "a", new: "1"}}}, {edits: []edit{{path: a, old: "b", new: "2"}}}, {edits: []edit{{path: a, old: "c", new: "3"}}}, {edits: []edit{{path: a, old: "d", new: "4"}}}}, []string{"a.txt 1 1", "a.txt 3 2", "a.txt 5 3", "comment: a.txt 7 enough suggestions already"}},

		{"a fix that needs review", []file{{a, old, old + "x\n"}}, []fix{{edits: []edit{{path: a, old: "x", new: "y"}}, change: func(f *fixedits.Fix) { f.Safety = fixedits.SafetySuggestion }}}, nil},
		{"a fix that the check could not apply", []file{{a, old, old + "x\n"}}, []fix{{edits: []edit{{path: a, old: "x", new: "y"}}, change: func(f *fixedits.Fix) {
			f.Disposition = &fixedits.Disposition{Status: fixedits.StatusBrokeSyntax, Code: "syntax"}
		}}}, nil},
		{"a fix of an agent", []file{{a, old, old + "x\n"}}, []fix{{change: func(f *fixedits.Fix) { f.Resolver = &fixedits.Resolver{ID: "ai-autofix", Path: a} }}}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, row.files)
			w.publish(artifactOf(t, row.files, row.fixes...))
			if got := w.posted(); !slices.Equal(got, row.want) {
				t.Errorf("got  %q\nwant %q", got, row.want)
			}
		})
	}
}

// Only a file with a diff has lines, and only the bytes that GitHub shows in it
// count.
func TestKindsOfFiles(t *testing.T) {
	for _, row := range []struct {
		name   string
		change func(*githubtest.File)
		want   bool
	}{
		{"modified", func(*githubtest.File) {}, true},
		{"renamed and modified", func(f *githubtest.File) { f.Status = "renamed" }, true},
		{"renamed", func(f *githubtest.File) { f.Status, f.Patch = "renamed", "" }, false},
		{"removed", func(f *githubtest.File) { f.Status, f.Patch = "removed", "@@ -1,2 +0,0 @@\n-old\n-x" }, false},
		{"removed, with the lines of another", func(f *githubtest.File) { f.Status = "removed" }, false},
		{"binary, or too large a diff", func(f *githubtest.File) { f.Patch = "" }, false},
		{"another name", func(f *githubtest.File) { f.Path = "b.txt" }, false},
		{"other bytes", func(f *githubtest.File) { f.Text = "old\nx \n" }, false},
		{"another diff", func(f *githubtest.File) { f.Patch = "@@ -1 +1,2 @@\n old\n+y" }, false},
		{"a diff that ends early", func(f *githubtest.File) { f.Patch = "@@ -1 +1,3 @@\n old\n+x" }, false},
		{"a diff with more lines", func(f *githubtest.File) { f.Patch = "@@ -1 +1,1 @@\n old\n+x" }, false},
		{"a diff beyond the text", func(f *githubtest.File) { f.Patch = "@@ -1 +9,2 @@\n old\n+x" }, false},
		{"a diff of no lines", func(f *githubtest.File) { f.Patch = "@@ -1 +99999999999999999999,2 @@\n old\n+x" }, false},
		{"no diff", func(f *githubtest.File) { f.Patch = "Binary files differ" }, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			files := []file{{"a.txt", "old\n", "old\nx\n"}}
			w := newWorld(t, files)
			row.change(&w.server.Pulls[0].Files[0])
			w.publish(artifactOf(t, files, fix{edits: []edit{{path: "a.txt", old: "x", new: "y"}}}))
			if got := w.posted(); (len(got) == 1 && got[0] == "a.txt 2 y") != row.want || len(got) > 1 || !row.want && len(got) > 0 {
				t.Errorf("got %q", got)
			}
		})
	}
}
