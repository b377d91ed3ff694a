package yaml

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strings"
	"unicode/utf8"

	upstream "go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/flow"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// load parses all documents of a text without a byte order mark. An empty text
// has one document, nil. The error is an *operation.Error.
func load(text string) ([]*upstream.Node, error) {
	if !utf8.ValidString(text) {
		return nil, &operation.Error{Code: operation.CodeEncoding, Why: "the text is not UTF-8"}
	}
	if strings.Count(text, "\r") != strings.Count(text, "\r\n") {
		return nil, &operation.Error{Code: operation.CodeUnsupportedPlace, Why: "a line ends with a carriage return alone: end it with a newline"}
	}
	loader, err := upstream.NewLoader(strings.NewReader(as11(text)), upstream.WithPlugin(limits{}))
	if err != nil {
		return nil, &operation.Error{Code: operation.CodeSyntax, Why: err.Error()}
	}
	var documents []*upstream.Node
	for {
		document := new(upstream.Node)
		switch err := loader.Load(document); {
		case errors.Is(err, io.EOF):
			if documents == nil {
				documents = []*upstream.Node{nil}
			}
			return documents, nil
		case err != nil:
			return nil, syntaxError(text, err)
		}
		documents = append(documents, document.Content[0])
	}
}

var directive = lazyregexp.New(`(?m)^%YAML[ \t]+1\.[2-9]\b`)

// as11 returns text with YAML 1.2 directives changed to 1.1. The parser reads
// both versions, but rejects the directive for 1.2. Offsets stay.
func as11(text string) string {
	if !strings.Contains(text, "%YAML") {
		return text
	}
	return directive().ReplaceAllStringFunc(text, func(found string) string { return found[:len(found)-1] + "1" })
}

var errTooDeep = fmt.Errorf("the text nests more than %d deep", operation.MaxDepth)

// limits is a plugin of the parser.
type limits struct{}

func (limits) CheckDepth(depth int, _ *upstream.DepthContext) error {
	if depth > operation.MaxDepth {
		return errTooDeep
	}
	return nil
}

// CheckAlias allows all aliases: the parser does not expand them.
func (limits) CheckAlias(int, int) error { return nil }

// syntaxError converts an error of the parser.
func syntaxError(text string, err error) *operation.Error {
	at, ok := errors.AsType[*upstream.LoadError](err)
	switch {
	case errors.Is(err, errTooDeep), ok && at.Message == errTooDeep.Error():
		return &operation.Error{Code: operation.CodeTooDeep, Why: errTooDeep.Error()}
	case !ok || at.Mark.Line == 0:
		return &operation.Error{Code: operation.CodeSyntax, Why: err.Error()}
	}
	found := &operation.Error{Code: operation.CodeSyntax, Why: fmt.Sprintf("line %d, column %d: %s", at.Mark.Line, at.Mark.Column, at.Message)}
	start := position.New([]byte(text), position.LF).Start(at.Mark.Line)
	if strings.Contains(flow.Indentation(text[start:]), "\t") {
		found.Code, found.Why = operation.CodeTabs, fmt.Sprintf("line %d is indented with a tab, which YAML does not allow", at.Mark.Line)
	}
	return found
}

// Decode returns the values of all documents of a text. It shares no code with
// the functions that apply operations, except for the parser. The error is an
// *operation.Error.
func Decode(text []byte) ([]any, error) {
	plain := string(bytes.TrimPrefix(text, []byte(bom)))
	documents, err := load(plain)
	if err != nil {
		return nil, err
	}
	return valuesOf(documents, len(plain))
}

