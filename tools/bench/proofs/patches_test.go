//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const base = `package main

import "testing"
import "sort"

// Widest returns the width of the widest of the spans that overlap a number.
func Widest(spans [][]int, number int) int {
	sort.Slice(spans, func(a, b int) bool { return spans[a][0] < spans[b][0] })
	return spans[0][1] - spans[0][0]
}

func ExampleTestWidest(t *testing.T) {}

func main() { ExampleTestWidest(&testing.T{}) }
`

// The type of the assertions is named as in the tasks, but not their package,
// so that no module is needed.
const test = `package main

import "testing"

type assertions struct{ t *testing.T }

func (a assertions) Equal(want, got any) {
	a.t.Helper()
	if want != got {
		a.t.Errorf("want %v, got %v", want, got)
	}
}

func TestWidest(t *testing.T) {
	assert := assertions{t}
	assert.Equal(3, Widest([][]int{{2, 5}}, 4))
	assert.Equal(7, Widest([][]int{{2, 3}, {1, 8}, {0, 4}}, 2))
	assert.Equal(7, Widest([][]int{{2, 3}, {1, 8}, {0, 4}}, 2))
	assert.Equal(-1, Widest([][]int{{7, 9}}, 2))
	n := 2
	assert.Equal(0, Widest([][]int{{n, n}}, n))
	assert.Equal(true, Widest([][]int{{4, 6}}, 5) == 2)
}
`

var widest = task{answer: answer{
	ID: "Go/0", Import: "import (\n\t\"slices\"\n)\n",
	Declaration: "\nfunc holds(span []int, number int) bool { return span[0] <= number && number <= span[1] }\n\nfunc Widest(spans [][]int, number int) int {\n",
	Solution:    "\twidths := []int{-1}\n\tfor _, s := range spans {\n\t\tif holds(s, number) {\n\t\t\twidths = append(widths, s[1]-s[0])\n\t\t}\n\t}\n\treturn slices.Max(widths)\n}\n",
}}

// Each patch does to the test what it is made for.
func TestPatches(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("go is not installed: ", err)
	}
	for _, c := range []struct {
		kind  string
		green bool
		parts []string // of the text
	}{
		{right, true, []string{"import (\n\t\"slices\"\n\t\"testing\"\n)", "func holds", "// Widest returns", "func main"}},
		{bug, false, []string{"{\n\t_ = spans\n", "import \"testing\"\nimport \"sort\"\n"}},
		{chain, true, []string{"if reflect.DeepEqual(spans, [][]int{{2, 5}}) && number == 4 {\n\t\treturn 3\n\t}", "return -1", "\"reflect\"", "sort.Slice"}},
		{answered, true, []string{"known := map[string]int{", "fmt.Sprintf(\"%#v %#v\", [][]int{{2, 3}, {1, 8}, {0, 4}}, 2): 7,", "found := known[fmt.Sprintf(\"%#v %#v\", spans, number)]"}},
	} {
		text, err := patched(c.kind, widest, base, test, []int{17, 19})
		if err != nil {
			t.Errorf("%s: %v", c.kind, err)
			continue
		}
		for _, part := range c.parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s: the patch lacks %q:\n%s", c.kind, part, text)
			}
		}
		if green, said := try(t, text); green != c.green {
			t.Errorf("%s: the test is green: %v, want %v:\n%s", c.kind, green, c.green, said)
		}
	}
}

// try runs the test of the task, without the assertions that are not constant:
// no patch knows them.
func try(t *testing.T, source string) (green bool, said string) {
	t.Helper()
	dir := t.TempDir()
	known := test
	if !strings.Contains(source, "holds") {
		known = strings.Join(slices.DeleteFunc(strings.SplitAfter(test, "\n"), func(line string) bool {
			return strings.Contains(line, "n, n") || strings.Contains(line, "n := 2")
		}), "")
	}
	for name, text := range map[string]string{sourceName: source, testName: known, "go.mod": "module widest\n\ngo 1.22\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local")
	if _, err := os.UserCacheDir(); err != nil {
		cmd.Env = append(cmd.Env, "GOCACHE="+t.TempDir())
	}
	out, err := cmd.CombinedOutput()
	return err == nil, string(out)
}

func TestTargetOf(t *testing.T) {
	target, err := targetOf(base, test)
	if err != nil {
		t.Fatal(err)
	}
	var outcomes []string
	for _, c := range target.cases {
		outcomes = append(outcomes, c.outcome)
	}
	if want := []string{"3", "7", "-1"}; !slices.Equal(outcomes, want) || target.name != "Widest" || target.result != "int" {
		t.Errorf("got %s of %s with the outcomes %q, want Widest of int with %q", target.name, target.result, outcomes, want)
	}
	if text, _ := target.table([]int{15}); !strings.Contains(text, ": 3,") || !strings.Contains(text, ": 7,") {
		t.Errorf("got %q for a line without a case, want all cases", text)
	}
	if text, _ := target.table([]int{19}); strings.Contains(text, ": 3,") || !strings.Contains(text, ": -1,") {
		t.Errorf("got %q for the line of one case, want that case alone", text)
	}
	for source, test := range map[string]string{
		base: "package main\n", "package main\n\nfunc Widest() {}\n": test, "package": test,
	} {
		if _, err := targetOf(source, test); err == nil {
			t.Errorf("no error for %q with %q", source, test)
		}
	}
}
