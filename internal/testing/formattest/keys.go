package formattest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
)

// DuplicateKeys compares the duplicate keys of each text with the keys that are
// wanted: "KEY LINE:COLUMN LINE:COLUMN" with the places of the first one and of
// the other one, separated by commas. Columns count bytes.
func DuplicateKeys(t *testing.T, language formatting.Language, path string, cases []Case) {
	t.Helper()
	run(t, language, path, cases, func(t *testing.T, r *formatting.Registry, c Case) {
		keys, err := r.DuplicateKeys(c.Path, []byte(c.Src))
		if err != nil {
			t.Fatal(err)
		}
		place := func(offset int) string {
			at := formatting.SyntaxErrorAt("", []byte(c.Src), offset, "")
			return fmt.Sprintf("%d:%d", at.Line, at.Column)
		}
		var found []string
		for _, k := range keys {
			found = append(found, fmt.Sprintf("%s %s %s", k.Key, place(k.First), place(k.Start)))
			if k.End <= k.Start || k.End > len(c.Src) || strings.ContainsAny(c.Src[k.Start:k.End], "\r\n") {
				t.Errorf("the key %q is from %d to %d", k.Key, k.Start, k.End)
			}
		}
		if got := strings.Join(found, ", "); got != c.Want {
			t.Errorf("got  %s\nwant %s", got, c.Want)
		}
	})
}
