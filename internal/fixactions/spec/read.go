package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// Errors are all errors in a document, in the order of the places.
type Errors struct {
	Name string // of the file
	List []*operation.Error
}

// Error returns `NAME: POINTER: CODE: WHY`, a line each.
func (e *Errors) Error() string {
	lines := make([]string, len(e.List))
	for i, err := range e.List {
		lines[i] = e.Name + ": " + err.Error()
	}
	return strings.Join(lines, "\n")
}

// Read reads a document. It is YAML if its name ends in .yaml or .yml, JSON if
// it ends in .json, and otherwise JSON if its first character is a bracket. The
// error is an *Errors.
func Read(name string, data []byte) (*Document, error) {
	parse := parseYAML
	switch strings.ToLower(path.Ext(name)) {
	case ".yaml", ".yml":
	case ".json":
		parse = parseJSON
	default:
		if text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n"); len(text) > 0 && (text[0] == '{' || text[0] == '[') {
			parse = parseJSON
		}
	}
	root, err := parse(data)
	if err != nil {
		return nil, &Errors{name, []*operation.Error{err}}
	}
	var r reader
	d := r.document(root)
	if len(r.errs) > 0 {
		return nil, &Errors{name, r.errs}
	}
	return d, nil
}

// A reader reads the parts of a document and collects their errors.
type reader struct {
	errs []*operation.Error
}

func (r *reader) fail(place string, format string, args ...any) {
	r.failed(&operation.Error{Code: operation.CodeShape, Pointer: place, Why: fmt.Sprintf(format, args...)})
}

func (r *reader) failed(err *operation.Error) { r.errs = append(r.errs, err) }

// object returns the values of the fields that an object has, if it is one.
func (r *reader) object(o *object, n *node, place string) map[string]*node {
	if n.kind != "object" {
		r.fail(place, "expected %s, found %s", o.what, n.found())
		return nil
	}
	has := map[string]*node{}
	for _, m := range n.members {
		at := operation.Join(place, m.name)
		f := o.field(m.name)
		switch {
		case has[m.name] != nil:
			r.failed(&operation.Error{Code: operation.CodeDuplicateKey, Pointer: at, Why: "the name occurs twice"})
		case f == nil:
			r.fail(at, "unknown name: %s has %s", o.what, o.names())
		default:
			has[m.name] = m.value
		}
	}
	for _, f := range o.fields {
		if !f.optional && has[f.name] == nil {
			r.fail(operation.Join(place, f.name), "missing")
		}
	}
	return has
}

// A from has the values of the fields of an object.
type from struct {
	r     *reader
	o     *object
	has   map[string]*node
	place string
}

func (r *reader) from(o *object, n *node, place string) from {
	return from{r, o, r.object(o, n, place), place}
}

// text returns the string of a field, or "".
func (f from) text(name string) string {
	n, place := f.has[name], operation.Join(f.place, name)
	if n == nil {
		return ""
	}
	shape := &f.o.field(name).shape
	switch {
	case n.kind != "string":
		f.r.fail(place, "expected a string, found %s", n.found())
	case shape.words != nil && !slices.Contains(shape.words, n.text):
		f.r.fail(place, "%s is not one of %s", quote(n.text), strings.Join(shape.words, ", "))
	case shape.text != nil && !shape.text.valid(n.text):
		f.r.fail(place, "%s: %s", quote(n.text), shape.text.why)
	}
	return n.text
}

// count returns the integer of a field, or nil.
func (f from) count(name string) *int {
	n, place := f.has[name], operation.Join(f.place, name)
	if n == nil {
		return nil
	}
	number, isNumber := n.value.(json.Number)
	if !isNumber || !operation.IsOf(number, "integer") {
		f.r.fail(place, "expected an integer, found %s", n.found())
		return nil
	}
	value, err := strconv.ParseFloat(string(number), 64)
	if err != nil || value < 0 || value > maxCount {
		f.r.fail(place, "%s is not from 0 to %d", quote(string(number)), maxCount)
		return nil
	}
	return new(int(value))
}

// boolean returns the boolean of a field, or nil.
func (f from) boolean(name string) *bool {
	n := f.has[name]
	if n == nil {
		return nil
	}
	value, ok := n.value.(bool)
	if !ok {
		f.r.fail(operation.Join(f.place, name), "expected true or false, found %s", n.found())
	}
	return &value
}

