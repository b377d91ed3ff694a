package suggest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
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
