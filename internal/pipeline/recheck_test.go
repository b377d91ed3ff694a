package pipeline

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestRecheck(t *testing.T) {
	rules := []rewrite{
		{rule: "w/safe", from: "a", to: "b"},
		{rule: "w/bold", from: "bold", to: "b", safety: fixedits.SafetySuggestion},
		{rule: "w/bad", from: "evil"},
		{rule: "w/root", from: "root", severity: fixedits.SeverityInfo, security: true},
	}
	for _, test := range []struct {
		name, text string
		rules      []string
		crash      bool
		want       Rechecked
		found      []string
	}{
		{name: "nothing to say", text: "x\n", want: Rechecked{Text: []byte("x\n")}},
		{name: "safe fixes are applied", text: "a evil\n", want: Rechecked{Text: []byte("b evil\n")}, found: []string{"w/bad"}},
		{name: "others are not", text: "bold\n", want: Rechecked{Text: []byte("bold\n")}, found: []string{"w/bold"}},
		{name: "a rule of security", text: "root evil\n", want: Rechecked{Text: []byte("root evil\n"), Security: map[string]bool{"w/root": true}}, found: []string{"w/bad", "w/root"}},
		{name: "none are in a narrow run", text: "a\n", rules: []string{"w/bold"}, want: Rechecked{Text: []byte("a\n")}, found: []string{"w/safe"}},
		{name: "a checker that fails", text: "a\n", crash: true, want: Rechecked{Text: []byte("a\n"), Crashed: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ws := newWorkspace(t, map[string]string{"a.txt": "a bad bold\n"})
			r := &rewriter{rules: rules}
			if test.crash {
				r.onCheck = func(string) { panic("no") }
			}
			got, err := Recheck(context.Background(), ws, "a.txt", []byte(test.text), Options{Tools: tools(r), Rules: test.rules})
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			for _, d := range got.Found {
				found = append(found, d.Rule)
			}
			got.Found = nil
			if diff := cmp.Diff(&test.want, got); diff != "" || !slices.Equal(found, test.found) {
				t.Errorf("found %q, want %q; -want +got:\n%s", found, test.found, diff)
			}
			if now := content(t, ws, "a.txt"); now != "a bad bold\n" {
				t.Errorf("the file is %q", now)
			}
		})
	}
}
