package client

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakebazel"
)

// fakeClient returns a client of a fake Bazel.
func fakeClient(t *testing.T, answers ...fakebazel.Answer) (*Client, *fakebazel.Fake) {
	t.Helper()
	fake := fakebazel.Start(t, answers...)
	return &Client{Bazel: fake.Program, Dir: t.TempDir()}, fake
}

func TestQuery(t *testing.T) {
	c, fake := fakeClient(t, fakebazel.Answer{Stdout: "//b:c d\n@@//a:b\n//a:b\n@@x+//y:z\n"})
	got, err := c.Query(t.Context(), "deps(//...)", "--noimplicit_deps")
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff([]string{"//a:b", "//b:c d", "@@x+//y:z"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	call := fake.Calls()[0]
	if call.Query != "deps(//...)" {
		t.Errorf("query %q", call.Query)
	}
	want := "query --keep_going --noshow_progress --ui_event_filters=-info,-debug,-warning --output=label --order_output=no --noimplicit_deps --query_file=FILE"
	if got := strings.Join(withoutFile(call.Args), " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// withoutFile replaces the name of the last file in arguments.
func withoutFile(args []string) []string {
	for i, arg := range args {
		if name, _, found := strings.Cut(arg, "="); found && strings.HasSuffix(name, "_file") {
			args[i] = name + "=FILE"
		}
	}
	return args
}

// Bazel 7 reads files of queries in another encoding than BUILD files.
func TestQueryOfALabelThatIsNotASCII(t *testing.T) {
	c, fake := fakeClient(t, fakebazel.Answer{Stdout: "//a:é\n"})
	got, err := c.Query(t.Context(), `"//a:é"`)
	if err != nil || !slices.Equal(got, []string{"//a:é"}) {
		t.Errorf("%v, %v", got, err)
	}
	if args := fake.Calls()[0].Args; !slices.Equal(args[len(args)-2:], []string{"--", `"//a:é"`}) {
		t.Errorf("arguments %q", args)
	}
}

func TestQueryText(t *testing.T) {
	for _, row := range []struct {
		name, command string
		answer        fakebazel.Answer
		want          string
		err           string
		partial       bool
	}{
		{name: "an answer", command: "query", answer: fakebazel.Answer{Stdout: "//a:a\n"}, want: "//a:a\n"},
		{name: "an empty answer", command: "cquery"},
		{
			name: "a part of a query", command: "query", answer: fakebazel.Answer{Stdout: "//a:a\n", Stderr: "ERROR: no\n", ExitCode: 3},
			want: "//a:a\n", err: "bazel query: a part did not load: ERROR: no", partial: true,
		},
		{
			name: "an empty part of a query", command: "query", answer: fakebazel.Answer{ExitCode: 3},
			err: "bazel query: a part did not load: ", partial: true,
		},
		{
			name: "a part of a cquery", command: "cquery", answer: fakebazel.Answer{Stdout: "x\n", Stderr: "ERROR: no\n", ExitCode: 1},
			want: "x\n", err: "bazel cquery: a part did not load: ERROR: no", partial: true,
		},
		{
			name: "nothing could be analyzed", command: "cquery", answer: fakebazel.Answer{Stderr: "ERROR: no\n", ExitCode: 1},
			err: "bazel cquery: exit 1: the build failed: ERROR: no",
		},
		{
			name: "an expression that Bazel does not know", command: "query", answer: fakebazel.Answer{Stderr: "ERROR: syntax\n", ExitCode: 7},
			err: "bazel query: exit 7: ERROR: syntax",
		},
		{
			name: "an option that Bazel does not know", command: "aquery", answer: fakebazel.Answer{Stderr: "ERROR: --x :: Unrecognized option: --x\n", ExitCode: 2},
			err: "bazel aquery: exit 2: Bazel does not accept its command line: ERROR: --x :: Unrecognized option: --x",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, _ := fakeClient(t, row.answer)
			got, err := c.QueryText(t.Context(), row.command, "//...")
			if string(got) != row.want {
				t.Errorf("got %q", got)
			}
			if (err == nil) != (row.err == "") || err != nil && err.Error() != row.err {
				t.Errorf("error %v, want %q", err, row.err)
			}
			if _, partial := errors.AsType[*PartialError](err); partial != row.partial {
				t.Errorf("error %T", err)
			}
		})
	}
}

// actionsOf7 is what Bazel 7.7 prints for a rule with an action.
const actionsOf7 = `{
  "artifacts": [{"id": 1, "pathFragmentId": 1}, {"id": 2, "pathFragmentId": 3}, {"id": 3, "pathFragmentId": 8}],
  "actions": [{"targetId": 1, "actionKey": "68c67a77", "mnemonic": "Genrule", "configurationId": 1, "inputDepSetIds": [1], "outputIds": [3], "primaryOutputId": 3, "executionPlatform": "@@platforms//host:host"}],
  "targets": [{"id": 1, "label": "//sp ace:a(b)", "ruleClassId": 1}],
  "depSetOfFiles": [{"id": 1, "directArtifactIds": [1, 2]}],
  "configuration": [{"id": 1, "mnemonic": "k8-fastbuild", "platformName": "k8", "checksum": "5c864536"}],
  "ruleClasses": [{"id": 1, "name": "genrule"}],
  "pathFragments": [{"id": 2, "label": "sp ace"}, {"id": 1, "label": "in put.txt", "parentId": 2}, {"id": 7, "label": "external"},
    {"id": 6, "label": "bazel_tools", "parentId": 7}, {"id": 3, "label": "x.sh", "parentId": 6}, {"id": 12, "label": "bazel-out"},
    {"id": 11, "label": "k8-fastbuild", "parentId": 12}, {"id": 10, "label": "bin", "parentId": 11}, {"id": 9, "label": "sp ace", "parentId": 10},
    {"id": 8, "label": "a(b).out", "parentId": 9}]
}
`

func TestAquery(t *testing.T) {
	for _, row := range []struct {
		name, text string
		want       []Action
		err        string
	}{
		{name: "nothing", text: "\n"},
		{name: "no actions", text: "{}\n", want: []Action{}},
		{
			name: "an action of Bazel 7", text: actionsOf7,
			want: []Action{{Owner: "//sp ace:a(b)", Mnemonic: "Genrule", Key: "68c67a77", Configuration: "k8-fastbuild", Outputs: []string{"bazel-out/k8-fastbuild/bin/sp ace/a(b).out"}}},
		},
		{
			name: "by owner and outputs",
			text: `{"targets":[{"id":1,"label":"@@//b:b"},{"id":2,"label":"//a:a"}],"artifacts":[{"id":1,"pathFragmentId":1},{"id":2,"pathFragmentId":2}],
				"pathFragments":[{"id":1,"label":"x"},{"id":2,"label":"a"}],
				"actions":[{"targetId":1,"mnemonic":"M"},{"targetId":2,"mnemonic":"X","outputIds":[1]},{"targetId":2,"mnemonic":"A","outputIds":[1,2]}]}`,
			want: []Action{{Owner: "//a:a", Mnemonic: "A", Outputs: []string{"a", "x"}}, {Owner: "//a:a", Mnemonic: "X", Outputs: []string{"x"}}, {Owner: "//b:b", Mnemonic: "M"}},
		},
		{
			name: "a path that contains itself",
			text: `{"artifacts":[{"id":1,"pathFragmentId":1}],"pathFragments":[{"id":1,"label":"a","parentId":2},{"id":2,"label":"b","parentId":1}],"actions":[{"outputIds":[1]}]}`,
			err:  "bazel aquery: its output is not that of a known Bazel: no path of artifact 1",
		},
		{
			name: "a path without its end",
			text: `{"artifacts":[{"id":1,"pathFragmentId":1}],"pathFragments":[{"id":1,"label":"a","parentId":2}],"actions":[{"outputIds":[1]}]}`,
			err:  "bazel aquery: its output is not that of a known Bazel: no path of artifact 1",
		},
		{
			name: "an output that is nowhere", text: `{"actions":[{"outputIds":[7]}]}`,
			err: "bazel aquery: its output is not that of a known Bazel: no path of artifact 7",
		},
		{name: "not JSON", text: "action 'x'\n", err: "bazel aquery: its output is not that of a known Bazel: invalid character 'a' looking for beginning of value"},
		{name: "cut off", text: `{"actions":[`, err: "bazel aquery: its output is not that of a known Bazel: unexpected end of JSON input"},
	} {
		t.Run(row.name, func(t *testing.T) {
			c, _ := fakeClient(t, fakebazel.Answer{For: []string{"aquery", "--output=jsonproto"}, Stdout: row.text})
			got, err := c.Aquery(t.Context(), "//...")
			if (err == nil) != (row.err == "") || err != nil && err.Error() != row.err {
				t.Errorf("error %v, want %q", err, row.err)
			}
			for i := range got {
				if len(got[i].Inputs) != 64 {
					t.Errorf("the digest of the inputs is %q", got[i].Inputs)
				}
				got[i].Inputs = "" // see TestInputs
			}
			if diff := gocmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// The digest of inputs is the digest of their paths, whatever the ids are.
func TestInputs(t *testing.T) {
	const graph = `{"artifacts":[{"id":1,"pathFragmentId":1},{"id":2,"pathFragmentId":2},{"id":3,"pathFragmentId":3}],
		"pathFragments":[{"id":1,"label":"a"},{"id":2,"label":"b"},{"id":3,"label":"a"}],"depSetOfFiles":[%s],"actions":[{"inputDepSetIds":%s}]}`
	digest := func(sets, ids string) string {
		t.Helper()
		actions, err := readActions(fmt.Appendf(nil, graph, sets, ids))
		if err != nil {
			t.Fatal(err)
		}
		return actions[0].Inputs
	}
	ab := digest(`{"id":1,"directArtifactIds":[1,2]}`, "[1]")
	for _, row := range []struct {
		name, sets, ids string
		same            bool
	}{
		{"another order and other ids", `{"id":9,"directArtifactIds":[2,3]}`, "[9]", true},
		{"fewer", `{"id":1,"directArtifactIds":[1]}`, "[1]", false},
		{"none", ``, "[]", false},
		{"in another set", `{"id":1,"directArtifactIds":[1],"transitiveDepSetIds":[2]},{"id":2,"directArtifactIds":[2]}`, "[1]", false},
		{"a set that contains itself", `{"id":1,"directArtifactIds":[1,2],"transitiveDepSetIds":[1]}`, "[1]", true},
		{"an unknown set", ``, "[7]", false},
	} {
		if got := digest(row.sets, row.ids); (got == ab) != row.same {
			t.Errorf("%s: the same: %v", row.name, got == ab)
		}
	}
	if _, err := readActions(fmt.Appendf(nil, graph, `{"id":1,"directArtifactIds":[8]}`, "[1]")); err == nil {
		t.Error("an artifact without a path is accepted")
	}
}

// The actions of what could be analyzed come with a PartialError.
func TestAqueryOfAPart(t *testing.T) {
	c, _ := fakeClient(t, fakebazel.Answer{Stdout: actionsOf7, Stderr: "ERROR: no\n", ExitCode: 1})
	got, err := c.Aquery(t.Context(), "//...")
	if _, partial := errors.AsType[*PartialError](err); len(got) != 1 || !partial {
		t.Errorf("%v, %v", got, err)
	}
	c, _ = fakeClient(t, fakebazel.Answer{Stderr: "ERROR: no\n", ExitCode: 1})
	got, err = c.Aquery(t.Context(), "//...")
	if _, failed := errors.AsType[*Error](err); len(got) != 0 || !failed {
		t.Errorf("%v, %v", got, err)
	}
}

func FuzzReadActions(f *testing.F) {
	f.Add([]byte(actionsOf7))
	f.Add([]byte(`{"pathFragments":[{"id":1,"label":"a","parentId":1}],"artifacts":[{"id":1,"pathFragmentId":1}],"actions":[{"outputIds":[1]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		actions, err := readActions(text)
		if err != nil && actions != nil {
			t.Errorf("%v with %v", err, actions)
		}
		for i := range actions {
			if !slices.IsSorted(actions[i].Outputs) || i > 0 && actions[i-1].Owner > actions[i].Owner {
				t.Errorf("action %d: %+v", i, actions[i])
			}
		}
	})
}

func TestDisplayLabel(t *testing.T) {
	for label, want := range map[string]string{
		"//a:b": "//a:b", "@//a:b": "//a:b", "@@//a:b": "//a:b", "@@//:b": "//:b", "@@@//a": "@@@//a",
		"@x//a:b": "@x//a:b", "@@x+//a:b": "@@x+//a:b", "@@x~//a:b": "@@x~//a:b", "": "", "a": "a", ":a": ":a", "@": "@", "@@": "@@",
	} {
		if got := DisplayLabel(label); got != want {
			t.Errorf("%q: %q, want %q", label, got, want)
		}
	}
}

func TestPathOf(t *testing.T) {
	for label, want := range map[string]string{
		"//a:b": "a/b", "@@//a/b:c/d": "a/b/c/d", "//:b": "b", "//a/b": "a/b/b", "//a": "a/a",
		"@x//a:b": "", "@@x+//a:b": "", "a": "", "": "",
	} {
		if got, main := PathOf(label); got != want || main != (want != "") {
			t.Errorf("%q: %q, %v, want %q", label, got, main, want)
		}
	}
}

func TestPackageOf(t *testing.T) {
	for label, want := range map[string]string{"//a:b": "a", "@@//a/b:c/d": "a/b", "//:b": "", "//a/b": "a/b", "@x//a:b": "@x//a"} {
		if got := PackageOf(label); got != want {
			t.Errorf("%q: %q, want %q", label, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"//a:b": `"//a:b"`, "//a b:it's": `"//a b:it's"`, `//a:"b"`: `'//a:"b"'`, "": `""`,
	} {
		if got := Quote(word); got != want || !Quotable(word) {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
	for _, word := range []string{`"'`, `a\b`, "a\nb"} {
		if Quotable(word) {
			t.Errorf("%q is quotable", word)
		}
	}
}

func TestReadTargets(t *testing.T) {
	var got []QueriedTarget
	text := `{"type":"RULE","rule":{"name":"//a:t","ruleClass":"go_test","ruleInput":["//a:x"],"ruleOutput":["//a:y"],"attribute":[{"name":"tags","stringListValue":["manual"]}]}}
{"type":"GENERATED_FILE","generatedFile":{"name":"//a:y","generatingRule":"//a:t"}}
{"type":"SOURCE_FILE","sourceFile":{"name":"//a:x","visibilityLabel":["//visibility:public"]}}
`
	if err := ReadTargets(strings.NewReader(text), func(t *QueriedTarget) { got = append(got, *t) }); err != nil {
		t.Fatal(err)
	}
	want := []QueriedTarget{
		{Type: "RULE", Rule: QueriedRule{Name: "//a:t", Class: "go_test", Inputs: []string{"//a:x"}, Outputs: []string{"//a:y"}, Attributes: []RuleAttribute{{Name: "tags", Values: []string{"manual"}}}}},
		{Type: "GENERATED_FILE", GeneratedFile: GeneratedFile{Name: "//a:y", Rule: "//a:t"}},
		{Type: "SOURCE_FILE", SourceFile: SourceFile{Name: "//a:x", Visibility: []string{"//visibility:public"}}},
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if tags := got[0].Rule.Tags(); !slices.Equal(tags, []string{"manual"}) || got[2].Rule.Tags() != nil {
		t.Errorf("tags %q", tags)
	}
	err := ReadTargets(strings.NewReader(text+"{\"type\":\n"), func(*QueriedTarget) {})
	if err == nil || err.Error() != "target 4: unexpected EOF" {
		t.Errorf("error %v", err)
	}
}
