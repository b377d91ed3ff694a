package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// severities returns what a configuration says of a file in one line.
func severities(c *config.Config, rules ...string) string {
	var all []string
	for _, rule := range rules {
		all = append(all, fmt.Sprintf("%s=%s", rule, c.Severity(rule)))
	}
	return strings.Join(all, " ")
}

func find(files texts, file string) (*config.Config, error) {
	tree, err := config.FindAll(files, []string{file}, sections, nil)
	if err != nil {
		return nil, err
	}
	return tree.For(file), nil
}

// What a nearer file says counts more, key by key; lists replace, and globs stay
// relative to the file that has them.
func TestExtends(t *testing.T) {
	const (
		load   = `[rules."buildifier/load"]` + "\nseverity = %q\n"
		all    = `[rules."buildifier/*"]` + "\nseverity = %q\n"
		ending = `[rules."text/line-endings"]` + "\n%s\n"
	)
	for _, test := range []struct {
		name  string
		files texts
		file  string
		want  string
	}{
		{"nothing is inherited without it", texts{"autofix.toml": fmt.Sprintf(load, "error"), "a/autofix.toml": ""}, "a/x", "buildifier/load="},
		{"the root", texts{"autofix.toml": fmt.Sprintf(load, "error"), "a/autofix.toml": "extends = \"//\"\n"}, "a/x", "buildifier/load=error"},
		{"the root, from far below", texts{"autofix.toml": fmt.Sprintf(load, "error"), "a/autofix.toml": "", "a/b/c/autofix.toml": "extends = \"//\"\n"}, "a/b/c/d/x", "buildifier/load=error"},
		{"a relative path", texts{"autofix.toml": fmt.Sprintf(load, "error"), "a/autofix.toml": "extends = \"../autofix.toml\"\n"}, "a/x", "buildifier/load=error"},
		{"another name, in another folder", texts{"tools/base.toml": fmt.Sprintf(load, "error"), "a/autofix.toml": "extends = \"../tools/base.toml\"\n"}, "a/x", "buildifier/load=error"},
		{"a path below the root", texts{"tools/base.toml": fmt.Sprintf(load, "error"), "a/b/autofix.toml": "extends = \"//tools/base.toml\"\n"}, "a/b/x", "buildifier/load=error"},
		{"the root extends a file", texts{"base.toml": fmt.Sprintf(load, "error"), "autofix.toml": "extends = \"./base.toml\"\n"}, "a/b/x", "buildifier/load=error"},
		{"a chain", texts{
			"autofix.toml":     fmt.Sprintf(load, "error") + fmt.Sprintf(ending, `severity = "error"`) + "fix = \"never\"\n",
			"a/autofix.toml":   "extends = \"//\"\n" + fmt.Sprintf(ending, `severity = "info"`),
			"a/b/autofix.toml": "extends = \"../autofix.toml\"\n[rules.\"x/all\"]\nseverity = \"off\"\n",
		}, "a/b/x", "buildifier/load=error text/line-endings=info x/all=off"},
		{"the nearer one wins", texts{"autofix.toml": fmt.Sprintf(load, "error"), "a/autofix.toml": "extends = \"//\"\n" + fmt.Sprintf(load, "off")}, "a/x", "buildifier/load=off"},
		{"a namespace wins over a rule that is further away", texts{"autofix.toml": fmt.Sprintf(load, "error"), "a/autofix.toml": "extends = \"//\"\n" + fmt.Sprintf(all, "off")}, "a/x", "buildifier/load=off"},
		{"a rule wins over its namespace", texts{"autofix.toml": fmt.Sprintf(all, "error"), "a/autofix.toml": "extends = \"//\"\n" + fmt.Sprintf(load, "off")}, "a/x", "buildifier/load=off"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := find(test.files, test.file)
			if err != nil {
				t.Fatal(err)
			}
			var rules []string
			for field := range strings.FieldsSeq(test.want) {
				rule, _, _ := strings.Cut(field, "=")
				rules = append(rules, rule)
			}
			if got := severities(c, rules...); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

func TestWhatIsInherited(t *testing.T) {
	files := texts{
		"base/autofix.toml": `
[files]
exclude = ["x/**"]
test-data = true
[format.go]
lang-version = "go1.21"
extra-rules = ["a"]
[rules."text/line-endings"]
want = "lf"
priority = 3
[rules."x/all"]
words = ["a", "b"]
[checkers.c]
owns = ["MODULE.bazel"]
[agents]
timeout = "1m"
[[pet]]
name = "dog"
homes = ["kennel"]
[[pet]]
name = "cat"
`,
		"app/autofix.toml": `
extends = "../base/autofix.toml"
[files]
generated = true
[format.go]
lang-version = "go1.26"
[rules."x/all"]
words = ["c"]
[[pet]]
name = "cow"
homes = ["barn"]
`,
	}
	c, err := find(files, "app/x.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, pet := range c.List(animals) {
		names = append(names, pet.Text("name"), strings.Join(pet.Texts("homes"), " "))
	}
	got := config.Values{
		"excludes":  c.Excludes("base/x/y") && !c.Excludes("app/x/y"),
		"files":     c.Get(config.FilesSection).Bool("test-data") && c.Get(config.FilesSection).Bool("generated"),
		"format":    c.FormatOptions(goFormat, config.NoEditor)["lang-version"],
		"extra":     c.FormatOptions(goFormat, config.NoEditor)["extra-rules"],
		"rule":      c.Priority("text/line-endings"),
		"option":    c.Option("text/line-endings", rules[1].Options[0], config.NoEditor),
		"words":     c.Option("x/all", rules[2].Options[2], config.NoEditor),
		"pets":      names,
		"not owned": c.Said(owners) == nil,
		"no agents": c.Said(agents) == nil,
		"place":     c.Mistake("m", "format", "go", "lang-version").Error() + "|" + c.Mistake("m", "rules", "text/line-endings").Error() + "|" + c.Mistake("m", "pet", "2", "name").Error(),
	}
	want := config.Values{
		"excludes": true, "files": true, "format": "go1.26", "extra": []string{"a"}, "rule": 3, "option": "lf", "words": []string{"c"},
		"pets": []string{"cow", "app/barn", "dog", "base/kennel", "cat", ""}, "not owned": true, "no agents": true,
		"place": "app/autofix.toml:6:1: m|base/autofix.toml:8:8: m|base/autofix.toml:21:1: m",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMistakesOfExtends(t *testing.T) {
	many := texts{}
	for i := range 40 {
		many[fmt.Sprintf("%d.toml", i)] = fmt.Sprintf("extends = \"%d.toml\"\n", i+1)
	}
	many["a/autofix.toml"] = "extends = \"../0.toml\"\n"
	for _, test := range []struct {
		name  string
		files texts
		want  string
	}{
		{"itself", texts{"a/autofix.toml": "\nextends = \"autofix.toml\"\n"}, "a/autofix.toml:2:1: extends: a/autofix.toml extends itself"},
		{"the root, itself", texts{"autofix.toml": "extends = \"//\"\n"}, "autofix.toml:1:1: extends: autofix.toml extends itself"},
		{
			"two",
			texts{"autofix.toml": "extends = \"a/autofix.toml\"\n", "a/autofix.toml": "extends = \"//\"\n"},
			"autofix.toml:1:1: extends: the files extend each other: a/autofix.toml -> autofix.toml -> a/autofix.toml",
		},
		{
			"three, of which the first is not one",
			texts{"a/autofix.toml": "extends = \"x.toml\"\n", "a/x.toml": "extends = \"y.toml\"\n", "a/y.toml": "extends = \"z.toml\"\n", "a/z.toml": "# z\nextends = \"x.toml\"\n"},
			"a/z.toml:2:1: extends: the files extend each other: a/x.toml -> a/y.toml -> a/z.toml -> a/x.toml",
		},
		{"too many", many, "30.toml:1:1: extends: more than 32 files extend each other"},
		{"a missing file", texts{"a/autofix.toml": "extends = \"base.toml\"\n"}, "a/autofix.toml:1:1: extends: a/base.toml does not exist"},
		{"a missing root", texts{"a/autofix.toml": "extends = \"//\"\n"}, "a/autofix.toml:1:1: extends: autofix.toml does not exist"},
		{"outside", texts{"a/autofix.toml": "extends = \"../../base.toml\"\n"}, "a/autofix.toml:1:1: extends: ../base.toml is outside of the workspace: extend a file of the workspace"},
		{"outside, from the root", texts{"a/autofix.toml": "extends = \"//../base.toml\"\n"}, "a/autofix.toml:1:1: extends: ../base.toml is outside of the workspace: extend a file of the workspace"},
		{"absolute", texts{"a/autofix.toml": "extends = \"/etc/autofix.toml\"\n"}, `a/autofix.toml:1:1: extends: "/etc/autofix.toml" is an absolute path: write it relative to this file, or after // relative to the root of the workspace`},
		{"a URL", texts{"a/autofix.toml": "extends = \"https://example.com/autofix.toml\"\n"}, `a/autofix.toml:1:1: extends: "https://example.com/autofix.toml" is not a file: nothing is fetched. Name a copy of it in the workspace`},
		{"a label", texts{"a/autofix.toml": "extends = \"//:autofix.toml\"\n"}, `a/autofix.toml:1:1: extends: "//:autofix.toml" is a label: write the path of the file, as "//autofix.toml"`},
		{"the label of a package", texts{"a/autofix.toml": "extends = \"//b:c.toml\"\n"}, `a/autofix.toml:1:1: extends: "//b:c.toml" is a label: write the path of the file, as "//b/c.toml"`},
		{"a folder", texts{"a/autofix.toml": "extends = \"..\"\n"}, `a/autofix.toml:1:1: extends: ".." is a folder: name the file, as "../autofix.toml"`},
		{"a folder with a slash", texts{"a/autofix.toml": "extends = \"../b/\"\n"}, `a/autofix.toml:1:1: extends: "../b/" is a folder: name the file, as "../b/autofix.toml"`},
		{"nothing", texts{"a/autofix.toml": "extends = \"\"\n"}, `a/autofix.toml:1:1: extends: must name a file: "//" is the autofix.toml in the root of the workspace`},
		{"several", texts{"a/autofix.toml": "extends = [\"//\"]\n"}, "a/autofix.toml:1:1: extends must be a string, not an array"},
		{"a table", texts{"a/autofix.toml": "[extends]\nfile = \"//\"\n"}, "a/autofix.toml:1:2: extends must be a string, not a table"},
		{"another spelling", texts{"a/autofix.toml": "extend = \"//\"\n"}, `a/autofix.toml:1:1: unknown key "extend": did you mean "extends"?`},
		{"a mistake in what is extended", texts{"autofix.toml": "[files]\nexclud = []\n", "a/autofix.toml": "extends = \"//\"\n"}, `autofix.toml:2:1: unknown key "exclud": did you mean "exclude"?`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := find(test.files, "a/x")
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// A chain or a cycle of links to folders ends, too: see maxExtended.
func TestExtendsOfAReader(t *testing.T) {
	c, err := config.ParseLenient("../elsewhere/own.toml", []byte("extends = \"//\"\n"), sections, texts{"autofix.toml": "[rules.\"x/all\"]\nseverity = \"info\"\n"})
	if err != nil || c.Severity("x/all") != "info" {
		t.Error(c, err)
	}
	_, err = config.ParseLenient("../elsewhere/own.toml", []byte("extends = \"base.toml\"\n"), sections, texts{"base.toml": ""})
	if want := "../elsewhere/own.toml:1:1: extends: ../elsewhere/base.toml is outside of the workspace: extend a file of the workspace"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestOverrides(t *testing.T) {
	files := texts{
		"autofix.toml": `
[format.go]
lang-version = "go1.21"
[rules."buildifier/load"]
severity = "error"
[rules."x/all"]
severity = "error"

[[overrides]]
files = ["gen/**", "*.bzl"]
exclude = ["gen/ours"]
test-data = true
[overrides.rules."buildifier/*"]
severity = "off"
[overrides.format.go]
lang-version = "go1.26"

[[overrides]]
files = ["gen/b"]
editorconfig = false
rules."buildifier/load" = { severity = "info" }
format.yaml.enabled = true
`,
		"sub/autofix.toml": `
extends = "//"
[rules."x/all"]
severity = "warning"
[[overrides]]
files = ["*.bzl"]
[overrides.rules."x/all"]
severity = "info"
`,
		"sub/[id]/autofix.toml": `
[[overrides]]
files = ["a"]
[overrides.rules."x/all"]
severity = "info"
`,
	}
	for _, test := range []struct{ file, want string }{
		{"a", "buildifier/load=error x/all=error"},
		{"gen/a", "buildifier/load=off x/all=error go1.26 test-data"},
		{"gen/deep/a", "buildifier/load=off x/all=error go1.26 test-data"},
		{"gen/ours", "buildifier/load=error x/all=error"},
		{"gen/ours/deep/a", "buildifier/load=error x/all=error"},
		{"gen/b/a", "buildifier/load=info x/all=error go1.26 test-data no-editorconfig yaml"},
		{"a.bzl", "buildifier/load=off x/all=error go1.26 test-data"},
		{"deep/a.bzl", "buildifier/load=error x/all=error"},
		{"sub/a", "buildifier/load=error x/all=warning"},
		{"sub/a.bzl", "buildifier/load=error x/all=info"},
		{"sub/gen/a", "buildifier/load=error x/all=warning"},
		{"sub/[id]/a", "buildifier/load= x/all=info"},
		{"sub/[id]/b", "buildifier/load= x/all="},
	} {
		t.Run(test.file, func(t *testing.T) {
			c, err := find(files, test.file)
			if err != nil {
				t.Fatal(err)
			}
			got := severities(c, "buildifier/load", "x/all")
			if c.FormatOptions(goFormat, config.NoEditor)["lang-version"] == "go1.26" {
				got += " go1.26"
			}
			if c.Get(config.FilesSection).Bool("test-data") {
				got += " test-data"
			}
			if c.IgnoresEditorConfig() {
				got += " no-editorconfig"
			}
			if c.Formats(languages[1]) {
				got += " yaml"
			}
			if got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			if again := c.For(test.file); again != c {
				t.Error("it has another configuration the second time")
			}
		})
	}
	c, err := find(files, "gen/b")
	if err != nil {
		t.Fatal(err)
	}
	base, _ := find(files, "a")
	if c.Digest() == base.Digest() || len(base.Overrides()) != 2 || base.Overrides()[1].Severity("buildifier/load") != "info" {
		t.Error("the tables have no configurations of their own")
	}
	for key, want := range map[string]string{
		"rules/buildifier/load": "autofix.toml:21:7: m", "format/go/lang-version": "autofix.toml:16:1: m", "rules/x/all": "autofix.toml:6:8: m",
	} {
		section, rest, _ := strings.Cut(key, "/")
		path := []string{section, rest}
		if section == "format" {
			path = strings.Split(key, "/")
		}
		if got := c.Mistake("m", path...).Error(); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}

// The tables of the extended file are below the nearer file, whatever they are
// for.
func TestOverridesOfAnExtendedFile(t *testing.T) {
	files := texts{
		"autofix.toml":   "[[overrides]]\nfiles = [\"**/*.gen\"]\n[overrides.rules.\"x/all\"]\nseverity = \"off\"\n[overrides.rules.\"buildifier/load\"]\nseverity = \"off\"\n",
		"a/autofix.toml": "extends = \"//\"\n[rules.\"x/all\"]\nseverity = \"error\"\n",
	}
	c, err := find(files, "a/b.gen")
	if err != nil || severities(c, "x/all", "buildifier/load") != "x/all=error buildifier/load=off" {
		t.Error(severities(c, "x/all", "buildifier/load"), err)
	}
}

func TestMistakesOfOverrides(t *testing.T) {
	for text, want := range map[string]string{
		"[[overrides]]\nfile = ['a']\n":                                                   "f:1:3: the key \"files\" is missing\nf:2:1: unknown key \"file\": did you mean \"files\"?",
		"[[overrides]]\n[overrides.rule.'x/all']\nseverity = 'off'\n":                     "f:1:3: the key \"files\" is missing\nf:2:12: unknown key \"rule\": did you mean \"rules\"?",
		"[[overrides]]\nfiles = []\n":                                                     "f:2:1: files: must name at least one file or folder",
		"[[overrides]]\nfiles = 'a'\n":                                                    "f:2:1: files must be an array of strings, not a string",
		"[[overrides]]\nfiles = ['[']\n":                                                  "f:2:1: files: \"[\" is not a valid glob",
		"[[overrides]]\nfiles = ['a']\n[overrides.rules.'x/al']\nseverity = 'off'\n":      "f:3:18: unknown rule \"x/al\": did you mean \"x/all\"?",
		"[[overrides]]\nfiles = ['a']\n[overrides.rules.'x/all']\nsevrity = 'off'\n":      "f:4:1: unknown key \"sevrity\": did you mean \"severity\"?",
		"[[overrides]]\nfiles = ['a']\n[overrides.format.og]\nenabled = true\n":           "f:3:19: unknown key \"og\": did you mean \"go\"?",
		"[[overrides]]\nfiles = ['a']\n[overrides.format.go]\nindent = true\n":            "f:4:1: indent must be an integer, not a boolean",
		"[[overrides]]\nfiles = ['a']\n[overrides.files]\nexclude = []\n":                 "f:3:2: key files should be a table, not a value",
		"[[overrides]]\nfiles = ['a']\ntestdata = true\n":                                 "f:3:1: unknown key \"testdata\": did you mean \"test-data\"?",
		"[[overrides]]\nfiles = ['a']\n[[overrides.overrides]]\nfiles = ['a']\n":          "f:3:13: unknown key \"overrides\"",
		"[overrides]\nfiles = ['a']\n":                                                    "f:1:2: overrides must be an array of tables, not a table: write its header as [[overrides]]",
		"[[override]]\nfiles = ['a']\n":                                                   "f:1:3: unknown key \"override\": did you mean \"overrides\"?",
		"[[overrides]]\nfiles = ['a']\n[overrides.checkers.x]\nowns = ['MODULE.bazel']\n": "f:3:12: unknown key \"checkers\"",
	} {
		_, err := config.Parse("f", []byte(text), sections)
		if err == nil || err.Error() != want {
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// What Without makes of files that extend others, and of several, says the same
// of each file as the files themselves.
func TestWithoutOfSeveralFiles(t *testing.T) {
	files := texts{
		"autofix.toml":         "# root\n[rules.\"x/all\"]\nseverity = \"error\"\n[agents]\ntimeout = \"1m\"\n[files]\nexclude = [\"a/no\"]\n",
		"base.toml":            "[rules.\"buildifier/load\"]\nseverity = \"info\"\n[[overrides]]\nfiles = [\"a/**\"]\n[overrides.rules.\"text/line-endings\"]\nseverity = \"off\"\n",
		"a/autofix.toml":       "extends = \"../base.toml\"\n[[overrides]]\nfiles = [\"*.x\"]\nrules.\"x/all\".severity = \"warning\"\n",
		"a/b/autofix.toml":     "extends = \"//\"\n",
		"a/b/own/autofix.toml": "[rules.\"x/all\"]\nseverity = \"off\"\n",
	}
	sources := []string{"s", "a/s", "a/s.x", "a/no", "a/b/s", "a/b/s.x", "a/b/own/s", "c/s"}
	names := []string{"autofix.toml", "a/autofix.toml", "a/b/autofix.toml", "a/b/own/autofix.toml"}
	tree, err := config.FindAll(files, sources, sections, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, warnings, made, err := config.Without(files, names, sections, []string{"agents"})
	if err != nil || warnings != nil {
		t.Fatal(err, warnings)
	}
	if strings.Contains(string(made), "timeout") || strings.Contains(string(made), "#") {
		t.Errorf("it has what was to be left out:\n%s", made)
	}
	rest, err := config.ParseRest("a/autofix.toml", made, sections)
	if err != nil {
		t.Fatal(err)
	}
	read, err := config.ReadAll(files, names, sections)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{"x/all", "buildifier/load", "text/line-endings"}
	for _, file := range sources {
		want := severities(tree.For(file), all...)
		for what, source := range map[string]config.Source{"what was made": rest, "those that are given": read} {
			if got := severities(source.For(file), all...); got != want || source.For(file).Excludes(file) != tree.For(file).Excludes(file) {
				t.Errorf("%s, by %s: %s, want %s", file, what, got, want)
			}
		}
	}
	const key = "a/autofix.toml: table 1 of [[overrides]]: m"
	if got := rest.For("a/s.x").Mistake("m", "rules", "x/all", "severity").Error(); got != key {
		t.Errorf("%s, want %s", got, key)
	}
	files["a/autofix.toml"] += "# Another comment.\n"
	files["autofix.toml"] += "[agents.by.x]\ncommand = [\"x\"]\n"
	if _, _, again, err := config.Without(files, names, sections, []string{"agents"}); err != nil || string(again) != string(made) {
		t.Errorf("another text: %v\n%s", err, again)
	}
}

// A build that does not declare what a file extends is told what to declare.
func TestWithoutOfAMissingFile(t *testing.T) {
	for name, label := range map[string]string{"//": "//:autofix.toml", "//tools/base.toml": "//tools:base.toml", "base.toml": "//a:base.toml"} {
		_, _, _, err := config.Without(texts{"a/autofix.toml": "extends = \"" + name + "\"\n"}, []string{"a/autofix.toml"}, sections, nil)
		want := fmt.Sprintf("is not an input of the checks: add %q to the target that the flag @rules_autofix//rules:config, or the attribute config, names", label)
		if err == nil || !strings.HasPrefix(err.Error(), "a/autofix.toml:1:1: extends: ") || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestShadows(t *testing.T) {
	files := texts{
		"autofix.toml": "", "a/autofix.toml": "", "a/b/autofix.toml": "", "b/autofix.toml": "extends = \"//\"\n",
		"c/autofix.toml": "extends = \"base.toml\"\n", "c/base.toml": "extends = \"//\"\n",
	}
	tree, err := config.FindAll(files, []string{"x", "a/x", "a/b/c/x", "b/x", "c/x", "d/x"}, sections, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range tree.Shadows(files) {
		got = append(got, s.Path+" "+s.Above+" "+s.Extends())
	}
	if diff := cmp.Diff([]string{"a/autofix.toml autofix.toml //", "a/b/autofix.toml a/autofix.toml //a/autofix.toml"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
