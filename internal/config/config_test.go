package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

var rules = []config.RuleSchema{
	{Name: "buildifier/load"},
	{Name: "text/line-endings", Options: []config.Option{
		{Name: "want", Kind: config.String, Values: []string{"keep", "lf", "crlf"}, Default: "keep"},
	}},
	{Name: "x/all", Options: []config.Option{
		{Name: "on", Kind: config.Bool, Default: false},
		{Name: "most", Kind: config.Int, Default: 3},
		{Name: "words", Kind: config.Strings, Default: []string{"a"}, Check: noBlank},
	}},
	{Name: "format/both"},
	{Name: "syntax/both"},
}

var languages = []config.FormatSchema{goFormat, {Language: "yaml", Off: true}}

// sections are those that the tests know.
var sections = []*config.Section{
	config.ExtendsSection, config.FilesSection, formatSection, rulesSection,
	config.OverridesSection(config.FilesSection, formatSection, rulesSection),
	owners, agents, animals,
}

var (
	formatSection = config.FormatSection(func() []config.FormatSchema { return languages })
	rulesSection  = config.RulesSection(func() []config.RuleSchema { return rules })

	// animals are a list that a file has in addition to that of the file that it
	// extends.
	animals = &config.Section{Name: "pet", List: true, Inherited: true, Keys: []config.Option{
		{Name: "name", Kind: config.String, Required: true},
		{Name: "homes", Kind: config.Strings, Default: []string(nil), Relative: config.RelativeGlobs},
	}}
)

// owners and agents are sections as other packages declare them.
var (
	owners = &config.Section{Name: "checkers", Tables: &config.Tables{
		Placeholder: "NAME",
		Keys:        []config.Option{{Name: "owns", Kind: config.Strings, Default: []string(nil), Check: config.Globs, Relative: config.RelativeGlobs}},
	}}
	agents = &config.Section{Name: "agents", Keys: []config.Option{
		{Name: "timeout", Kind: config.Duration, Default: 5 * time.Minute},
		{Name: "most", Kind: config.Size, Default: int64(1 << 20)},
		{Name: "by", Kind: config.TableMap, Tables: &config.Tables{
			Placeholder: "NAME",
			Keys:        []config.Option{{Name: "command", Kind: config.Strings, Default: []string(nil)}},
		}},
		{Name: "paths", Kind: config.TableMap, Tables: &config.Tables{
			Placeholder: `"GLOB"`,
			Keys:        []config.Option{{Name: "trusted", Kind: config.Bool, Default: false}},
			Name:        config.Glob,
		}},
	}}
)

func noBlank(value any) error {
	for _, word := range value.([]string) {
		if strings.Contains(word, " ") {
			return fmt.Errorf("%q is no word", word)
		}
	}
	return nil
}

var goFormat = config.FormatSchema{Language: "go", Options: []config.Option{
	{Name: "lang-version", Kind: config.String, Default: ""},
	{Name: "module-path", Kind: config.String, Default: "none"},
	{Name: "extra-rules", Kind: config.Strings, Default: []string(nil)},
	{
		Name: "indent", Kind: config.Int, Default: 0,
		Editor: func(p editorconfig.Properties) any {
			if columns, ok := p.IndentSize(); ok {
				return columns
			}
			return nil
		},
	},
	{Name: "margin", Kind: config.Int, Keep: true, Default: config.Keep},
	{Name: "align", Kind: config.Bool, Keep: true, Default: config.Keep},
}}

// option returns the schema of an option of a rule.
func option(rule, name string) config.Option {
	for _, r := range rules {
		for _, o := range r.Options {
			if r.Name == rule && o.Name == name {
				return o
			}
		}
	}
	return config.Option{Name: name}
}