func valuesOf(documents []*upstream.Node, size int) ([]any, error) {
	d := decoder{most: max(10*size, 1_000_000)}
	values := make([]any, len(documents))
	for i, document := range documents {
		var err *operation.Error
		if values[i], err = d.value(document, ""); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// A decoder converts nodes to values in the model of package operation.
type decoder struct {
	anchored map[*upstream.Node]*anchored
	count    int // values so far, with aliases expanded
	most     int // that are allowed
}

// An anchored is the value of a node with an anchor. It is open while it is
// being read.
type anchored struct {
	value any
	count int
	open  bool
}

func (d *decoder) value(n *upstream.Node, pointer string) (any, *operation.Error) {
	if n == nil {
		return nil, nil
	}
	if d.count++; d.count > d.most {
		return nil, fail(operation.CodeAlias, pointer, "the aliases of the text stand for more than %d values", d.most)
	}
	if n.Kind == upstream.AliasNode {
		known := d.anchored[n.Alias]
		if known == nil || known.open {
			return nil, fail(operation.CodeAlias, pointer, "the alias *%s is within its own anchor", n.Value)
		}
		if d.count += known.count; d.count > d.most {
			return nil, fail(operation.CodeAlias, pointer, "the aliases of the text stand for more than %d values", d.most)
		}
		return known.value, nil
	}
	if n.Anchor == "" {
		return d.content(n, pointer)
	}
	known, before := d.anchor(n), d.count
	known.open = true
	var err *operation.Error
	known.value, err = d.content(n, pointer)
	known.count, known.open = d.count-before, false
	return known.value, err
}

// anchor returns the anchored value of a node, to be set.
func (d *decoder) anchor(n *upstream.Node) *anchored {
	if d.anchored == nil {
		d.anchored = map[*upstream.Node]*anchored{}
	}
	known := new(anchored)
	d.anchored[n] = known
	return known
}

func (d *decoder) content(n *upstream.Node, pointer string) (any, *operation.Error) {
	switch n.Kind {
	case upstream.MappingNode:
		return d.mapping(n, pointer)
	case upstream.SequenceNode:
		array := make([]any, len(n.Content))
		for i, item := range n.Content {
			var err *operation.Error
			if array[i], err = d.value(item, operation.JoinIndex(pointer, i)); err != nil {
				return nil, err
			}
		}
		return array, nil
	}
	return scalarValue(n), nil
}

func (d *decoder) mapping(n *upstream.Node, pointer string) (any, *operation.Error) {
	object := make(map[string]any, len(n.Content)/2)
	var merged []any
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, ok := keyOf(n.Content[i])
		if n.Content[i].Anchor != "" {
			d.anchor(n.Content[i]).value = scalarValue(n.Content[i])
		}
		place := operation.Join(pointer, key)
		if !ok {
			return nil, fail(operation.CodeSyntax, pointer, "line %d: a key is a collection, which has no name", n.Content[i].Line)
		}
		value, err := d.value(n.Content[i+1], place)
		switch {
		case err != nil:
			return nil, err
		case isMerge(n.Content[i]):
			merged = append(merged, value)
			continue
		}
		if _, twice := object[key]; twice {
			return nil, fail(operation.CodeDuplicateKey, place, "line %d: the key %q is there twice", n.Content[i].Line, key)
		}
		object[key] = value
	}
	for _, value := range merged {
		if !merge(object, value) {
			return nil, fail(operation.CodeMergeKey, pointer, "the value of << is neither an object nor an array of objects")
		}
	}
	return object, nil
}

// merge adds the members of a merge key. Earlier members hide later ones.
func merge(object map[string]any, value any) bool {
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			if _, own := object[key]; !own {
				object[key] = member
			}
		}
		return true
	case []any:
		for _, item := range value {
			if _, ok := item.(map[string]any); !ok || !merge(object, item) {
				return false
			}
		}
		return true
	}
	return false
}

func isMerge(key *upstream.Node) bool { return key.ShortTag() == "!!merge" }

// keyOf returns the text of a key.
func keyOf(key *upstream.Node) (string, bool) {
	if key.Kind == upstream.AliasNode {
		key = key.Alias
	}
	return key.Value, key.Kind == upstream.ScalarNode
}

func scalarValue(n *upstream.Node) any {
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return strings.EqualFold(n.Value, "true")
	case "!!int", "!!float":
		return number(n.Value)
	}
	return n.Value
}

var (
	plainNumber   = lazyregexp.New(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$`)
	decimalNumber = lazyregexp.New(`^([-+]?)0*([0-9]*)(?:\.([0-9]*))?([eE][-+]?[0-9]+)?$`)
)

// number returns a number of YAML in the syntax of JSON, or a float64 for
// infinities and NaN.
func number(text string) any {
	if plainNumber().MatchString(text) {
		return json.Number(text)
	}
	clean := strings.ReplaceAll(text, "_", "")
	switch strings.ToLower(strings.TrimLeft(clean, "+-")) {
	case ".inf":
		if strings.HasPrefix(clean, "-") {
			return math.Inf(-1)
		}
		return math.Inf(1)
	case ".nan":
		return math.NaN()
	}
	if integer, ok := new(big.Int).SetString(clean, 0); ok {
		return json.Number(integer.String())
	}
	parts := decimalNumber().FindStringSubmatch(clean)
	if parts == nil {
		return text
	}
	spelled := strings.TrimPrefix(parts[1], "+")
	if parts[2] == "" {
		parts[2] = "0"
	}
	spelled += parts[2]
	if parts[3] != "" {
		spelled += "." + parts[3]
	}
	return json.Number(spelled + parts[4])
}

func fail(code operation.Code, pointer, format string, args ...any) *operation.Error {
	return &operation.Error{Code: code, Pointer: pointer, Why: fmt.Sprintf(format, args...)}
}
