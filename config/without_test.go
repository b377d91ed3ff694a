package config_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"

	"github.com/rules-autofix/rules_autofix/config"
)

func TestWithout(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"none", "[rules.\"a/b\"]\nfix = \"never\"\n\n# x\n", "[rules.\"a/b\"]\nfix = \"never\"\n\n# x\n"},
		{"alone", "[ai]\nenabled = true\n", ""},
		{"at the end", "[files]\nexclude = []\n\n[ai]\njobs = 1\n", "[files]\nexclude = []\n"},
		{"in the middle", "[ai]\njobs = 1\n[files]\nexclude = []\n", "\n\n[files]\nexclude = []\n"},
		{"tables below", "[ai.agents.x]\ncommand = [\n  \"[files]\",\n]\n[files]\n", "\n\n\n\n[files]\n"},
		{"quoted header", "[ \"ai\" . 'agents' ]\nx = 1\n[files]\n", "\n\n[files]\n"},
		{"array of tables", "[[ai]]\nx = 1\n[files]\n", "\n\n[files]\n"},
		{"keys at the top", "ai.enabled = true\nfiles.exclude = []\nai.x = \"\"\"\n[files]\n\"\"\"\n", "\nfiles.exclude = []\n"},
		{"inline table", "ai = { enabled = true }\n[files]\n", "\n[files]\n"},
		{"key in another table", "[files]\nai = 1\n", "[files]\nai = 1\n"},
		{"name inside of another", "[files.ai]\nx = 1\n[ail]\n", "[files.ai]\nx = 1\n[ail]\n"},
		{"header inside of a string", "[files]\nx = '''\n[ai]\n'''\n", "[files]\nx = '''\n[ai]\n'''\n"},
		{"comment of the section", "[files]\n\n# an agent\n# of ours\n[ai] # here\nx = 1 # there\n# more\n\n# last\n", "[files]\n"},
		{"comment of the next", "[ai]\n# ours\n\n# theirs\n[files]\n", "\n\n\n# theirs\n[files]\n"},
		{"comment of the one before", "[files]\n# theirs\n\n[ai]\n", "[files]\n# theirs\n"},
		{"end of a string above", "[files]\nx = \"\"\"\n# \"\"\"\n[ai]\n", "[files]\nx = \"\"\"\n# \"\"\"\n"},
		{"comment behind a value above", "[files]\nx = 1 # theirs\n[ai]\n[verify]\n", "[files]\nx = 1 # theirs\n\n[verify]\n"},
		{"comment inside of an array", "[files]\nx = [\n1,\n# [ai]\n]\n[ai]\n", "[files]\nx = [\n1,\n# [ai]\n]\n"},
		{"twice", "[ai.a]\n[files]\n[prove]\n[ai.b]\n[x]\n", "\n[files]\n\n\n[x]\n"},
		{"CRLF", "[ai]\r\nx = 1\r\n[files]\r\ny = 1\r\n", "\n\n[files]\r\ny = 1\n"},
		{"no newline at the end", "[files]\n[ai]\nx = 1", "[files]\n"},
		{"not valid", "[ai]\nx = \n[files]\n", "[ai]\nx = \n[files]\n"},
		{"defined twice", "[ai]\n[ai]\n", "[ai]\n[ai]\n"},
		{"empty", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := config.Without([]byte(test.text), []string{"ai", "prove"})
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// FuzzWithout checks that what remains says the same, on the same lines.
func FuzzWithout(f *testing.F) {
	f.Add("[ai]\nx = 1\n# a\n[files]\ny = [\n1]\n")
	f.Add("ai.x = '''\n[files]\n'''\n[files] # [ai]\n")
	f.Add("# c\n[files]\nx = \"\"\"\n# \"\"\"\n# d\n[ai]\n\n[[x]]\n")
	f.Fuzz(func(t *testing.T, text string) {
		got := string(config.Without([]byte(text), []string{"ai"}))
		var before, after map[string]any
		if toml.Unmarshal([]byte(text), &before) != nil {
			if got != text {
				t.Fatalf("invalid text was changed to %q", got)
			}
			return
		}
		if err := toml.Unmarshal([]byte(got), &after); err != nil {
			t.Fatalf("%v in %q", err, got)
		}
		if got == text {
			return
		}
		delete(before, "ai")
		if len(before)+len(after) > 0 && !cmp.Equal(before, after) {
			t.Fatalf("%q says %v, want %v", got, after, before)
		}
		was := strings.Split(text, "\n")
		for i, line := range strings.Split(got, "\n") {
			if line != "" && strings.TrimRight(line, " \t\r") != strings.TrimRight(was[i], " \t\r") {
				t.Fatalf("line %d is %q, was %q", i+1, line, was[i])
			}
		}
	})
}
