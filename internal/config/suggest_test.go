package config_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// suggested are sections of each shape.
var suggested = func() []*config.Section {
	known := &config.Tables{
		Placeholder: `"NS/NAME"`,
		Keys:        []config.Option{{Name: "severity", Kind: config.String, Values: []string{"error", "off"}, Doc: "how [bad](x.md) it is"}},
		Known: func() []config.Table {
			return []config.Table{{Name: "a/one", Doc: "one"}, {Name: "a/two", Doc: "two", Keys: []config.Option{{Name: "max", Kind: config.Int, Keep: true, Default: 3, Doc: "the most"}}}}
		},
		Short: func(name string, known []string) (all []string) {
			for _, full := range known {
				if strings.HasSuffix(full, "/"+name) {
					all = append(all, full)
				}
			}
			return all
		},
	}
	return []*config.Section{
		{Name: "extends", Value: &config.Option{Name: "extends", Kind: config.String, Doc: "a file"}},
		{Name: "files", Doc: "The files.", Keys: []config.Option{
			{Name: "exclude", Kind: config.Strings, Doc: "globs"}, {Name: "hidden", Kind: config.Bool, Default: true, Doc: "also"},
		}},
		{Name: "rules", Doc: "The rules.", Tables: known},
		{Name: "overrides", List: true, Keys: []config.Option{{Name: "files", Kind: config.Strings}, {Name: "rules", Kind: config.TableMap, Tables: known}}},
		{Name: "mine", Doc: "Yours.", Tables: &config.Tables{Keys: []config.Option{{Name: "command", Kind: config.Strings}}}},
	}
}()

// The place is the | of a text.
func TestSuggest(t *testing.T) {
	for _, test := range []struct{ name, text, want, replaces string }{
		{"an empty file", "|", "extends = ", ""},
		{"a key", "[files]\n|", "exclude = ,hidden = ", ""},
		{"a part of a key", "[files]\nhid|", "exclude = ,hidden = ", "hid"},
		{"within a key", "[files]\nhi|dd", "exclude = ,hidden = ", "hidd"},
		{"a key that has its value", "[files]\nhid| = true", "exclude,hidden", "hid"},
		{"a key that is there", "[files]\nexclude = [\n  \"a\",\n]\n|", "hidden = ", ""},
		{"within an array", "[files]\nexclude = [\n  |\n]\n", "", ""},
		{"within the array of a line", "[files]\nexclude = [|", "", ""},
		{"a boolean", "[files]\nhidden = |", "true,false", ""},
		{"a boolean without a space", "[files]\nhidden =t|rue\r\n", "true,false", "true"},
		{"a string", "[rules.\"a/one\"]\nseverity = \"o|\"\n", `"error","off"`, `"o"`},
		{"a name that is short", "[rules.two]\n|", "severity = ,max = ", ""},
		{"keep and a default", "[rules.\"a/two\"]\nmax = |", `"keep",3`, ""},
		{"a dotted key", "rules.\"a/two\".|", "severity = ,max = ", ""},
		{"a dotted key of the same table", "rules.|", `"a/one".,"a/two".`, ""},
		{"a name in quotes", "[rules]\n\"a/|\"", `"a/one".,"a/two".`, `"a/"`},
		{"the value of a dotted key", "rules.\"a/one\".severity=|", `"error","off"`, ""},
		{"an inline table", "[rules]\n\"a/one\" = { |", "severity = ", ""},
		{"a value in an inline table", "[rules]\n\"a/two\" = { max = 1, severity = | }", `"error","off"`, ""},
		{"below a mistake", "[fil=\n[files]\n|", "exclude = ,hidden = ", ""},
		{"below a mistake of the table", "[files]\nhidden\n|", "", ""},
		{"a list", "[[overrides]]\n|", "files = ,rules.", ""},
		{"a table in a list", "[[overrides]]\nfiles = [\"a\"]\n[overrides.rules.\"a/one\"]\n|", "severity = ", ""},
		{"a table with any name", "[mine.x]\n|", "command = ", ""},
		{"an unknown table", "[foo]\n|", "", ""},
		{"an unknown rule", "[rules.\"b/x\"]\n|", "", ""},
		{"an unknown key", "[files]\nfoo = |", "", ""},
		{"a comment", "[files]\n# hid|", "", ""},
		{"a comment after a value", "[files]\nhidden = true # |", "", ""},
		{"within a header", "[fi|les] # [x]", `[files],[rules."a/one"],[rules."a/two"],[[overrides]],[overrides.rules."a/one"],[overrides.rules."a/two"]`, "[files]"},
		{"a header", "  [fi|]\n", `[files],[rules."a/one"],[rules."a/two"],[[overrides]],[overrides.rules."a/one"],[overrides.rules."a/two"]`, "[fi]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, after, _ := strings.Cut(test.text, "|")
			all, start, end := config.Suggest(suggested, []byte(before+after), len(before))
			var got []string
			for _, s := range all {
				got = append(got, s.Text)
			}
			if replaces := (before + after)[start:end]; strings.Join(got, ",") != test.want || replaces != test.replaces {
				t.Errorf("%q for %q, want %q for %q", strings.Join(got, ","), replaces, test.want, test.replaces)
			}
		})
	}
	all, _, _ := config.Suggest(suggested, []byte("[files]\n"), 8)
	want := []config.Suggestion{{Text: "exclude = ", Type: "array of strings", Doc: "globs"}, {Text: "hidden = ", Type: "boolean", Doc: "also; default `true`"}}
	if !slices.Equal(all, want) {
		t.Errorf("%v, want %v", all, want)
	}
}

func TestDescribe(t *testing.T) {
	for _, test := range []struct{ name, text, want, of string }{
		{"a key", "[files]\n hi|dden = true\n", "also; default `true` (boolean)", "hidden"},
		{"a key with a link", "[rules.one]\nseverity| = 1", "how bad it is (string)", "severity"},
		{"a key of a rule", "[rules.\"a/two\"]\n|max = 1", "the most; default `3` (integer or \"keep\")", "max"},
		{"a dotted key", "rules.two.m|ax = 1", "the most; default `3` (integer or \"keep\")", "rules.two.max"},
		{"a header", "[fi|les]\n", "The files.", "[files]"},
		{"the header of a rule", "[rules.\"a/o|ne\"]", "one", "[rules.\"a/one\"]"},
		{"a value", "[files]\nhidden = tr|ue", "", ""},
		{"an unknown key", "[files]\nfo|o = 1", "", ""},
		{"an unknown header", "[fo|o]", "", ""},
		{"a broken header", "[fo|o", "", ""},
		{"no key", "[files]\nhid|den", "", ""},
		{"an empty file", "|", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, after, _ := strings.Cut(test.text, "|")
			got, start, end := config.Describe(suggested, []byte(before+after), len(before))
			if of := (before + after)[start:end]; got != test.want || of != test.of {
				t.Errorf("%q of %q, want %q of %q", got, of, test.want, test.of)
			}
		})
	}
}

// No text and no place makes them panic.
func FuzzSuggest(f *testing.F) {
	f.Add("[files]\nhidden = ", 17)
	f.Add("rules.\"a/one\".", 5)
	f.Add("[[overrides]]\n\"\xff={[", 17)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if offset < 0 || offset > len(text) {
			return
		}
		_, start, end := config.Suggest(suggested, []byte(text), offset)
		if start < 0 || start > offset || end < offset || end > len(text) {
			t.Errorf("%d to %d at %d", start, end, offset)
		}
		if _, start, end := config.Describe(suggested, []byte(text), offset); start > end || end > len(text) {
			t.Errorf("%d to %d", start, end)
		}
	})
}
