package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// A document is decoded TOML with the positions of its keys. It collects the
// mistakes found in it.
type document struct {
	path   string
	root   map[string]any
	places map[string]unstable.Position // first position of each key, by joined key path
	counts map[string]int               // the tables so far of each array of tables, by joined key path
	errs   []*Error
	made   bool // from the file at path, whose lines are others
}

func decode(path string, data []byte, made bool) (*document, error) {
	d := &document{path: path, places: make(map[string]unstable.Position), counts: make(map[string]int), made: made}
	if err := toml.Unmarshal(data, &d.root); err != nil {
		mistake := &Error{Path: path, Msg: strings.TrimPrefix(err.Error(), "toml: ")}
		if e, ok := errors.AsType[*toml.DecodeError](err); ok && !made {
			mistake.Line, mistake.Column = e.Position()
		}
		return nil, mistake
	}
	if err := d.place(data); err != nil {
		return nil, &Error{Path: path, Msg: err.Error()}
	}
	return d, nil
}

// place records the position of each key. In the path of a key, the index of a
// table follows the name of its array. The document is known to be valid.
func (d *document) place(data []byte) error {
	var p unstable.Parser
	p.Reset(data)
	var table []string
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table:
			table = d.placeKey(&p, nil, e.Key())
		case unstable.ArrayTable:
			array := d.placeKey(&p, nil, e.Key())
			d.counts[joined(array)]++
			table = d.inLast(array)
			key := e.Key()
			key.Next()
			d.places[joined(table)] = p.Shape(key.Node().Raw).Start
		case unstable.KeyValue:
			d.placeKeyValue(&p, table, e)
		}
	}
	return p.Error()
}

func (d *document) placeKeyValue(p *unstable.Parser, table []string, e *unstable.Node) {
	path := d.placeKey(p, table, e.Key())
	switch v := e.Value(); v.Kind {
	case unstable.InlineTable:
		d.placeInline(p, path, v)
	case unstable.Array:
		i := 0
		for it := v.Children(); it.Next(); i++ {
			if it.Node().Kind == unstable.InlineTable {
				item := append(slices.Clone(path), strconv.Itoa(i))
				d.places[joined(item)] = d.places[joined(path)]
				d.placeInline(p, item, it.Node())
			}
		}
	}
}

func (d *document) placeInline(p *unstable.Parser, path []string, table *unstable.Node) {
	for it := table.Children(); it.Next(); {
		d.placeKeyValue(p, path, it.Node())
	}
}

func (d *document) placeKey(p *unstable.Parser, table []string, key unstable.Iterator) []string {
	path := slices.Clone(table)
	for key.Next() {
		path = append(d.inLast(path), string(key.Node().Data))
		id := joined(path)
		if _, ok := d.places[id]; !ok {
			d.places[id] = p.Shape(key.Node().Raw).Start
		}
	}
	return path
}

// inLast returns the path of the last table so far if path is the path of an
// array of tables, which a longer key continues.
func (d *document) inLast(path []string) []string {
	if n := d.counts[joined(path)]; n > 0 {
		return append(path, strconv.Itoa(n-1))
	}
	return path
}

// joined is a map key for a key path. NUL cannot be in a TOML key as it stands
// in a file.
func joined(path []string) string { return strings.Join(path, "\x00") }

// fail records a mistake at a key.
func (d *document) fail(path []string, format string, args ...any) {
	d.errs = append(d.errs, d.mistake(path, fmt.Sprintf(format, args...)))
}

// mistake returns an error at a key. In a file that was made from another one,
// it names the table of the key instead of the line.
func (d *document) mistake(path []string, msg string) *Error {
	at, found := d.places[joined(path)]
	if !d.made {
		return &Error{d.path, at.Line, at.Column, msg}
	}
	if found && len(path) > 1 {
		msg = d.tableAbove(path) + ": " + msg
	}
	return &Error{Path: d.path, Msg: msg}
}

// tableAbove returns the table that has a key, in words: its header, or its
// number in an array of tables.
func (d *document) tableAbove(path []string) string {
	if _, list := d.root[path[0]].([]any); !list {
		return "[" + dotted(path[:len(path)-1]) + "]"
	}
	index, _ := strconv.Atoi(path[1])
	return fmt.Sprintf("table %d of [[%s]]", index+1, path[0])
}

// err returns all mistakes in the order of the file, or nil.
func (d *document) err() error {
	sortByPlace(d.errs)
	errs := make([]error, len(d.errs))
	for i, e := range d.errs {
		errs[i] = e
	}
	return errors.Join(errs...)
}

func sortByPlace(errs []*Error) {
	slices.SortStableFunc(errs, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Msg, b.Msg))
	})
}

// text reads a string, which must be one of the allowed values if there are
// any.
func (d *document) text(path []string, value any, allowed ...string) string {
	s, ok := value.(string)
	if !ok {
		d.fail(path, "%s must be a string, not %s", last(path), kindOf(value))
		return ""
	}
	if len(allowed) > 0 && !slices.Contains(allowed, s) {
		d.fail(path, "%s must be one of %s, not %q%s", last(path), quoted(allowed), s, didYouMean(s, allowed))
	}
	return s
}

func (d *document) texts(path []string, value any) []string {
	list, ok := value.([]any)
	if !ok {
		d.fail(path, "%s must be an array of strings, not %s", last(path), kindOf(value))
		return nil
	}
	texts := make([]string, 0, len(list))
	for _, v := range list {
		s, ok := v.(string)
		if !ok {
			d.fail(path, "%s must be an array of strings, not of %s", last(path), kindOf(v))
			return nil
		}
		texts = append(texts, s)
	}
	return texts
}

func (d *document) integer(path []string, value any) int {
	n, ok := value.(int64)
	if !ok || int64(int(n)) != n {
		d.fail(path, "%s must be an integer, not %s", last(path), kindOf(value))
		return 0
	}
	return int(n)
}

func (d *document) integers(path []string, value any) []int {
	list, ok := value.([]any)
	if !ok {
		d.fail(path, "%s must be an array of integers, not %s", last(path), kindOf(value))
		return nil
	}
	numbers := make([]int, 0, len(list))
	for _, v := range list {
		n, ok := v.(int64)
		if !ok || int64(int(n)) != n {
			d.fail(path, "%s must be an array of integers, not of %s", last(path), kindOf(v))
			return nil
		}
		numbers = append(numbers, int(n))
	}
	return numbers
}

func (d *document) stringMap(path []string, value any) map[string]string {
	table, ok := value.(map[string]any)
	if !ok {
		d.fail(path, "%s must be a table of strings, not %s", last(path), kindOf(value))
		return nil
	}
	texts := make(map[string]string, len(table))
	for name, v := range table {
		texts[name] = d.text(append(slices.Clone(path), name), v)
	}
	return texts
}

func (d *document) boolean(path []string, value any) bool {
	b, ok := value.(bool)
	if !ok {
		d.fail(path, "%s must be a boolean, not %s", last(path), kindOf(value))
	}
	return b
}

func last(path []string) string { return path[len(path)-1] }

func quoted(values []string) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprintf("%q", v)
	}
	return strings.Join(out, ", ")
}

func kindOf(value any) string {
	switch value.(type) {
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case int64:
		return "an integer"
	case float64:
		return "a float"
	case []any:
		return "an array"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}
