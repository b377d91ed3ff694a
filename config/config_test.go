package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/config/editorconfig"
)

var schemas = config.Schema{Rules: []config.RuleSchema{
	{Name: "buildifier/load"},
	{Name: "text/line-endings", Options: []config.Option{
		{Name: "want", Kind: config.String, Values: []string{"keep", "lf", "crlf"}, Default: "keep"},
	}},
	{Name: "x/all", Options: []config.Option{
		{Name: "on", Kind: config.Bool, Default: false},
		{Name: "most", Kind: config.Int, Default: 3},
		{Name: "words", Kind: config.Strings, Default: []string{"a"}, Check: noBlank},
	}},
}, Formats: []config.FormatSchema{goFormat, {Language: "yaml", Off: true}}}

func known() config.Schema { return schemas }

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
	for _, r := range schemas.Rules {
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
	c, err := config.Parse(path, []byte(data))
	if err == nil {
		err = c.Validate(schemas)
	}
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
	if diff := cmp.Diff([]string{"app/MODULE.bazel", ".bazelrc"}, owner.Owned("x")); diff != "" || len(owner.Owned("y")) > 0 {
		t.Error(diff)
	}
	if !c.Excludes("app/third_party/a/b") || !c.Excludes("app/a.pb.go") || c.Excludes("third_party/a") {
		t.Error("Excludes: not relative to the folder of the file")
	}
	rules := []struct {
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
	for _, r := range rules {
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
		if err := c.Validate(schemas); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestErrors(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"a misspelled key of a rule", "\n[rules.\"buildifier/load\"]\n  sevrity = \"info\"", `autofix.toml:3:3: unknown key "sevrity": did you mean "severity"?`},
		{"a misspelled option", "[rules.\"x/all\"]\nmots = 1", `autofix.toml:2:1: unknown key "mots": did you mean "most"?`},
		{"a key that is like none", "[rules.\"x/all\"]\nqqqqqqqq = 1", `autofix.toml:2:1: unknown key "qqqqqqqq"`},
		{"a misspelled table", "[file]\nexclude = []", `autofix.toml:1:2: unknown key "file": did you mean "files"?`},
		{"a misspelled table within", "[format.got]\n", `autofix.toml:1:9: unknown key "got": did you mean "go"?`},
		{"a misspelled key of a formatter", "[format.go]\nlang_version = \"go1\"", `autofix.toml:2:1: unknown key "lang_version": did you mean "lang-version"?`},
		{"a misspelled switch of a formatter", "[format.yaml]\nenable = true", `autofix.toml:2:1: unknown key "enable": did you mean "enabled"?`},
		{"a switch that is neither", "[format.yaml]\nenabled = \"yes\"", `autofix.toml:2:1: enabled must be a boolean, not a string`},
		{"an option of another kind", "[format.go]\nindent = \"4\"", `autofix.toml:2:1: indent must be an integer, not a string`},
		{"a misspelled keep for a number", "[format.go]\nmargin = \"kep\"", `autofix.toml:2:1: margin must be an integer or "keep", not "kep": did you mean "keep"?`},
		{"another word for a boolean", "[format.go]\nalign = \"always\"", `autofix.toml:2:1: align must be a boolean or "keep", not "always"`},
		{"a number for a boolean", "[format.go]\nalign = 1", `autofix.toml:2:1: align must be a boolean, not an integer`},
		{"a value for the formats", "format = 1", `autofix.toml:1:1: format must be a table`},
		{"a value for a format", "[format]\ngo = 1", `autofix.toml:2:1: go must be a table`},
		{"a switch of .editorconfig that is neither", "[files]\neditorconfig = 1", `autofix.toml:2:1: editorconfig must be a boolean, not an integer`},
		{"a misspelled rule", "[rules.\"buildifier/laod\"]\nseverity = \"info\"", `autofix.toml:1:8: unknown rule "buildifier/laod": did you mean "buildifier/load"?`},
		{"a misspelled rule in an inline table", "rules = { \"buildifier/laod\" = { severity = \"info\" } }", `autofix.toml:1:11: unknown rule "buildifier/laod": did you mean "buildifier/load"?`},
		{"no such namespace", "[rules.\"nope/*\"]\nseverity = \"info\"", `autofix.toml:1:8: there are no rules "nope/*"`},
		{"a misspelled namespace", "[rules.\"txt/*\"]\nseverity = \"info\"", `autofix.toml:1:8: there are no rules "txt/*": did you mean "text/*"?`},
		{"a glob below a namespace", "[rules.\"text/final-*\"]\nseverity = \"info\"", `autofix.toml:1:8: unknown rule "text/final-*"`},
		{"an option of a namespace", "[rules.\"text/*\"]\nwant = \"lf\"", `autofix.toml:2:1: unknown key "want"`},
		{"a rule without quotes", "[rules.buildifier.load]\nseverity = \"info\"", `autofix.toml:1:8: rule "buildifier" has no namespace: write it as [rules."NS/NAME"], with the quotes`},
		{"no such severity", "[rules.\"x/all\"]\nseverity = \"warn\"", `autofix.toml:2:1: severity must be one of "error", "warning", "info", "off", not "warn": did you mean "warning"?`},
		{"no such mode", "[rules.\"x/all\"]\nfix = \"sometimes\"", `autofix.toml:2:1: fix must be one of "always", "explicit", "never", not "sometimes"`},
		{"no such value", "[rules.\"text/line-endings\"]\nwant = \"dos\"", `autofix.toml:2:1: want must be one of "keep", "lf", "crlf", not "dos"`},
		{"a string for a boolean", "[rules.\"x/all\"]\non = \"yes\"", `autofix.toml:2:1: on must be a boolean, not a string`},
		{"a float for an integer", "[rules.\"x/all\"]\nmost = 1.5", `autofix.toml:2:1: most must be an integer, not a float`},
		{"an array of integers", "[rules.\"x/all\"]\nwords = [1]", `autofix.toml:2:1: words must be an array of strings, not of an integer`},
		{"a value that the option refuses", "[rules.\"x/all\"]\nwords = [\"a\", \"b c\"]", `autofix.toml:2:1: words: "b c" is no word`},
		{"a glob that is none", "[checkers.x]\nowns = [\"[\"]", `autofix.toml:2:1: owns: "[" is not a valid glob`},
		{"a misspelled key of a checker", "[checkers.x]\nown = []", `autofix.toml:2:1: unknown key "own": did you mean "owns"?`},
		{"a value for the checkers", "checkers = 1", `autofix.toml:1:1: checkers must be a table`},
		{"a string for an array", "[files]\nexclude = \"a\"", `autofix.toml:2:1: exclude must be an array of strings, not a string`},
		{"an integer for a string", "[rules.\"x/all\"]\nseverity = 1", `autofix.toml:2:1: severity must be a string, not an integer`},
		{"a value for a table", "files = true", `autofix.toml:1:1: files must be a table`},
		{"a value for the rules", "rules = 1", `autofix.toml:1:1: rules must be a table`},
		{"a value for a rule", "[rules]\n\"x/all\" = \"off\"", `autofix.toml:2:1: rules."x/all" must be a table`},
		{"an array of tables", "[[files]]\nexclude = []", `autofix.toml:1:3: files must be a table`},
		{"a bad glob", "[files]\nexclude = [\"a[\"]", `autofix.toml:2:1: exclude: "a[" is not a valid glob`},
		{"what is not TOML", "[files\nexclude = []", `autofix.toml:1:7: `},
		{"a key twice", "[files]\nexclude = []\nexclude = []", `autofix.toml:3:1: `},
		{"several mistakes, in their order", "[rules.\"x/all\"]\nb = 1\na = 2\n", "autofix.toml:2:1: unknown key \"b\"\nautofix.toml:3:1: unknown key \"a\""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := config.Parse("autofix.toml", []byte(test.data))
			if err == nil {
				err = c.Validate(schemas)
			}
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
func TestFindAll(t *testing.T) {
	root := write(t, map[string]string{
		"autofix.toml":   "[rules.\"x/all\"]\nseverity = \"error\"\npriority = 5\n",
		"a/autofix.toml": "[rules.\"x/all\"]\nseverity = \"info\"\n",
		"a/b/c/x.txt":    "",
		"d/x.txt":        "",
	})
	tree, err := config.FindAll(folder(root), []string{"x.txt", "a/x.txt", "a/b/c/x.txt", "d/x.txt", "new/folder/x.txt"}, known, nil)
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
		{"an unknown rule", map[string]string{"a/autofix.toml": "[rules.\"q/r\"]"}, `a/autofix.toml:1:8: unknown rule "q/r"`},
		{"a folder", map[string]string{"a/autofix.toml/x": ""}, "a/autofix.toml: cannot read it: it is d---------: make it a file of the workspace that can be read, or remove it"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := config.FindAll(folder(write(t, test.files)), []string{"a/x.txt"}, known, nil)
			if err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// To know what there is takes longer than to read most files.
func TestReadAsksForWhatIsKnownWhereItCounts(t *testing.T) {
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
		_, err := config.Read("autofix.toml", []byte(test.text), func() config.Schema {
			asked = true
			return schemas
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
		c, err := config.Parse("autofix.toml", data)
		if err == nil {
			err = c.Validate(schemas)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "autofix.toml:") {
			t.Errorf("%q: the error does not name the file: %v", data, err)
		}
	})
}

func TestConfigured(t *testing.T) {
	c, err := config.Parse("autofix.toml", []byte("[rules.\"x/all\"]\nwords = [\"a\"]"))
	if err != nil {
		t.Fatal(err)
	}
	if !c.Configured("x/all", "words") || c.Configured("x/all", "most") || c.Configured("x/other", "words") {
		t.Error("Configured does not tell the options that are set from the others")
	}
	if (*config.Config)(nil).Configured("x/all", "words") {
		t.Error("the defaults set an option")
	}
}
