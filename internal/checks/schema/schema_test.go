package schema

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// tree writes files, and returns a registry with this checker and the
// configuration that holds for them.
func tree(t testing.TB, files map[string]string) (*checks.Registry, *config.Config) {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name := range files {
		if name != "autofix.toml" && !fixactions.Knows(name) {
			t.Skipf("fix_actions does not read files such as %s yet", name)
		}
	}
	r := checks.New(artifact.Tool{Name: "autofix"}, New(nil))
	ws, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	around := config.NewToolFiles(r.FileKinds())
	if err := around.Find(ws, nil); err != nil {
		t.Fatal(err)
	}
	var c *config.Config
	if text, ok := files["autofix.toml"]; ok {
		if c, err = config.Parse("autofix.toml", []byte(text), r.Sections()); err != nil {
			t.Fatal(err)
		}
	}
	return r, c.WithToolFiles(around)
}

// run checks one of the files.
func check(t testing.TB, files map[string]string, name string) (*artifact.Artifact, error) {
	t.Helper()
	r, c := tree(t, files)
	return r.Run(context.Background(), "", []checks.File{{Path: name, Content: []byte(files[name])}}, c)
}

// found returns findings, one line each, with the text that they are at.
func found(a *artifact.Artifact, content string) []string {
	var all []string
	for _, d := range a.Diagnostics {
		pointer := "-"
		if d.Pointer != nil {
			pointer = *d.Pointer
		}
		if d.Document != nil {
			pointer = fmt.Sprintf("%d:%s", *d.Document, pointer)
		}
		all = append(all, fmt.Sprintf("%d:%d %q %s %s: %s", d.Line, d.Column, content[d.Start:d.End], pointer, strings.TrimPrefix(d.Rule, "schema/"), d.Message))
	}
	slices.Sort(all)
	return all
}

const service = `{"properties": {"replicas": {"type": "integer"}}}`