func parse(t *testing.T, path, data string) *config.Config {
	t.Helper()
	c, err := config.Parse(path, []byte(data), sections)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestParse(t *testing.T) {
	c := parse(t, "app/autofix.toml", `
# comments are fine
[files]
exclude = ["third_party/**", "*.pb.go"]

[format.go]
lang-version = "go1.26"
module-path = "example.com/m"
extra-rules = ["group_params"]
margin = 3
align = "keep"

[rules."buildifier/*"]
severity = "info"
fix = "explicit"

[rules."buildifier/load"]
severity = "error"
priority = -2

[rules."text/line-endings"]
want = "lf"
fix = "never"

[rules]
"x/all" = { on = true, most = 7, words = ["b", "c"] }
`)
	wantFormat := config.Values{
		"lang-version": "go1.26", "module-path": "example.com/m", "extra-rules": []string{"group_params"}, "indent": 0,
		"margin": 3, "align": "keep",
	}
	if diff := cmp.Diff(wantFormat, c.FormatOptions(goFormat, config.NoEditor)); diff != "" {
		t.Errorf("FormatOptions (-want +got):\n%s", diff)
	}
	owner := parse(t, "app/autofix.toml", "[checkers.x]\nowns = [\"MODULE.bazel\", \"../.bazelrc\"]\n")
	owned := func(checker string) []string { return owner.GetTable(owners, checker).Texts("owns") }
	if diff := cmp.Diff([]string{"app/MODULE.bazel", ".bazelrc"}, owned("x")); diff != "" || len(owned("y")) > 0 {
		t.Error(diff)
	}
	if !c.Excludes("app/third_party/a/b") || !c.Excludes("app/a.pb.go") || c.Excludes("third_party/a") {
		t.Error("Excludes: not relative to the folder of the file")
	}
	wantRules := []struct {
		name     string
		severity fixedits.Severity
		fix      config.FixMode
		priority int
	}{
		{"buildifier/load", "error", config.FixExplicit, -2},
		{"buildifier/print", "info", config.FixExplicit, 0},
		{"text/line-endings", "", config.FixNever, 0},
		{"text/final-newline", "", config.FixAlways, 0},
	}
	for _, r := range wantRules {
		if c.Severity(r.name) != r.severity || c.FixMode(r.name) != r.fix || c.Priority(r.name) != r.priority {
			t.Errorf("%s: severity %q, fix %q, priority %d", r.name, c.Severity(r.name), c.FixMode(r.name), c.Priority(r.name))
		}
	}
	options := []struct {
		rule, option string
		want         any
	}{
		{"text/line-endings", "want", "lf"},
		{"x/all", "on", true},
		{"x/all", "most", 7},
		{"x/all", "words", []string{"b", "c"}},
		{"x/all", "none", nil},
		{"none/none", "want", nil},
	}
	for _, o := range options {
		if got := c.Option(o.rule, option(o.rule, o.option), config.NoEditor); !cmp.Equal(got, o.want) {
			t.Errorf("option %s of %s: %v", o.option, o.rule, got)
		}
	}
}

func TestDefaults(t *testing.T) {
	for name, c := range map[string]*config.Config{"nil": nil, "zero": {}, "empty file": parse(t, "autofix.toml", "")} {
		value := c.Option("x/all", option("x/all", "most"), config.NoEditor)
		if c.Severity("a/b") != "" || c.FixMode("a/b") != config.FixAlways || c.Priority("a/b") != 0 || value != 3 || c.Excludes("a") {
			t.Errorf("%s configuration has settings", name)
		}
	}
}

func TestErrors(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"a misspelled key of a rule", "\n[rules.\"buildifier/load\"]\n  sevrity = \"info\"", `autofix.toml:3:3: unknown key "sevrity": did you mean "severity"?`},
		{"a misspelled option", "[rules.\"x/all\"]\nmots = 1", `autofix.toml:2:1: unknown key "mots": did you mean "most"?`},
		{"a key that is close to none", "[rules.\"x/all\"]\nqqqqqqqq = 1", `autofix.toml:2:1: unknown key "qqqqqqqq"`},
		{"a misspelled table", "[file]\nexclude = []", `autofix.toml:1:2: unknown key "file": did you mean "files"?`},
		{"a misspelled table within", "[format.got]\n", `autofix.toml:1:9: unknown key "got": did you mean "go"?`},
		{"a misspelled key of a formatter", "[format.go]\nlang_version = \"go1\"", `autofix.toml:2:1: unknown key "lang_version": did you mean "lang-version"?`},
		{"a misspelled switch of a formatter", "[format.yaml]\nenable = true", `autofix.toml:2:1: unknown key "enable": did you mean "enabled"?`},
		{"a switch that is neither", "[format.yaml]\nenabled = \"yes\"", `autofix.toml:2:1: enabled must be a boolean, not a string`},
		{"an option of another kind", "[format.go]\nindent = \"4\"", `autofix.toml:2:1: indent must be an integer, not a string`},
		{"a misspelled keep for a number", "[format.go]\nmargin = \"kep\"", `autofix.toml:2:1: margin must be an integer or "keep", not "kep": did you mean "keep"?`},
		{"an unknown word instead of a boolean", "[format.go]\nalign = \"always\"", `autofix.toml:2:1: align must be a boolean or "keep", not "always"`},
		{"a number for a boolean", "[format.go]\nalign = 1", `autofix.toml:2:1: align must be a boolean, not an integer`},
		{"a value for the formats", "format = 1", `autofix.toml:1:1: format must be a table`},
		{"a value for a format", "[format]\ngo = 1", `autofix.toml:2:1: format.go must be a table`},
		{"a switch of .editorconfig that is neither", "[files]\neditorconfig = 1", `autofix.toml:2:1: editorconfig must be a boolean, not an integer`},
		{"a misspelled rule", "[rules.\"buildifier/laod\"]\nseverity = \"info\"", `autofix.toml:1:8: unknown rule "buildifier/laod": did you mean "buildifier/load"?`},
		{"a misspelled rule in an inline table", "rules = { \"buildifier/laod\" = { severity = \"info\" } }", `autofix.toml:1:11: unknown rule "buildifier/laod": did you mean "buildifier/load"?`},
		{"a rule of a misspelled namespace", "[rules.\"bulidifier/load\"]\nseverity = \"info\"", `autofix.toml:1:8: unknown rule "bulidifier/load": there are no rules "bulidifier/*", did you mean "buildifier/*"?`},
		{"a glob in a namespace of another tool", "[rules.\"ruff/F*\"]\nseverity = \"info\"", `autofix.toml:1:8: "ruff/F*" is not the name of a rule: only NS/* stands for several rules`},
		{"an option of a rule of another tool", "[rules.\"ruff/F401\"]\nwant = \"lf\"", `autofix.toml:2:1: unknown key "want"`},
		{"a misspelled namespace", "[rules.\"txt/*\"]\nseverity = \"info\"", `autofix.toml:1:8: there are no rules "txt/*": did you mean "text/*"?`},
		{"a glob below a namespace", "[rules.\"text/final-*\"]\nseverity = \"info\"", `autofix.toml:1:8: unknown rule "text/final-*"`},
		{"an option of a namespace", "[rules.\"text/*\"]\nwant = \"lf\"", `autofix.toml:2:1: unknown key "want"`},
		{"the last part of two rules", "[rules.both]\nseverity = \"info\"", `autofix.toml:1:8: "both" is short for several tables: write one of "format/both", "syntax/both"`},
		{"the last part of a rule and its name", "[rules.load]\nfix = \"never\"\n[rules.\"buildifier/load\"]\nseverity = \"info\"", `autofix.toml:1:8: "buildifier/load" and "load" name the same table: keep one`},
		{"the last part of a rule twice", "[rules.load]\nfix = \"never\"\n[rules.LOAD]\nseverity = \"info\"", `autofix.toml:1:8: "LOAD" and "load" name the same table: keep one`},
		{"a mistake below the last part of a rule", "[rules.load]\nfix = \"nevr\"", `autofix.toml:2:1: fix must be one of "always", "explicit", "never", not "nevr": did you mean "never"?`},
		{"an option of another rule below it", "[rules.load]\nwant = \"lf\"", `autofix.toml:2:1: unknown key "want"`},
		{"the last part of a rule, misspelled", "[rules.laod]\nseverity = \"info\"", `autofix.toml:1:8: unknown rule "laod": did you mean "load"?`},
		{"the last part of a rule of another tool", "[rules.F401]\nseverity = \"info\"", `autofix.toml:1:8: rule "F401" has no namespace: write it as [rules."NS/NAME"], with the quotes`},
		{"all rules", "[rules.\"*\"]\nseverity = \"info\"", `autofix.toml:1:8: rule "*" has no namespace: write it as [rules."NS/NAME"], with the quotes`},
		{"the last part of two rules for some files", "[[overrides]]\nfiles = [\"a\"]\n[overrides.rules.both]\nseverity = \"info\"", `autofix.toml:3:18: "both" is short for several tables: write one of "format/both", "syntax/both"`},
		{"both names for some files", "[[overrides]]\nfiles = [\"a\"]\nrules.load.fix = \"never\"\nrules.\"buildifier/load\".severity = \"info\"", `autofix.toml:3:7: "buildifier/load" and "load" name the same table: keep one`},
		{"a rule without quotes", "[rules.buildifier.load]\nseverity = \"info\"", `autofix.toml:1:8: rule "buildifier" has no namespace: write it as [rules."NS/NAME"], with the quotes`},
		{"no such severity", "[rules.\"x/all\"]\nseverity = \"warn\"", `autofix.toml:2:1: severity must be one of "error", "warning", "info", "off", not "warn": did you mean "warning"?`},
		{"no such mode", "[rules.\"x/all\"]\nfix = \"sometimes\"", `autofix.toml:2:1: fix must be one of "always", "explicit", "never", not "sometimes"`},
		{"no such value", "[rules.\"text/line-endings\"]\nwant = \"dos\"", `autofix.toml:2:1: want must be one of "keep", "lf", "crlf", not "dos"`},
		{"a string for a boolean", "[rules.\"x/all\"]\non = \"yes\"", `autofix.toml:2:1: on must be a boolean, not a string`},
		{"a float for an integer", "[rules.\"x/all\"]\nmost = 1.5", `autofix.toml:2:1: most must be an integer, not a float`},
		{"an array of integers", "[rules.\"x/all\"]\nwords = [1]", `autofix.toml:2:1: words must be an array of strings, not of an integer`},
		{"a value that the option refuses", "[rules.\"x/all\"]\nwords = [\"a\", \"b c\"]", `autofix.toml:2:1: words: "b c" is no word`},
		{"an invalid glob", "[checkers.x]\nowns = [\"[\"]", `autofix.toml:2:1: owns: "[" is not a valid glob`},
		{"a misspelled key of a checker", "[checkers.x]\nown = []", `autofix.toml:2:1: unknown key "own": did you mean "owns"?`},
		{"a value for the checkers", "checkers = 1", `autofix.toml:1:1: checkers must be a table`},
		{"a string for an array", "[files]\nexclude = \"a\"", `autofix.toml:2:1: exclude must be an array of strings, not a string`},
		{"an integer for a string", "[rules.\"x/all\"]\nseverity = 1", `autofix.toml:2:1: severity must be a string, not an integer`},
		{"a value for a table", "files = true", `autofix.toml:1:1: files must be a table`},
		{"a value for the rules", "rules = 1", `autofix.toml:1:1: rules must be a table`},
		{"a value for a rule", "[rules]\n\"x/all\" = \"off\"", `autofix.toml:2:1: rules."x/all" must be a table`},
		{"an array of tables", "[[files]]\nexclude = []", `autofix.toml:1:3: files must be a table`},
		{"a bad glob", "[files]\nexclude = [\"a[\"]", `autofix.toml:2:1: exclude: "a[" is not a valid glob`},
		{"not TOML", "[files\nexclude = []", `autofix.toml:1:7: `},
		{"a duplicate key", "[files]\nexclude = []\nexclude = []", `autofix.toml:3:1: `},
		{"an invalid duration", "[agents]\ntimeout = \"soon\"", `autofix.toml:2:1: timeout must be a duration such as "30s" or "5m", not "soon"`},
		{"a negative duration", "[agents]\ntimeout = \"-1s\"", `autofix.toml:2:1: timeout must be a duration such as "30s" or "5m", not "-1s"`},
		{"a number for a duration", "[agents]\ntimeout = 30", `autofix.toml:2:1: timeout must be a duration such as "30s" or "5m", not an integer`},
		{"an invalid size", "[agents]\nmost = \"16 MB\"", `autofix.toml:2:1: most must be a size such as 1024 or "16 MiB", not "16 MB"; units are B, KiB, MiB, GiB, TiB`},
		{"a negative size", "[agents]\nmost = -1", `autofix.toml:2:1: most must be a size such as 1024 or "16 MiB", not -1`},
		{"a size that is too large", "[agents]\nmost = \"9000000 TiB\"", `autofix.toml:2:1: most must be a size such as 1024 or "16 MiB", not "9000000 TiB"; units are B, KiB, MiB, GiB, TiB`},
		{"a boolean for a size", "[agents]\nmost = true", `autofix.toml:2:1: most must be a size such as 1024 or "16 MiB", not a boolean`},
		{"a misspelled key of a section with tables", "[agents]\ntimout = \"1s\"", `autofix.toml:2:1: unknown key "timout": did you mean "timeout"?`},
		{"a misspelled key of a further table", "[agents.by.x]\ncomand = []", `autofix.toml:2:1: unknown key "comand": did you mean "command"?`},
		{"a value for a further table", "[agents]\nby = 1", `autofix.toml:2:1: agents.by must be a table`},
		{"a table whose name is an invalid glob", "[agents.paths.\"[\"]\n", `autofix.toml:1:15: "[" is not a valid glob`},
		{"several mistakes, in their order", "[rules.\"x/all\"]\nb = 1\na = 2\n", "autofix.toml:2:1: unknown key \"b\"\nautofix.toml:3:1: unknown key \"a\""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := config.Parse("autofix.toml", []byte(test.data), sections)
			if err == nil {
				t.Fatalf("no error, want %s", test.want)
			}
			// What the TOML parser says after the place is its own.
			if got := err.Error(); got != test.want && !(strings.HasSuffix(test.want, ": ") && strings.HasPrefix(got, test.want)) {
				t.Errorf("got %s\nwant %s", got, test.want)
			}
		})
	}
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, data := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// The nearest configuration upward holds, whole: nothing of those above it.
// The last part of a rule's name stands for the rule wherever a table names it,
// also in the file that a build makes of several.
func TestShortRuleNames(t *testing.T) {
	files := texts{
		"autofix.toml":   "[rules.load]\nseverity = \"error\"\npriority = 3\n[rules.Line-Endings]\nwant = \"crlf\"\n",
		"a/autofix.toml": "extends = \"//\"\n[rules.\"buildifier/load\"]\npriority = 4\n[[overrides]]\nfiles = [\"x\"]\nrules.load.severity = \"off\"\n",
	}
	_, _, text, err := config.Without(files, []string{"autofix.toml", "a/autofix.toml"}, sections, nil)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := config.FindAll(files, []string{"b", "a/b", "a/x"}, sections, nil)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := config.ParseRest("autofix.toml", text, sections)
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]config.Source{"found": tree, "in a build": rest} {
		for _, test := range []struct {
			file     string
			severity fixedits.Severity
			priority int
		}{{"b", "error", 3}, {"a/b", "error", 4}, {"a/x", "off", 4}} {
			c := source.For(test.file)
			if c.Severity("buildifier/load") != test.severity || c.Priority("buildifier/load") != test.priority || !c.Configured("text/line-endings", "want") {
				t.Errorf("%s: %s: %q, %d, want %q, %d", name, test.file, c.Severity("buildifier/load"), c.Priority("buildifier/load"), test.severity, test.priority)
			}
		}
	}
	mistake := tree.For("b").Mistake("wrong", "rules", "buildifier/load", "priority")
	if got := mistake.Error(); got != "autofix.toml:3:1: wrong" {
		t.Errorf("the place of a key: %s", got)
	}
	if got := tree.For("b").FileOf("rules", "text/line-endings", "want"); got != "autofix.toml" {
		t.Errorf("the file of a key: %s", got)
	}
}

