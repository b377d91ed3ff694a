package editor_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/lsp/text"
)

var update = flag.Bool("update", false, "write the expected texts of testdata/*.txtar")

// A marker is a comment line in a file of a case. It is taken out of the file,
// and is about the line below it.
//
//	//@diag RULE "text"             there is a finding with this range
//	//@built "text"               the last build found and replaces this text: see build
//	//@action "title" NAME          the action makes the text of the file @NAME
//	//@noaction "title"             there is no such action
//	//@all KIND NAME                the action of a kind for the file makes the text of @NAME
//	//@format NAME                  formatting makes the text of @NAME
//	//@lines N,M,... NAME           formatting this many lines from here, skipping M, and so on, makes @NAME
//	//@complete "text" "label"...   after the text, these completions are among those offered
//	//@nocomplete "text"            after the text, there are none
//	//@completed "text" "label" NAME  the completion after the text makes the text of @NAME
//	//@hover "text" "words"         a hover over the text has the words
//
// The findings of a file are exactly its markers, if it has one.
type marker struct {
	verb string
	args []string
	line int // of the line below, from 0
}

var (
	markerLine = regexp.MustCompile(`^\s*(?://|#|--|<!--)@(\w+) (.*?)(?:-->)?$`)
	argument   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\S+`)
)

// split takes the markers out of a text.
func split(content string) (string, []marker) {
	var rest strings.Builder
	var markers []marker
	line := 0
	for part := range strings.SplitAfterSeq(content, "\n") {
		match := markerLine.FindStringSubmatch(strings.TrimRight(part, "\r\n"))
		if match == nil {
			rest.WriteString(part)
			line++
			continue
		}
		m := marker{verb: match[1], line: line}
		for _, arg := range argument.FindAllString(match[2], -1) {
			if strings.HasPrefix(arg, `"`) {
				arg = strings.ReplaceAll(arg[1:len(arg)-1], `\"`, `"`)
			}
			m.args = append(m.args, arg)
		}
		markers = append(markers, m)
	}
	return rest.String(), markers
}

// Each case runs with a client that can do all, and with one that can do
// little. Escapes stand for characters that a txtar file cannot have.
func TestCases(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		for _, client := range []struct{ name, capabilities string }{{"new", newClient}, {"old", oldClient}} {
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar")+"/"+client.name, func(t *testing.T) { runCase(t, name, client.capabilities) })
		}
	}
}

var escapes = strings.NewReplacer(`␍`, "\r", `␉`, "\t", `␠`, " ", `␀`, "\x00", `⟪BOM⟫`, "\ufeff")

var unescape = strings.NewReplacer(`\n`, "\n", `\r`, "\r")

type caseRun struct {
	*editorClient
	golden map[string]*txtar.File
	dirty  bool
}

