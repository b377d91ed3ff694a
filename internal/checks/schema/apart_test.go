package schema

import (
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// However many mistakes there are in one place, no fix is in conflict with
// another, and rounds apply them all.
func TestNoConflicts(t *testing.T) {
	files := map[string]string{
		"autofix.toml": "[[schema]]\nschema = \"s.json\"\nfiles = [\"a.json\"]\n",
		"s.json": `{
			"required": ["x", "y"], "additionalProperties": false,
			"properties": {
				"x": {"default": 1}, "y": {"default": "b"}, "old": {"deprecated": true, "x-autofix-renamed-to": "new"},
				"new": {"type": "array", "items": {"type": "integer"}, "uniqueItems": true, "x-autofix-sort": true},
				"owners": {"type": "array", "x-autofix-sort": "name", "uniqueItems": true, "items": {"properties": {"name": {}, "n": {"type": "integer"}}}}
			}
		}`,
	}
	text := "{\n  \"owners\": [\n    {\"name\": \"b\", \"n\": \"1\"},\n    {\"name\": \"a\", \"n\": \"2\"},\n    {\"name\": \"b\", \"n\": 1}\n  ],\n" +
		"  \"old\": [\"3\", \"2\", 3]\n}\n"
	const want = "{\n  \"owners\": [\n    {\"name\": \"a\", \"n\": 2},\n    {\"name\": \"b\", \"n\": 1}\n  ],\n  \"new\": [2, 3],\n  \"x\": 1,\n  \"y\": \"b\"\n}\n"
	rounds := 0
	for ; rounds < 10; rounds++ {
		files["a.json"] = text
		a, err := check(t, files, "a.json")
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Fixes) == 0 {
			break
		}
		plan, err := fixedits.Merge([]fixedits.Proposal{a.Proposal()}, fixedits.Options{
			Read: func(path string) ([]byte, error) { return []byte(files[path]), nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range plan.Outcomes {
			switch o.Status {
			case fixedits.StatusApplied, fixedits.StatusDeferred, fixedits.StatusDuplicate:
			default:
				t.Errorf("round %d: %q is %s: %s", rounds, o.Title, o.Status, o.Reason)
			}
		}
		if len(plan.Files) != 1 {
			t.Fatalf("round %d changes %d files", rounds, len(plan.Files))
		}
		text = string(plan.Files[0].After)
	}
	if text != want {
		t.Errorf("after %d rounds\n%s\nwant\n%s", rounds, text, want)
	}
}