func TestFindAll(t *testing.T) {
	root := write(t, map[string]string{
		"autofix.toml":   "[rules.\"x/all\"]\nseverity = \"error\"\npriority = 5\n",
		"a/autofix.toml": "[rules.\"x/all\"]\nseverity = \"info\"\n",
		"a/b/c/x.txt":    "",
		"d/x.txt":        "",
	})
	tree, err := config.FindAll(folder(root), []string{"x.txt", "a/x.txt", "a/b/c/x.txt", "d/x.txt", "new/folder/x.txt"}, sections, nil)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fixedits.Severity{
		"x.txt": "error", "a/x.txt": "info", "a/b/c/x.txt": "info", "d/y.txt": "error", "new/folder/x.txt": "error",
	} {
		if got := tree.For(path).Severity("x/all"); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if tree.For("a/x.txt") != tree.For("a/b/c/x.txt") {
		t.Error("one file was read twice")
	}
	if tree.For("a/x.txt").Priority("x/all") != 0 {
		t.Error("configurations were merged")
	}
}

func TestFindAllErrors(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"a mistake", map[string]string{"a/autofix.toml": "x = 1"}, `a/autofix.toml:1:1: unknown key "x"`},
		{"an unknown rule", map[string]string{"a/autofix.toml": "[rules.\"text/r\"]"}, `a/autofix.toml:1:8: unknown rule "text/r"`},
		{"a folder", map[string]string{"a/autofix.toml/x": ""}, "a/autofix.toml: cannot read it: it is d---------: make it a file of the workspace that can be read, or remove it"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := config.FindAll(folder(write(t, test.files)), []string{"a/x.txt"}, sections, nil)
			if err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// To know what there is takes longer than to read most files.
func TestParseCallsKnownOnlyIfNeeded(t *testing.T) {
	for _, test := range []struct {
		text string
		want bool
	}{
		{"", false},
		{"[files]\nexclude = [\"a\"]\n", false},
		{"[rules.\"x/all\"]\nfix = \"never\"\n", true},
		{"[format.go]\nenabled = false\n", true},
	} {
		asked := false
		_, err := config.Parse("autofix.toml", []byte(test.text), []*config.Section{
			config.FilesSection,
			config.FormatSection(func() []config.FormatSchema { asked = true; return languages }),
			config.RulesSection(func() []config.RuleSchema { asked = true; return rules }),
		})
		if err != nil || asked != test.want {
			t.Errorf("%q: asked: %t, want %t; error %v", test.text, asked, test.want, err)
		}
	}
}

// Any bytes are a configuration or an error that says where.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "[rules.\"x/all\"]\nseverity = \"off\"\non = true", "[format.go]\nextra-rules = [\"a\"]", "a.b.c = {d = 1}",
		"[[rules]]", "rules = [1, 2]", "[files]\nexclude = [\"**\", '{a,b}']", "\"\\u0000\" = 1", "a = 1979-05-27",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := config.Parse("autofix.toml", data, sections)
		if err != nil && !strings.HasPrefix(err.Error(), "autofix.toml:") {
			t.Errorf("%q: the error does not name the file: %v", data, err)
		}
	})
}