// raw returns the JSON of a field, or nil.
func (f from) raw(name string) json.RawMessage {
	n, place := f.has[name], operation.Join(f.place, name)
	if n == nil {
		return nil
	}
	raw, err := n.json(place, 0)
	if err != nil {
		f.r.failed(err)
	}
	return raw
}

// each calls read for each item of an array of objects.
func (f from) each(name string, read func(n *node, place string)) {
	n, place := f.has[name], operation.Join(f.place, name)
	if n == nil {
		return
	}
	if n.kind != "array" {
		f.r.fail(place, "expected an array, found %s", n.found())
		return
	}
	if least := f.o.field(name).shape.least; len(n.items) < least {
		f.r.fail(place, "empty")
	}
	for i, item := range n.items {
		read(item, operation.JoinIndex(place, i))
	}
}

func (r *reader) document(n *node) *Document {
	f := r.from(&documentObject, n, "")
	d := &Document{PackVersion: f.text("pack_version"), WorkspaceRoot: f.text("workspace_root")}
	if d.WorkspaceRoot != "" {
		if _, err := Within(".", d.WorkspaceRoot); err != nil {
			r.failed(&operation.Error{Code: operation.CodeOutside, Pointer: "/workspace_root", Why: err.Error()})
		}
	}
	seen := map[string]bool{}
	f.each("fix_actions", func(n *node, place string) {
		action := r.action(n, place)
		if seen[action.ID] && action.ID != "" {
			r.fail(operation.Join(place, "id"), "%s is the id of an earlier action", quote(action.ID))
		}
		seen[action.ID] = true
		d.Actions = append(d.Actions, action)
	})
	return d
}

func (r *reader) action(n *node, place string) Action {
	f := r.from(&actionObject, n, place)
	action := Action{
		ID: f.text("id"), Title: f.text("title"), Severity: fixedits.Severity(f.text("severity")),
		Notes: f.text("notes"), Confidence: fixedits.Confidence(f.text("confidence")),
	}
	f.each("targets", func(n *node, place string) {
		action.Targets = append(action.Targets, r.target(n, place))
	})
	f.each("ops", func(n *node, place string) {
		action.Ops = append(action.Ops, r.operation(n, place))
	})
	return action
}

func (r *reader) target(n *node, place string) Target {
	f := r.from(&targetObject, n, place)
	only := len(f.has) == 1 && f.has["diagnostic_id"] != nil
	for _, name := range placeOfTarget {
		if n.kind == "object" && f.has[name] == nil && !only {
			r.fail(operation.Join(place, name), "missing: a target has %s, or a diagnostic_id", strings.Join(placeOfTarget, ", "))
		}
	}
	return Target{
		File: f.text("file"), Document: f.count("document"), Pointer: f.text("json_pointer"), Rule: f.text("rule_id"),
		Diagnostic: f.text("diagnostic_id"),
	}
}

func (r *reader) operation(n *node, place string) fixedits.Operation {
	f := r.from(&operationObject, n, place)
	op := fixedits.Operation{
		Kind: fixedits.OperationKind(f.text("op")), File: f.text("file"), Document: f.count("document"),
		Pointer: f.text("json_pointer"), Key: f.text("key"), From: f.text("from"), To: f.text("to"),
		Index: f.count("index"), Value: f.raw("value"),
	}
	if e := f.has["expects"]; e != nil {
		f := r.from(&expectsObject, e, operation.Join(place, "expects"))
		op.Expects = &fixedits.Expects{Type: f.text("type"), Equals: f.raw("equals"), Exists: f.boolean("exists")}
	}
	if !slices.Contains(kinds, string(op.Kind)) {
		return op
	}
	required, optional := artifact.OperationFields(op.Kind)
	for _, name := range ofKinds {
		switch at := operation.Join(place, name); {
		case f.has[name] == nil && slices.Contains(required, name):
			r.fail(at, "missing: %s has %s", op.Kind, strings.Join(required, " and "))
		case f.has[name] != nil && !slices.Contains(required, name) && !slices.Contains(optional, name):
			r.fail(at, "%s has no %s", op.Kind, name)
		}
	}
	return op
}

// quote returns text on one line of bounded length.
func quote(text string) string { return operation.Text(text) }