// Which schema a document has.
func TestAssignment(t *testing.T) {
	const toml = "[[schema]]\nschema = \"s.json\"\nfiles = [\"deploy/**/*.yaml\", \"*.json\"]\nurl = \"https://example.com/s.json\"\n" +
		"[[schema]]\nschema = \"other.json\"\nfiles = [\"deploy/*.yaml\", \"**/*.toml\"]\n"
	files := map[string]string{"autofix.toml": toml, "s.json": service, "other.json": `{"required": ["other"]}`, "deploy/local.json": `{"required": ["local"]}`, "defs.json": `{"$defs": {"a": {"required": ["def"]}}}`}
	const wrong = "replicas must be an integer, not an array"
	for _, test := range []struct {
		name, file, text string
		want             []string // the messages
	}{
		{"none", "a.yaml", "replicas: []\n", nil},
		{"by a glob, the first table", "deploy/a.yaml", "replicas: []\n", []string{wrong}},
		{"by a glob, JSON", "a.json", "{\"replicas\": []}\n", []string{wrong}},
		{"by a modeline", "a.yaml", "# yaml-language-server: $schema=deploy/local.json\nx: 1\n", []string{"the document must have the property local: add it"}},
		{"by a modeline, relative to the file", "deploy/a.yaml", "# yaml-language-server: $schema=local.json\nreplicas: []\n", []string{"the document must have the property local: add it"}},
		{"by a comment", "a.yml", "# $schema: other.json\nx: 1\n", []string{"the document must have the property other: add it"}},
		{"by a member", "deploy/a.yaml", "$schema: ../other.json\nx: 1\n", []string{"the document must have the property other: add it"}},
		{"a comment goes before a member", "a.yaml", "# $schema: other.json\n$schema: deploy/local.json\n", []string{"the document must have the property other: add it"}},
		{"by a fragment", "a.yaml", "# $schema: defs.json#/$defs/a\nx: 1\n", []string{"the document must have the property def: add it"}},
		{"by a URL that is mapped", "a.yaml", "# yaml-language-server: $schema=https://example.com/s.json\nreplicas: []\n", []string{wrong}},
		{"by a URL that is not", "a.yaml", "# yaml-language-server: $schema=https://example.com/x.json\nreplicas: []\n", nil},
		{"a table, where the URL is not mapped", "deploy/a.yaml", "# yaml-language-server: $schema=https://example.com/x.json\nreplicas: []\n", []string{wrong}},
		{"by a name that is not there", "a.yaml", "# yaml-language-server: $schema=x.json\nreplicas: []\n", []string{"the document is not validated: its schema x.json does not exist; in a build, declare it with the configuration"}},
		{"by a name outside", "a.yaml", "# $schema: ../x.json\nreplicas: []\n", []string{"the document is not validated: its schema ../x.json is outside of the workspace"}},
		{"by an absolute name", "a.yaml", "# $schema: /etc/x.json\nreplicas: []\n", []string{"the document is not validated: its schema /etc/x.json is outside of the workspace"}},
		{"of dependencies", "a.json", "{\"$schema\": \"./node_modules/x/schema.json\", \"replicas\": 1}\n", nil},
		{"a comment further down", "a.yaml", "x: 1\n# $schema: other.json\n", nil},
		{"a comment behind a byte order mark and a directive", "a.yaml", "\ufeff%YAML 1.2\n---\n# $schema: other.json\nx: 1\n", []string{"the document must have the property other: add it"}},
		{"each document its own", "a.yaml", "# $schema: other.json\nx: 1\n---\ny: 1\n---\n# $schema: deploy/local.json\nz: 1\n", []string{"the document must have the property local: add it", "the document must have the property other: add it"}},
		{"a schema", "x/b.json", "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"type\": 3}", nil},
		{"autofix.toml, whatever the globs", "sub/autofix.toml", "[file]\nx = 1\n", []string{"the property file is not allowed: did you mean files?"}},
		{"silenced", "deploy/a.yaml", "replicas: [] # autofix ignore=schema/type\n", nil},
		{"silenced above", "deploy/a.yaml", "# autofix ignore=schema/*;reason=later\nreplicas: []\n", nil},
		{"silenced in TOML", "a.toml", "#:schema deploy/local.json\n[a] # autofix ignore=schema/type\nb = 1\n", []string{"the document must have the property local: add it"}},
		{"silenced in TOML, for the table", "a.toml", "#:schema s.json\n# autofix ignore=type\n[replicas]\nb = 1\n", nil},
		{"silenced in JSON with comments", "b.json", "{\n  \"replicas\": [] // autofix ignore=schema/type\n}\n", nil},
		{"silenced above in JSON with comments", "b.json", "{\n  // autofix ignore=*\n  \"replicas\": []\n}\n", nil},
		{"not silenced by a string", "b.json", "{\"a\": \"// autofix global ignore=*\",\n\"replicas\": []}\n", []string{wrong}},
		{"silenced for another rule", "deploy/a.yaml", "replicas: [] # autofix ignore=schema/enum\n", []string{wrong}},
		{"silenced for the file", "deploy/a.yaml", "a: 1\nreplicas: []\n# autofix global ignore=schema/type\n", nil},
		{"not parsed", "deploy/a.yaml", "a: [\n", []string{"the file cannot be validated"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := mapsWith(files, test.file, test.text)
			a, err := check(t, files, test.file)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range a.Diagnostics {
				message := d.Message
				if d.Rule == ruleUnreadable {
					message, _, _ = strings.Cut(message, ":")
				}
				got = append(got, message)
			}
			slices.Sort(got)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func mapsWith(files map[string]string, name, text string) map[string]string {
	all := map[string]string{name: text}
	for n, t := range files {
		if n != name {
			all[n] = t
		}
	}
	return all
}

// A finding is at the key, the scalar, or the first line of what is wrong.
// check-jsonschema 359: a mistake without its line is hard to find.
func TestPlaces(t *testing.T) {
	files := map[string]string{
		"s.json": `{"properties": {"spec": {"type": "object", "required": ["name"], "properties": {"replicas": {"type": "integer"}, "tags": {"uniqueItems": true}, "name": {}}, "additionalProperties": false}}, "required": ["kind"]}`,
		"a.yaml": "# $schema: s.json\na: 1\nspec:\n  replicas: \"3\"\n  tags: [a, a]\n  zone: b\n---\n# $schema: s.json\nkind: x\nspec: 3\n",
	}
	a, err := check(t, files, "a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`10:7 "3" 1:/spec type: spec must be an object, not 3`,
		`2:1 "a: 1" 0: required: the document must have the property kind: add it`,
		`3:1 "spec" 0:/spec required: spec must have the property name: add it`,
		`4:13 "\"3\"" 0:/spec/replicas type: replicas must be an integer, not the string "3"`,
		`5:13 "a" 0:/spec/tags/1 unique: "a" is in tags twice, as item 0 and item 1: remove one`,
		`6:3 "zone" 0:/spec/zone additional-properties: the property zone is not allowed in spec: remove it`,
	}
	if diff := cmp.Diff(want, found(a, files["a.yaml"])); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(a.Reads) != 1 || a.Reads[0] != fixedits.SnapshotOf("s.json", []byte(files["s.json"])) {
		t.Errorf("reads %v", a.Reads)
	}
	data, err := artifact.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := artifact.Decode(data); err != nil {
		t.Error(err)
	}
}

// Mistakes in schemas stop the run, with their place.
func TestBrokenSchemas(t *testing.T) {
	const toml = "[[schema]]\nschema = \"s.json\"\nfiles = [\"a.json\"]\n"
	for _, test := range []struct {
		name, schema, want string
	}{
		{"not there", "", "autofix.toml:2:1: the schema s.json does not exist; in a build, declare it with the configuration"},
		{"no schema", "[1]", "s.json:1:1: a schema is an object or a boolean, not an array"},
		{"a wrong type", "{\n\"properties\": {\"a\": {\"type\": \"intger\"}}}", `s.json:2:30: type must be`},
		{"a wrong keyword", "{\"required\": \"a\"}", `s.json:1:14: required must be an array, not the string "a"`},
		{"a regular expression", "{\"properties\": {\"a\": {\"pattern\": \"(\"}}}", `s.json:1:34: `},
		{"a reference to nothing", "{\"$ref\": \"#/$defs/a\"}", `s.json:1:10: the reference "#/$defs/a" leads nowhere`},
		{"a reference to an anchor that is not there", "{\"$ref\": \"#a\"}", `s.json:1:10: the reference "#a" leads nowhere`},
		{"a reference to a file that is not there", "{\"$ref\": \"x.json\"}", "s.json:1:10: the schema x.json does not exist; in a build"},
		{"a reference outside", "{\"$ref\": \"../../x.json\"}", "s.json:1:10: names a file outside of the workspace"},
		{"a URL", "{\"$ref\": \"https://example.com/x.json\"}", "s.json:1:10: https://example.com/x.json is not in the workspace, and nothing is fetched: map it to a file with [[schema]] url = \"https://example.com/x.json\" in autofix.toml"},
		{"a draft", "{\"$schema\": \"http://json-schema.org/draft-03/schema#\"}", `s.json:1:13: "http://json-schema.org/draft-03/schema" is not a known draft of JSON Schema`},
		{"a cycle", "{\"$ref\": \"#/$defs/a\", \"$defs\": {\"a\": {\"allOf\": [{\"$ref\": \"#\"}]}}}", "the schema contains itself"},
		{"a cycle of alternatives", "{\"anyOf\": [{\"$ref\": \"#\"}]}", "the schema contains itself"},
		{"our keywords", "{\"x-autofix-sort\": 1}", "s.json:1:20: x-autofix-sort must be true, or a string"},
		{"a URL as another place", "{\"x-autofix-same-as\": \"https://example.com/a.json#/a\"}", `s.json:1:23: x-autofix-same-as must name a file of the workspace, not the string "https://example.com/a.json#/a": nothing is fetched`},
		{"a keyword that is not known", "{\"x-autofix-sorted\": true}", "s.json:1:22: x-autofix-sorted is not a known keyword"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{"autofix.toml": toml, "a.json": "{\"a\": 1}\n"}
			if test.schema != "" {
				files["s.json"] = test.schema
			}
			_, err := check(t, files, "a.json")
			if _, ok := errors.AsType[*config.Error](err); !ok || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}