func TestConfigured(t *testing.T) {
	c := parse(t, "autofix.toml", "[rules.\"x/all\"]\nwords = [\"a\"]")
	if !c.Configured("x/all", "words") || c.Configured("x/all", "most") || c.Configured("x/other", "words") {
		t.Error("Configured does not tell the options that are set from the others")
	}
	if (*config.Config)(nil).Configured("x/all", "words") {
		t.Error("the defaults set an option")
	}
}

// A section has what the file says, else its defaults.
func TestSections(t *testing.T) {
	c := parse(t, "autofix.toml", `
[agents]
timeout = "90s"
[agents.by.one]
command = ["a", "b"]
[agents.paths."src/**"]
trusted = true
`)
	got := c.Get(agents)
	if got.Duration("timeout") != 90*time.Second || got.Size("most") != 1<<20 {
		t.Errorf("keys: %v", got)
	}
	if got := c.Said(agents).Table("by").Table("one").Texts("command"); !cmp.Equal(got, []string{"a", "b"}) {
		t.Errorf("a table by its name: %q", got)
	}
	if !c.Said(agents).Table("paths").Table("src/**").Bool("trusted") || c.Said(agents).Table("paths").Table("x") != nil {
		t.Error("a table by its glob")
	}
	for text, want := range map[string]int64{"7": 7, `"7 B"`: 7, `"512KiB"`: 512 << 10, `"16 MiB"`: 16 << 20, `"2 GiB"`: 2 << 30, `"1TiB"`: 1 << 40} {
		if got := parse(t, "autofix.toml", "[agents]\nmost = "+text).Get(agents).Size("most"); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	if got := (*config.Config)(nil).Get(agents).Duration("timeout"); got != 5*time.Minute {
		t.Errorf("the default: %v", got)
	}
}

// A section that is not needed does not stop the rest, where that is allowed.
func TestParseLenient(t *testing.T) {
	some := []*config.Section{
		{Name: "needed", Keys: []config.Option{{Name: "a", Kind: config.Bool, Default: false}}},
		{Name: "spare", Lenient: true, Keys: []config.Option{{Name: "a", Kind: config.Bool, Default: false}}},
	}
	const text = "[spare]\nb = 1\na = 1\n[needed]\na = true\n"
	c, err := config.ParseLenient("f", []byte(text), some, nil)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, warning := range c.Warnings() {
		said = append(said, warning.Error())
	}
	want := []string{`f:2:1: unknown key "b"`, "f:3:1: a must be a boolean, not an integer"}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if !c.Broken(some[1]) || c.Broken(some[0]) || len(c.Said(some[1])) > 0 || c.Said(some[0])["a"] != true {
		t.Errorf("%v, %v", c.Said(some[0]), c.Said(some[1]))
	}
	if _, err := config.Parse("f", []byte(text), some); err == nil {
		t.Error("Parse has no error")
	}
	if _, err := config.ParseLenient("f", []byte("[needed]\nb = 1\n[spare]\nb = 1\n"), some, nil); err == nil || strings.Contains(err.Error(), "3:") {
		t.Errorf("a mistake that is no warning: %v", err)
	}
	var none *config.Config
	if none.Warnings() != nil || none.Broken(some[1]) {
		t.Error("the default configuration has warnings")
	}
}
