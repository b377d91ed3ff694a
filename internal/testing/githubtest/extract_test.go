package githubtest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write testdata/openapi.json")

// source is where the document is from.
const source = "npm @octokit/openapi 23.0.2, generated/api.github.com.json (MIT); only what package github asks for and reads"

// asked are the operations that package github asks for.
var asked = []struct{ method, path, status string }{
	{"GET", "/user", "200"},
	{"GET", "/repos/{owner}/{repo}", "200"},
	{"GET", "/repos/{owner}/{repo}/collaborators/{username}/permission", "200"},
	{"GET", "/repos/{owner}/{repo}/compare/{basehead}", "200"},
	{"GET", "/repos/{owner}/{repo}/git/commits/{commit_sha}", "200"},
	{"GET", "/repos/{owner}/{repo}/issues/{issue_number}", "200"},
	{"GET", "/repos/{owner}/{repo}/issues/{issue_number}/comments", "200"},
	{"POST", "/repos/{owner}/{repo}/issues/{issue_number}/comments", "201"},
	{"PATCH", "/repos/{owner}/{repo}/issues/comments/{comment_id}", "200"},
	{"GET", "/repos/{owner}/{repo}/pulls", "200"},
	{"POST", "/repos/{owner}/{repo}/pulls", "201"},
	{"PATCH", "/repos/{owner}/{repo}/pulls/{pull_number}", "200"},
	{"GET", "/repos/{owner}/{repo}/pulls/{pull_number}/files", "200"},
	{"GET", "/repos/{owner}/{repo}/pulls/{pull_number}/comments", "200"},
	{"POST", "/repos/{owner}/{repo}/pulls/{pull_number}/reviews", "200"},
	{"GET", "/repos/{owner}/{repo}/git/blobs/{file_sha}", "200"},
}

// readNames are the keys of answers that package github reads.
var readNames = []string{
	"number", "state", "title", "body", "draft", "html_url", "merged_at", "head", "base", "ref", "sha", "user", "login", "id",
	"default_branch", "status", "ahead_by", "author", "committer", "name", "email", "message", "parents", "permission",
	"repo", "full_name", "filename", "patch", "content", "encoding", "path", "line", "start_line", "side", "start_side",
}

// TestExtract compares the extract with the document that GitHub publishes, if
// AUTOFIX_GITHUB_OPENAPI names its file: the one that source tells of.
func TestExtract(t *testing.T) {
	name := os.Getenv("AUTOFIX_GITHUB_OPENAPI")
	if name == "" {
		t.Skip("AUTOFIX_GITHUB_OPENAPI does not name GitHub's OpenAPI document, so that the extract is not compared with it")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var full map[string]any
	if err := json.Unmarshal(text, &full); err != nil {
		t.Fatal(err)
	}
	x := &extractor{t, full}
	d := Document{Source: source}
	for _, op := range asked {
		d.Operations = append(d.Operations, x.operation(op.method, op.path, op.status))
	}
	got, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile("testdata/openapi.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(got, extract) {
		t.Errorf("testdata/openapi.json (-have +GitHub's)\n%s", cmp.Diff(string(extract), string(got)))
	}
}

type extractor struct {
	t    *testing.T
	full map[string]any
}

func (x *extractor) operation(method, path, status string) Operation {
	node := x.at(x.full, "paths", path, strings.ToLower(method))
	out := Operation{Method: method, Path: path, Query: map[string]any{}}
	parameters, _ := node["parameters"].([]any)
	for _, p := range parameters {
		param := x.resolve(p).(map[string]any)
		if param["in"] == "query" {
			out.Query[param["name"].(string)] = x.schema(param["schema"], nil)
		}
	}
	if body, found := node["requestBody"]; found {
		schema := x.schema(x.at(body.(map[string]any), "content", "application/json", "schema"), nil).(map[string]any)
		schema["additionalProperties"] = false
		out.Request = x.text(schema)
	}
	answer := x.at(node, "responses", status)
	out.Answer = x.text(x.schema(x.at(answer, "content", "application/json", "schema"), readNames))
	if status == "201" {
		out.Status = 201
	} else {
		out.Status = 200
	}
	return out
}

func (x *extractor) text(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		x.t.Fatal(err)
	}
	return text
}

// at follows keys, and references.
func (x *extractor) at(node map[string]any, keys ...string) map[string]any {
	x.t.Helper()
	for _, key := range keys {
		next, ok := x.resolve(node[key]).(map[string]any)
		if !ok {
			x.t.Fatalf("there is no %s", strings.Join(keys, " "))
		}
		node = next
	}
	return node
}

func (x *extractor) resolve(node any) any {
	object, _ := node.(map[string]any)
	ref, ok := object["$ref"].(string)
	if !ok {
		return node
	}
	return x.at(x.full, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
}

// kept are the keywords of schemas that OpenAPI and JSON Schema have alike.
var kept = []string{"type", "enum", "oneOf", "anyOf", "allOf", "items", "properties", "required", "minimum", "maximum", "maxLength"}

// schema returns a schema of OpenAPI 3.0 as JSON Schema. If names is not nil, no
// other properties stay.
func (x *extractor) schema(node any, names []string) any {
	in, ok := x.resolve(node).(map[string]any)
	if !ok {
		return true
	}
	out := map[string]any{}
	for key, value := range in {
		if !slices.Contains(kept, key) {
			continue
		}
		switch key {
		case "oneOf", "anyOf", "allOf":
			var all []any
			for _, item := range value.([]any) {
				all = append(all, x.schema(item, names))
			}
			// Without what tells them apart, all of them hold.
			if key == "oneOf" {
				key = "anyOf"
			}
			out[key] = all
		case "items":
			out[key] = x.schema(value, names)
		case "properties":
			all := map[string]any{}
			for name, item := range value.(map[string]any) {
				if names == nil || slices.Contains(names, name) {
					all[name] = x.schema(item, names)
				}
			}
			out[key] = all
		case "required":
			all := []any{}
			for _, name := range value.([]any) {
				if names == nil || slices.Contains(names, name.(string)) {
					all = append(all, name)
				}
			}
			out[key] = all
		default:
			out[key] = value
		}
	}
	if in["nullable"] == true {
		if _, typed := out["type"]; typed {
			out["type"] = []any{out["type"], "null"}
		}
		if values, has := out["enum"].([]any); has {
			out["enum"] = append(slices.Clone(values), nil)
		}
		if values, has := out["anyOf"].([]any); has && out["type"] == nil {
			out["anyOf"] = append(values, map[string]any{"type": "null"})
		}
	}
	return out
}
