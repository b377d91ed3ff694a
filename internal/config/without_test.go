package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// kept and spare are the sections of these tests. Spare ones are left out, and
// so is [gone], which no file may have.
var (
	kept = []*config.Section{
		{
			Name: "files",
			Keys: []config.Option{
				{Name: "exclude", Kind: config.Strings, Default: []string(nil)},
				{Name: "name", Kind: config.String, Default: ""},
				{Name: "on", Kind: config.Bool, Default: false},
				{Name: "most", Kind: config.Int, Default: 0},
			},
			Tables: &config.Tables{Keys: []config.Option{
				{Name: "time", Kind: config.Duration},
				{Name: "size", Kind: config.Size},
				{Name: "codes", Kind: config.Ints, Later: true},
				{Name: "env", Kind: config.StringMap, Later: true},
			}},
		},
		{Name: "pet", List: true, Keys: []config.Option{{Name: "name", Kind: config.String, Required: true}}},
	}
	spare = []*config.Section{
		{Name: "ai", Keys: []config.Option{{Name: "jobs", Kind: config.Int}}, Tables: &config.Tables{Keys: []config.Option{{Name: "command", Kind: config.Strings}}}},
		{Name: "prove", List: true, Keys: []config.Option{{Name: "jobs", Kind: config.Int}}},
	}
)

func without(text string) (c *config.Config, warned []*config.Error, rest string, err error) {
	configs, warned, made, err := config.Without(texts{"a/autofix.toml": text}, []string{"a/autofix.toml"}, append(kept, spare...), []string{"ai", "prove", "gone"})
	if err != nil {
		return nil, nil, string(made), err
	}
	return configs[0], warned, string(made), nil
}

