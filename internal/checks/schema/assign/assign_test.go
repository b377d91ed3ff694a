package assign

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

func TestComment(t *testing.T) {
	for text, want := range map[string]string{
		"":   "",
		"a":  "",
		"# ": "",
		"# yaml-language-server: $schema=a.json\n":               "a.json",
		"#yaml-language-server:$schema=a.json":                   "a.json",
		"# yaml-language-server : $schema = ../b.json  x\n":      "../b.json",
		"# $schema: a.json\r\n":                                  "a.json",
		"#$schema:a.json":                                        "a.json",
		"// $schema: a.json\n{}":                                 "a.json",
		"#:schema a.json\n":                                      "a.json",
		"#:schema https://example.com/a.json\n[a]\n":             "https://example.com/a.json",
		"\ufeff# $schema: a.json\n":                              "a.json",
		"%YAML 1.2\n---\n# x\n\n# $schema: a.json\n":             "a.json",
		"a: 1\n# $schema: a.json\n":                              "",
		"# say $schema: a.json\n":                                "",
		"# $schema:\n# $schema: b.json\n":                        "b.json",
		"# yaml-language-server: disable\n# $schema: a#/b\nx: 1": "a#/b",
	} {
		name, ok := Comment([]byte(text), 0, len(text))
		if name.Text != want || ok != (want != "") || text[name.Start:name.End] != want {
			t.Errorf("%q: %q at %d-%d, %v, want %q", text, name.Text, name.Start, name.End, ok, want)
		}
	}
}

func TestDocuments(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"a", []string{"a"}},
		{"", []string{""}},
		{"# c\n---\na\n", []string{"# c\n---\na\n"}},
		{"a\n---\nb\n", []string{"a\n", "---\nb\n"}},
		{"---\na\n--- # x\nb\n...\n---\tc", []string{"---\na\n", "--- # x\nb\n...\n", "---\tc"}},
		{"---\n---\na\n", []string{"---\n", "---\na\n"}},
		{"%YAML 1.2\n---\na\n", []string{"%YAML 1.2\n---\na\n"}},
		{"a: |\n  ---\n---x\n---\r\nb\r\n", []string{"a: |\n  ---\n---x\n", "---\r\nb\r\n"}},
	} {
		offsets := Documents([]byte(test.text), len(test.want))
		var got []string
		for i := range test.want {
			got = append(got, test.text[offsets[i]:offsets[i+1]])
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
}

func parse(t *testing.T, name, text string) *config.Config {
	t.Helper()
	c, err := config.Parse(name, []byte(text), []*config.Section{Section})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTables(t *testing.T) {
	c := parse(t, "app/autofix.toml", `
[[schema]]
schema = "../schemas/a.json"
files = ["deploy/**/*.yaml", "a.json"]
url = "https://example.com/a.json#"

[[schema]]
schema = "b.json#/$defs/b"
files = ["**/*.yaml"]

[[schema]]
schema = "c.json"
url = "https://example.com/a.json"
`)
	tables := Of(c)
	if Of(c) != tables {
		t.Error("the tables are made twice")
	}
	for file, want := range map[string]string{
		"app/deploy/x/y.yaml": "schemas/a.json", "app/a.json": "schemas/a.json", "app/x.yaml": "app/b.json#/$defs/b",
		"x.yaml": "", "app/x/a.json": "", "deploy/x.yaml": "",
	} {
		schema, _, ok := tables.For(file)
		if ok != (want != "") || ok && schema.String() != want {
			t.Errorf("%s has %s, %v, want %s", file, schema, ok, want)
		}
	}
	if path, ok := tables.Mapped("https://example.com/a.json"); !ok || path != "schemas/a.json" {
		t.Errorf("the URL is %s, %v", path, ok)
	}
	if _, ok := tables.Mapped("https://example.com/b.json"); ok {
		t.Error("a URL is mapped that no table has")
	}
	if _, _, ok := Of(nil).For("app/a.json"); ok {
		t.Error("a file has a schema by default")
	}
}

func TestMistakesInTables(t *testing.T) {
	for text, want := range map[string]string{
		`files = ["a"]`: `the key "schema" is missing`,
		`schema = "a"`:  `the schema is for nothing: give it the key "files", "url" or both`,
		`schema = "https://example.com/a.json"` + "\nfiles = [\"a\"]": `schema: "https://example.com/a.json" is not a file: nothing is fetched. Give its URL to the key url, and the name of a copy of it here`,
		`schema = "/a.json"` + "\nfiles = [\"a\"]":                    `schema: "/a.json" is not the name of a file relative to this one`,
		`schema = "#/a"` + "\nfiles = [\"a\"]":                        `schema: "#/a" is not the name of a file relative to this one`,
		`schema = "a"` + "\nfiles = [\"[\"]":                          `files: "[" is not a valid glob`,
		`schema = "a"` + "\nurl = \"a.json\"":                         `url: "a.json" is not an http or https URL`,
		`schema = "a"` + "\nfile = [\"a\"]":                           `unknown key "file": did you mean "files"?`,
	} {
		_, err := config.Parse("autofix.toml", []byte("[[schema]]\n"+text+"\n"), []*config.Section{Section})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}

func TestResolve(t *testing.T) {
	tables := Of(parse(t, "autofix.toml", "[[schema]]\nschema = \"a.json\"\nurl = \"http://example.com/a\"\n"))
	for name, want := range map[string]string{
		"b.json": "x/b.json", "../b.json": "b.json", "./b.json#/c": "x/b.json#/c", "../../b.json": "../b.json", "/b.json": "/b.json",
		"http://example.com/a": "a.json", "http://example.com/a#/d": "a.json#/d",
		"http://example.com/b": "skip", "vscode://schemas/settings": "skip", "file:///b.json": "skip", "#/a": "skip",
		"../node_modules/a/b.json": "skip", "./node_modules/b.json": "skip", "my_node_modules/b.json": "x/my_node_modules/b.json",
	} {
		got := tables.Resolve("x", name)
		text := got.Schema.String()
		if got.Skip != "" {
			text = "skip"
		}
		if text != want {
			t.Errorf("%s is %s (%s), want %s", name, text, got.Skip, want)
		}
	}
}
