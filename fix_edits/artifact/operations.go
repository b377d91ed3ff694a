package artifact

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// operationShapes lists, by kind of operation, the required and the allowed
// fields, among the fields from key to value.
var operationShapes = map[fixedits.OperationKind]struct{ required, allowed uint }{
	fixedits.OpReplaceValue:     {1 << operationValue, 0},
	fixedits.OpAddValue:         {1<<operationKey | 1<<operationValue, 0},
	fixedits.OpRemoveKey:        {1 << operationKey, 0},
	fixedits.OpInsertArrayItem:  {1 << operationValue, 1 << operationIndex},
	fixedits.OpReplaceArrayItem: {1<<operationIndex | 1<<operationValue, 0},
	fixedits.OpRenameKey:        {1<<operationFrom | 1<<operationTo, 0},
}

// ofKinds are the fields that only operations of some kinds have.
const ofKinds = 1<<operationKey | 1<<operationFrom | 1<<operationTo | 1<<operationIndex | 1<<operationValue

// fieldsOf returns the fields of a set.
func fieldsOf(set uint) (fields []int) {
	for ; set != 0; set &= set - 1 {
		fields = append(fields, bits.TrailingZeros(set))
	}
	return fields
}

// OperationFields returns the names of the fields of an operation of a kind, in
// addition to the fields that all kinds have. It returns nothing for an unknown
// kind.
func OperationFields(kind fixedits.OperationKind) (required, optional []string) {
	shape := operationShapes[kind]
	return operationObject.namesOf(fieldsOf(shape.required)...), operationObject.namesOf(fieldsOf(shape.allowed)...)
}

func (d *decoder) operation(o *fixedits.Operation) *Error {
	d.peek()
	start := d.pos
	var has uint
	err := d.object(&operationObject, func(field int) *Error {
		has |= 1 << field
		switch field {
		case operationOp:
			return word(d, &o.Kind, operationKinds)
		case operationFile:
			return set(&o.File, d.string)
		case operationDocument:
			o.Document = new(int)
			return set(o.Document, d.integer)
		case operationPointer:
			return set(&o.Pointer, d.string)
		case operationKey:
			return set(&o.Key, d.string)
		case operationFrom:
			return set(&o.From, d.string)
		case operationTo:
			return set(&o.To, d.string)
		case operationIndex:
			o.Index = new(int)
			return set(o.Index, d.integer)
		case operationValue:
			return set(&o.Value, d.json)
		default:
			o.Expects = &fixedits.Expects{}
			return d.expects(o.Expects)
		}
	})
	if err != nil {
		return err
	}
	shape := operationShapes[o.Kind]
	if extra := has & ofKinds &^ (shape.required | shape.allowed); extra != 0 {
		return d.fail(start, "%s has no %s", o.Kind, operationObject.fields[bits.TrailingZeros(extra)].name)
	}
	return d.missing(&operationObject, start, shape.required&^has)
}

func (d *decoder) expects(e *fixedits.Expects) *Error {
	return d.object(&expectsObject, func(field int) *Error {
		switch field {
		case expectsType:
			return word(d, &e.Type, valueTypes)
		case expectsEquals:
			return set(&e.Equals, d.json)
		default:
			e.Exists = new(bool)
			return set(e.Exists, d.boolean)
		}
	})
}

// AppendOperation appends an operation as JSON on one line. The operation is
// valid.
func AppendOperation(out []byte, o *fixedits.Operation) []byte {
	w := writer{out: out}
	w.operation(o)
	return w.out
}

func (w *writer) operation(o *fixedits.Operation) {
	names := operationObject.fields
	shape := operationShapes[o.Kind]
	w.raw("{")
	w.textField(names[operationOp], string(o.Kind))
	w.raw(", ")
	w.textField(names[operationFile], o.File)
	if o.Document != nil {
		w.raw(", ")
		w.integerField(names[operationDocument], *o.Document)
	}
	w.raw(", ")
	w.textField(names[operationPointer], o.Pointer)
	for _, f := range []struct {
		field int
		text  string
	}{{operationKey, o.Key}, {operationFrom, o.From}, {operationTo, o.To}} {
		if shape.required&(1<<f.field) != 0 {
			w.raw(", ")
			w.textField(names[f.field], f.text)
		}
	}
	if o.Index != nil {
		w.raw(", ")
		w.integerField(names[operationIndex], *o.Index)
	}
	if o.Value != nil {
		w.raw(", ")
		w.name(names[operationValue])
		w.json(o.Value)
	}
	if o.Expects != nil {
		w.raw(", ")
		w.name(names[operationExpects])
		w.expects(o.Expects)
	}
	w.raw("}")
}

