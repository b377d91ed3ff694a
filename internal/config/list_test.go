package config_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// pets is a section that is an array of tables.
var pets = &config.Section{
	Name: "pet", List: true,
	Keys: []config.Option{
		{Name: "name", Kind: config.String, Required: true},
		{Name: "toys", Kind: config.Strings, Default: []string(nil), Check: config.Globs},
		{Name: "age", Kind: config.Int, Default: 1},
	},
	CheckEach: func(table config.Values) string {
		if table["name"] == "cat" && table["toys"] == nil {
			return "a cat has toys"
		}
		return ""
	},
}

func TestList(t *testing.T) {
	for _, text := range []string{
		"[[pet]]\nname = \"dog\"\n\n[[pet]]\nname = \"cat\"\ntoys = [\"*.mouse\"]\nage = 3\n",
		"pet = [{name = \"dog\"}, {name = \"cat\", toys = [\"*.mouse\"], age = 3}]\n",
	} {
		c, err := config.Parse("a/autofix.toml", []byte(text), []*config.Section{pets})
		if err != nil {
			t.Fatal(err)
		}
		all := c.List(pets)
		if len(all) != 2 || all[0].Text("name") != "dog" || all[0].Int("age") != 1 || len(all[0].Texts("toys")) != 0 ||
			all[1].Text("name") != "cat" || all[1].Int("age") != 3 || !slices.Equal(all[1].Texts("toys"), []string{"*.mouse"}) {
			t.Errorf("%s\nhas %v", text, all)
		}
		made := 0
		for range 2 {
			config.Once(c, pets, func() int { made++; return made })
		}
		if made != 1 {
			t.Errorf("made %d times", made)
		}
	}
	if got := (*config.Config)(nil).List(pets); got != nil {
		t.Errorf("the defaults have %v", got)
	}
	if got := config.Once(nil, pets, func() int { return 3 }); got != 3 {
		t.Errorf("once for the defaults: %d", got)
	}
}

// A mistake has the place of the table that it is in.
func TestMistakesInLists(t *testing.T) {
	for text, want := range map[string]string{
		"[[pet]]\nname = \"a\"\n[[pet]]\nnmae = \"b\"\nname = \"c\"": `a/autofix.toml:4:1: unknown key "nmae": did you mean "name"?`,
		"[[pet]]\nname = \"a\"\n[[pet]]\nage = 2":                    `a/autofix.toml:3:3: the key "name" is missing`,
		"[[pet]]\nname = \"a\"\n\n[[pet]]\nname = \"cat\"":           `a/autofix.toml:4:3: a cat has toys`,
		"[[pet]]\nname = \"a\"\n[[pet]]\nname = 1":                   `a/autofix.toml:4:1: name must be a string, not an integer`,
		"[[pet]]\nname = \"a\"\ntoys = [\"[\"]":                      `a/autofix.toml:3:1: toys: "[" is not a valid glob`,
		"[pet]\nname = \"a\"":                                        `a/autofix.toml:1:2: pet must be an array of tables, not a table: write its header as [[pet]]`,
		"pet = [1]":                                                  `a/autofix.toml:1:1: pet must be an array of tables, not of an integer`,
		"pet = [{}, {age=1}]":                                        "a/autofix.toml:1:1: the key \"name\" is missing\na/autofix.toml:1:1: the key \"name\" is missing",
		"pet = [{name = \"a\", age = \"b\"}]":                        `a/autofix.toml:1:21: age must be an integer, not a string`,
	} {
		_, err := config.Parse("a/autofix.toml", []byte(text), []*config.Section{pets})
		if err == nil || err.Error() != want {
			t.Errorf("%s\ngot  %v\nwant %s", strings.ReplaceAll(text, "\n", "\\n"), err, want)
		}
	}
	c, err := config.Parse("a/autofix.toml", []byte("[[pet]]\nname = \"a\"\n[[pet]]\nname = \"b\"\n"), []*config.Section{pets})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Mistake("it is there twice", "pet", "1", "name").Error(); got != "a/autofix.toml:4:1: it is there twice" {
		t.Error(got)
	}
}