func runCase(t *testing.T, name, capabilities string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	run := &caseRun{golden: map[string]*txtar.File{}}
	files, markers := map[string]string{}, map[string][]marker{}
	for i := range archive.Files {
		file := &archive.Files[i]
		if golden, ok := strings.CutPrefix(file.Name, "@"); ok {
			run.golden[golden] = file
			continue
		}
		content, found := split(escapes.Replace(string(file.Data)))
		files[file.Name], markers[file.Name] = content, found
	}
	dir := tree(t, files)
	for name, all := range markers {
		for i, m := range all {
			if m.verb == "built" {
				build(t, filepath.Join(dir, "bazel-bin"), fmt.Sprintf("%s/lib%d.autofix/mine.json", filepath.Dir(name), i), name, files[name], m.args[0])
			}
		}
	}
	run.editorClient = connect(t, capabilities, dir)
	for _, file := range archive.Files {
		if content, open := files[file.Name]; open && len(markers[file.Name]) > 0 {
			content := strings.TrimPrefix(content, text.Mark)
			run.open(filepath.Join(dir, file.Name), content)
			run.file(dir, file.Name, content, markers[file.Name])
		}
	}
	run.shutdown()
	if run.dirty {
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func (r *caseRun) file(dir, name, content string, markers []marker) {
	path := filepath.Join(dir, name)
	d := text.Open(content, false, r.encoding)
	lines := strings.SplitAfter(content, "\n")
	var want, got []string
	for _, m := range markers {
		if m.verb == "diag" {
			want = append(want, fmt.Sprintf("%d: %s %q", m.line+1, m.args[0], unescape.Replace(m.args[1])))
		}
	}
	for _, diagnostic := range r.diagnostics(path, 1) {
		start, end := d.Offsets(diagnostic.Range)
		got = append(got, fmt.Sprintf("%d: %s %q", diagnostic.Range.Start.Line+1, diagnostic.Code, content[start:end]))
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		r.t.Errorf("%s: findings (-markers +server):\n%s", name, diff)
	}
	for _, m := range markers {
		line := protocol.Range{Start: protocol.Position{Line: uint32(m.line)}, End: protocol.Position{Line: uint32(m.line), Character: 1 << 20}}
		switch m.verb {
		case "diag", "built":
		case "action":
			r.action(path, content, r.actions(path, line), func(a protocol.CodeAction) bool { return a.Title == m.args[0] }, m)
		case "noaction":
			for _, action := range r.actions(path, line) {
				if action.Title == m.args[0] {
					r.t.Errorf("%s:%d: %s is offered", name, m.line+1, m.args[0])
				}
			}
		case "all":
			r.action(path, content, r.actions(path, line, m.args[0]), func(a protocol.CodeAction) bool { return string(a.Kind) == m.args[0] }, m)
		case "lines":
			ranges, at := []protocol.Range{}, uint32(m.line)
			for i, count := range strings.Split(m.args[0], ",") {
				n, err := strconv.Atoi(count)
				if err != nil {
					r.t.Fatalf("%s:%d: %v", name, m.line+1, err)
				}
				if i%2 == 0 {
					ranges = append(ranges, protocol.Range{Start: protocol.Position{Line: at}, End: protocol.Position{Line: at + uint32(n)}})
				}
				at += uint32(n)
			}
			params := map[string]any{"textDocument": map[string]any{"uri": uri(path)}, "options": map[string]any{"tabSize": 4, "insertSpaces": true}}
			method := "textDocument/rangesFormatting"
			if params["ranges"] = ranges; !r.ranges {
				delete(params, "ranges")
				params["range"], method = protocol.Range{Start: ranges[0].Start, End: ranges[len(ranges)-1].End}, "textDocument/rangeFormatting"
				if len(ranges) > 1 {
					continue
				}
			}
			var edits []protocol.TextEdit
			r.call(method, params, &edits)
			r.same(m, applied(content, edits, r.encoding))
		case "format":
			var edits []protocol.TextEdit
			r.call("textDocument/formatting", map[string]any{
				"textDocument": map[string]any{"uri": uri(path)}, "options": map[string]any{"tabSize": 4, "insertSpaces": true},
			}, &edits)
			r.same(m, applied(content, edits, r.encoding))
		case "hover":
			at := strings.Index(lines[m.line], m.args[0])
			var hover protocol.Hover
			position := d.Position(len(strings.Join(lines[:m.line], "")) + at)
			r.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": uri(path)}, "position": position}, &hover)
			if at < 0 || !strings.Contains(hover.Contents.Value, m.args[1]) {
				r.t.Errorf("%s:%d: the hover over %q is %q, without %q", name, m.line+1, m.args[0], hover.Contents.Value, m.args[1])
			}
		case "complete", "nocomplete", "completed":
			at := strings.Index(lines[m.line], m.args[0])
			if at < 0 {
				r.t.Fatalf("%s:%d: no %q", name, m.line+1, m.args[0])
			}
			var items []protocol.CompletionItem
			position := d.Position(len(strings.Join(lines[:m.line], "")) + at + len(m.args[0]))
			r.call("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": uri(path)}, "position": position}, &items)
			labels := m.args[1:]
			if m.verb == "nocomplete" && len(items) > 0 {
				r.t.Errorf("%s:%d: %d completions, such as %q", name, m.line+1, len(items), items[0].Label)
			}
			if m.verb == "completed" {
				labels = labels[:1]
			}
			for _, label := range labels {
				i := slices.IndexFunc(items, func(item protocol.CompletionItem) bool { return item.Label == label })
				if i < 0 {
					r.t.Errorf("%s:%d: %q is none of %d completions", name, m.line+1, label, len(items))
				} else if m.verb == "completed" {
					r.same(m, applied(content, []protocol.TextEdit{*items[i].TextEdit}, r.encoding))
				}
			}
		default:
			r.t.Fatalf("%s: unknown marker %s", name, m.verb)
		}
	}
}

func (r *caseRun) action(path, content string, all []protocol.CodeAction, is func(protocol.CodeAction) bool, m marker) {
	r.t.Helper()
	i := slices.IndexFunc(all, is)
	if i < 0 {
		var titles []string
		for _, a := range all {
			titles = append(titles, a.Title)
		}
		r.t.Errorf("line %d: no %s; there are %q", m.line+1, m.args[0], titles)
		return
	}
	action, err := r.resolve(all[i])
	if err != nil {
		r.t.Errorf("line %d: %s: %v", m.line+1, m.args[0], err)
		return
	}
	r.same(m, r.apply(action.Edit, path, content, map[string]string{}))
}

// same compares a text with the expected one, the last argument of a marker.
func (r *caseRun) same(m marker, got string) {
	r.t.Helper()
	name := m.args[len(m.args)-1]
	golden := r.golden[name]
	if golden == nil {
		r.t.Errorf("line %d: no file @%s", m.line+1, name)
		return
	}
	want := escapes.Replace(string(golden.Data))
	if *update && want != got {
		golden.Data, r.dirty = []byte(got), true
		if bytes.ContainsRune(golden.Data, '\r') {
			golden.Data = bytes.ReplaceAll(golden.Data, []byte("\r"), []byte("␍"))
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		r.t.Errorf("line %d: %s %q (-want +got):\n%s", m.line+1, m.verb, m.args, diff)
	}
}