func TestWithout(t *testing.T) {
	const files = "[files]\nexclude = ['a']\n"
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"a comment", "# x\n", ""},
		{"all of it", "[ai]\njobs = 1\n", ""},
		{"none", "[files]\nexclude = [\"a\"]\n", files},
		{"at the end", "[files]\nexclude = ['a']\n\n[ai]\njobs = 1\n", files},
		{"at the start", "[ai]\njobs = 1\n[files]\nexclude = ['a']\n", files},
		{"more lines at the start", "[ai]\n# more\n\njobs = 1\n\n[files]\nexclude = ['a']\n", files},
		{"tables below", "[ai.agents]\ncommand = [\n  \"[files]\",\n]\n[files]\nexclude = ['a']\n", files},
		{"array of tables", "[[prove]]\njobs = 1\n[files]\nexclude = ['a']\n[[prove]]\n", files},
		{"keys at the top", "ai.jobs = 1\nfiles.exclude = ['a']\nai.x.command = [\"\"\"\n[files]\n\"\"\"]\n", files},
		{"inline tables", "ai = { jobs = 1 }\nfiles = { exclude = ['a'] }\n", files},
		{"in several places", "[ai.a]\n[files]\nexclude = ['a']\n[[prove]]\n[ai.b]\n", files},
		{"comments and layout", "# x\n[ files ] # y\n\texclude = [\n# [ai]\n\"\\u0061\",]# z", files},
		{"CRLF", "[ai]\r\njobs = 1\r\n[files]\r\nexclude = ['a']\r\n", files},
		{"the order of keys", "[files]\non = true\nname = ''\n[files.b]\n[files.a]\n", "[files]\nname = ''\non = true\n\n[files.a]\n[files.b]\n"},
		{"the order of elements", "[[pet]]\nname = 'b'\n[[pet]]\nname = 'a'\n", "[[pet]]\nname = 'b'\n\n[[pet]]\nname = 'a'\n"},
		{"an empty section", "[ai]\n[files]\n", "[files]\n"},
		{"keys for later", "[files.a]\ncodes = [1, 2]\nsize = '1 KiB'\n[files.b.env]\nx = 'y'\n", "[files]\n[files.a]\nsize = '1 KiB'\n"},
		{"nothing but keys for later", "[files.b]\ncodes = [1]\nenv.x = 'y'\n", ""},
		{"the name of a key", "[files]\n[files.ai]\nsize = '1 KiB'\n[files.'a.b']\n", "[files]\n[files.'a.b']\n[files.ai]\nsize = '1 KiB'\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, warned, got, err := without(test.text)
			if err != nil || warned != nil {
				t.Fatal(err, warned)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Only mistakes in what is left stop it. All have the place that the file has.
func TestWithoutMistakes(t *testing.T) {
	for _, test := range []struct{ name, text, warnings, err string }{
		{"spare", "[[prove]]\njob = 1\n[ai]\njobs = ''\n[files]\n", `a/autofix.toml:2:1: unknown key "job": did you mean "jobs"?|a/autofix.toml:4:1: jobs must be an integer, not a string`, ""},
		{"a section that no file may have", "\n[gone]\nx = 1\n", `a/autofix.toml:2:2: unknown key "gone"`, ""},
		{"needed", "[ai]\njob = 1\n\n[files]\non = true\nmost = ''\n", "", `a/autofix.toml:6:1: most must be an integer, not a string`},
		{"for later", "[files.a]\ncodes = [1, '']\n", "", `a/autofix.toml:2:1: codes must be an array of integers, not of a string`},
		{"for later, by name", "[files.a]\nenv.x = 1\nenv.y = 'z'\n", "", `a/autofix.toml:2:5: x must be a string, not an integer`},
		{"for later, of another kind", "[files.a]\ncodes = 1\nenv = []\n", "", "a/autofix.toml:2:1: codes must be an array of integers, not an integer\na/autofix.toml:3:1: env must be a table of strings, not an array"},
		{"not known", "\n[x]\n", "", `a/autofix.toml:2:2: unknown key "x"`},
		{"not TOML", "[files]\n[ai]\nx =\n", "", "a/autofix.toml:3:4: unexpected character U+000A at start of value"},
		{"defined twice", "[ai]\n[ai]\n", "", "a/autofix.toml:2:2: table ai already exists"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, warned, got, err := without(test.text)
			if test.err != "" {
				if err == nil || err.Error() != test.err || got != "" {
					t.Errorf("error %v, want %s; text %q", err, test.err, got)
				}
				return
			}
			var warnings []string
			for _, warning := range warned {
				warnings = append(warnings, warning.Error())
			}
			if diff := cmp.Diff(test.warnings, strings.Join(warnings, "|")); diff != "" || err != nil {
				t.Errorf("error %v; warnings (-want +got):\n%s", err, diff)
			}
		})
	}
}

// What was made from a file has other lines, so mistakes name tables.
func TestParseRest(t *testing.T) {
	for text, want := range map[string]string{
		"x = 1":                        `a/autofix.toml: unknown key "x"`,
		"pet = 1":                      `a/autofix.toml: pet must be an array of tables, not an integer: write its header as [[pet]]`,
		"[files]\nmost = true\non = 1": "a/autofix.toml: [files]: most must be an integer, not a boolean\na/autofix.toml: [files]: on must be a boolean, not an integer",
		"[files.'a/b']\nsize = true":   `a/autofix.toml: [files."a/b"]: size must be a size such as 1024 or "16 MiB", not a boolean`,
		"[[pet]]\nname = 'a'\n[[pet]]\nname = true": `a/autofix.toml: table 2 of [[pet]]: name must be a string, not a boolean`,
		"[[pet]]\n": `a/autofix.toml: table 1 of [[pet]]: the key "name" is missing`,
		"[files":    `a/autofix.toml: expected ']' to close table name`,
	} {
		if _, err := config.ParseRest("a/autofix.toml", []byte(text), kept); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	c, err := config.ParseRest("a/autofix.toml", []byte("[files]\non = true\n[[pet]]\nname = 'a'\n[[pet]]\nname = 'b'\n"), kept)
	if err != nil || !c.For("b").Get(kept[0]).Bool("on") {
		t.Fatal(c, err)
	}
	for want, key := range map[string][]string{
		"a/autofix.toml: [files]: m":            {"files", "on"},
		"a/autofix.toml: table 2 of [[pet]]: m": {"pet", "1", "name"},
		"a/autofix.toml: m":                     {"files", "name"}, // which the file does not have
	} {
		if got := c.For("b").Mistake("m", key...).Error(); got != want {
			t.Errorf("%q: %s, want %s", key, got, want)
		}
	}
}

// FuzzWithout checks that what remains says the same, in one spelling, whatever
// is added to a section that is left out.
func FuzzWithout(f *testing.F) {
	f.Add("[ai]\njobs = 1\n# a\n[files]\nexclude = [\n'1']\n")
	f.Add("ai.x.command = ['''\n[files]\n''']\n[files] # [ai]\n")
	f.Add("# c\n[files]\nname = \"\"\"\n# \"\"\"\n# d\n[ai.\"\"]\n\n[[pet]]\nname='\\'")
	f.Add("pet = [{name = \"\\u0000\"}, {name='\"'}]\n[files.'']\nsize=0x10\ntime='1h'\n[files.\"\\n\"]")
	f.Fuzz(func(t *testing.T, text string) {
		before, _, rest, err := without(text)
		if err != nil {
			return
		}
		after, err := config.ParseRest("a/autofix.toml", []byte(rest), kept)
		if err != nil {
			t.Fatalf("%v in %q", err, rest)
		}
		for _, section := range kept {
			if diff := cmp.Diff(before.Said(section), after.For("b").Said(section)) + cmp.Diff(before.List(section), after.For("b").List(section)); diff != "" {
				t.Fatalf("[%s] of %q (-want +got):\n%s", section.Name, text, diff)
			}
		}
		for _, more := range []string{"# a comment\n", "\n\n", "ai.no.command = []\n", "ai.\"?\".command = [\n]\n", "prove = [\n{}, { x = 1 }\n]\n", "gone = 1\n"} {
			if _, _, with, err := without(more + text); err == nil && with != rest {
				t.Fatalf("with %q, %q, without %q", more, with, rest)
			}
		}
		for i, more := range []string{"", "# a comment", "\njobs = 1\n\n"} {
			with := fmt.Sprintf("%s[ai.new%d]%s\n", rest, i, more)
			if _, _, again, err := without(with); err != nil || again != rest {
				t.Fatalf("with %q, %q, %v, without %q", with, again, err, rest)
			}
		}
	})
}