func (w *writer) expects(e *fixedits.Expects) {
	names := expectsObject.fields
	w.raw("{")
	comma := ""
	if e.Type != "" {
		w.textField(names[expectsType], e.Type)
		comma = ", "
	}
	if e.Equals != nil {
		w.raw(comma)
		w.name(names[expectsEquals])
		w.json(e.Equals)
		comma = ", "
	}
	if e.Exists != nil {
		w.raw(comma)
		w.name(names[expectsExists])
		w.raw(map[bool]string{false: "false", true: "true"}[*e.Exists])
	}
	w.raw("}")
}

// checkOperations checks the operations of a fix, whose files have snapshots.
func (f *files) checkOperations(fix *fixedits.Fix) *Error {
	switch {
	case fix.Actions == nil:
		return nil
	case len(fix.Actions) == 0:
		return invalid("", "there are none: leave the field out")
	case fix.Resolver != nil:
		return invalid("", "a fix with a resolver cannot have actions, because its edits are not known yet")
	}
	for i := range fix.Actions {
		if err := CheckOperation(&fix.Actions[i]); err != nil {
			return err.within(item(i))
		}
		if err := f.look(fix.Actions[i].File); err != nil {
			err.Field = "file"
			return err.within(item(i))
		}
	}
	return nil
}

// CheckOperation returns the error in an operation, regardless of the content
// of its file.
func CheckOperation(o *fixedits.Operation) *Error {
	shape, known := operationShapes[o.Kind]
	if !known {
		return unknownWord(operationKinds, string(o.Kind)).within("op")
	}
	if err := checkPath(o.File); err != nil {
		err.Field = "file"
		return err
	}
	if o.Document != nil && (*o.Document < 0 || *o.Document > maxInteger) {
		return invalid("document", "%d is not from 0 to %d", *o.Document, maxInteger)
	}
	if !validPointer(o.Pointer) {
		return invalid("json_pointer", "%s is not a JSON Pointer", quote(o.Pointer))
	}
	for _, f := range []struct {
		field int
		has   bool
	}{
		{operationKey, o.Key != ""},
		{operationFrom, o.From != ""},
		{operationTo, o.To != ""},
		{operationIndex, o.Index != nil},
		{operationValue, o.Value != nil},
	} {
		name := operationObject.fields[f.field].name
		optional := f.field == operationKey || f.field == operationFrom || f.field == operationTo // "" is a key
		switch {
		case f.has && (shape.required|shape.allowed)&(1<<f.field) == 0:
			return invalid("", "%s has no %s", o.Kind, name)
		case !f.has && !optional && shape.required&(1<<f.field) != 0:
			return invalid(name, "missing")
		}
	}
	for _, text := range []struct{ field, text string }{{"key", o.Key}, {"from", o.From}, {"to", o.To}} {
		if err := checkText(text.text, text.field); err != nil {
			return err
		}
	}
	if o.Index != nil && (*o.Index < 0 || *o.Index > maxInteger) {
		return invalid("index", "%d is not from 0 to %d", *o.Index, maxInteger)
	}
	if err := checkJSON(o.Value, "value"); err != nil || o.Expects == nil {
		return err
	}
	if o.Expects.Type != "" {
		if err := checkWord(valueTypes, o.Expects.Type, "expects.type"); err != nil {
			return err
		}
	}
	return checkJSON(o.Expects.Equals, "expects.equals")
}

// validPointer reports whether text is a JSON Pointer (RFC 6901).
func validPointer(text string) bool {
	if text == "" {
		return true
	}
	if text[0] != '/' || !utf8.ValidString(text) {
		return false
	}
	for {
		at := strings.IndexByte(text, '~')
		if at < 0 {
			return true
		}
		text = text[at+1:]
		if text == "" || text[0] != '0' && text[0] != '1' {
			return false
		}
	}
}
