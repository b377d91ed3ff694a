package fixactions_test

import (
	"fmt"
	"strings"
	"testing"

	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"
)

func TestCombine(t *testing.T) {
	const text = `{"a": 1, "b": [1, 2, 3], "c": {"x": 1, "y": 2}, "d": []}`
	for _, test := range []struct {
		name, actions string
		want          string // of each combination: its actions, and the new text
	}{
		{"apart", "a.json replace /a 2\n\na.json replace /b/0 2", ""},
		{"keys of one object", "a.json add . e 1\n\na.json add . f 2\n\na.json add /c z 3", `[0 1] {"a": 1, "b": [1, 2, 3], "c": {"x": 1, "y": 2}, "d": [], "e": 1, "f": 2}`},
		{"the same key", "a.json add . e 1\n\na.json add . e 2", ""},
		{"the same key, and others", "a.json add . e 1\n\na.json add . e 2\n\na.json add . f 3", `[0 2] {"a": 1, "b": [1, 2, 3], "c": {"x": 1, "y": 2}, "d": [], "e": 1, "f": 3} against 1: 0`},
		{"items at the end", "a.json insert /b - 4\n\na.json insert /b - 5\n\na.json insert /d - 6", `[0 1] {"a": 1, "b": [1, 2, 3, 4, 5], "c": {"x": 1, "y": 2}, "d": []}`},
		{"items at one place", "a.json insert /b 1 4\n\na.json insert /b 1 5", `[0 1] {"a": 1, "b": [1, 4, 5, 2, 3], "c": {"x": 1, "y": 2}, "d": []}`},
		{"an item at the end, and the last one", "a.json insert /b 3 4\n\na.json set /b 2 5\n\na.json insert /b - 6", `[0 1 2] {"a": 1, "b": [1, 2, 5, 4, 6], "c": {"x": 1, "y": 2}, "d": []}`},
		{"items at the start, and the first one", "a.json insert /b 0 4\n\na.json set /b 0 5\n\na.json insert /b 0 6", `[0 1 2] {"a": 1, "b": [4, 6, 5, 2, 3], "c": {"x": 1, "y": 2}, "d": []}`},
		{"all keys of an object", "a.json remove /c x\n\na.json remove /c y", `[0 1] {"a": 1, "b": [1, 2, 3], "c": {}, "d": []}`},
		{"what touches", "a.json replace /c/x 3\n\na.json remove /c y", `[0 1] {"a": 1, "b": [1, 2, 3], "c": {"x": 3}, "d": []}`},
		{"a value, and what is in it", "a.json replace /c 1\n\na.json replace /c/x 2", ""},
		{"what is in a value, and the value", "a.json replace /c/x 2\n\na.json remove . c", ""},
		{"a value twice", "a.json replace /a 2\n\na.json replace /a 3", ""},
		{"two names for one key", "a.json rename . a e\n\na.json rename . a f", ""},
		{"one name for two keys", "a.json rename /c x z\n\na.json rename /c y z", ""},
		{"several operations", "a.json replace /a 2\na.json add . e 1\n\na.json add . f 2", `[0 1] {"a": 2, "b": [1, 2, 3], "c": {"x": 1, "y": 2}, "d": [], "e": 1, "f": 2}`},
		{"several operations, and insertions", "a.json insert /b 0 0\na.json set /b 3 4\n\na.json insert /b 0 5", ""},
		{"one that is rejected", "a.json add . e 1\n\na.json add . a 2\n\na.json add . f 3", `[0 2] {"a": 1, "b": [1, 2, 3], "c": {"x": 1, "y": 2}, "d": [], "e": 1, "f": 3}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			read := files{"a.json": text}.read
			list := actions(t, test.actions)
			var got []string
			for _, c := range fixactions.Combine(read, list, fixactions.Lower(read, list)) {
				line := fmt.Sprint(c.Actions, " ", after(text, "a.json", c.Edits))
				for _, against := range c.Against {
					line += fmt.Sprintf(" against %d: %d", against.Action, against.Winner)
				}
				got = append(got, line)
			}
			if text := strings.Join(got, "\n"); text != test.want {
				t.Errorf("got\n%s\nwant\n%s", text, test.want)
			}
		})
	}
}

// Of actions that contradict each other, the first in priority stays, and the
// order of the others is theirs.
func TestCombinePriority(t *testing.T) {
	read := files{"a.json": `{"a": 1}`}.read
	list := actions(t, "a.json add . b 1\n\na.json add . c 1\n\na.json add . b 2\n\na.json add . d 1\n\na.json add . d 2")
	list[0].Priority, list[3].Priority, list[4].Priority = 2, 1, 1
	all := fixactions.Combine(read, list, fixactions.Lower(read, list))
	if len(all) != 1 {
		t.Fatalf("%d combinations", len(all))
	}
	got := fmt.Sprint(all[0].Actions, all[0].Against, " ", after(`{"a": 1}`, "a.json", all[0].Edits))
	if want := `[1 2 3] [{0 2} {4 3}] {"a": 1, "c": 1, "b": 2, "d": 1}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Many actions at one place of a large text are verified together, and each of
// them has its edits.
func TestManyAtOnePlace(t *testing.T) {
	const n = 100
	var list, object strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&list, "%d, ", i)
		fmt.Fprintf(&object, "\"k%d\": %d, ", i, i)
	}
	for name, text := range map[string]string{
		"a.json": `{"list": [` + list.String() + `0], "object": {` + object.String() + `"k": 0}, "empty": {}}`,
		"a.yaml": `{"list": [` + list.String() + `0], "object": {` + object.String() + `"k": 0}, "empty": {}}` + "\n",
		"a.toml": "list = [" + list.String() + "0]\nobject = {" + strings.ReplaceAll(object.String(), ":", " =") + "k = 0}\nempty = {}\n",
	} {
		for _, script := range []string{"add /object n%d 1", "insert /list - %d", "insert /list 7 %d", "add /empty n%d 1"} {
			var all []string
			for i := range n {
				all = append(all, name+" "+fmt.Sprintf(script, i))
			}
			read := files{name: text}.read
			actions := actions(t, strings.Join(all, "\n\n"))
			lowered := fixactions.Lower(read, actions)
			for i := range lowered {
				if lowered[i].Rejected != nil || len(lowered[i].Edits) != 1 || lowered[i].Isolation != "" {
					t.Fatalf("%s: %v, %d edits, %q", all[i], lowered[i].Rejected, len(lowered[i].Edits), lowered[i].Isolation)
				}
			}
			if combined := fixactions.Combine(read, actions, lowered); len(combined) != 1 || len(combined[0].Actions) != n {
				t.Errorf("%s %s: %d combinations", name, script, len(combined))
			}
		}
	}
}
