package artifact

import (
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// related reads the related places of a finding.
func (d *decoder) related(list *[]fixedits.Related) *Error {
	d.peek()
	start := d.pos
	err := d.list(func(i int) *Error {
		if i == fixedits.MaxRelated {
			return d.fail(start, "more than %d places", fixedits.MaxRelated)
		}
		*list = append(*list, fixedits.Related{})
		return d.relatedPlace(&(*list)[i])
	})
	if err == nil && len(*list) == 0 {
		return d.fail(start, "empty: leave it out if there are none")
	}
	return err
}

func (d *decoder) relatedPlace(r *fixedits.Related) *Error {
	return d.object(&relatedObject, func(field int) *Error {
		switch field {
		case relatedPath:
			return set(&r.Path, d.string)
		case relatedStart:
			return set(&r.Start, d.integer)
		case relatedEnd:
			return set(&r.End, d.integer)
		case relatedLine:
			return set(&r.Line, d.integer)
		case relatedColumn:
			return set(&r.Column, d.integer)
		default:
			return set(&r.Message, d.string)
		}
	})
}

// related writes the field with the related places of a finding.
func (w *writer) related(list []fixedits.Related) {
	w.name(diagnosticObject.fields[diagnosticRelated])
	w.raw("[")
	for i := range list {
		if i > 0 {
			w.raw(", ")
		}
		r, names := &list[i], relatedObject.fields
		w.raw("{")
		w.textField(names[relatedPath], r.Path)
		w.raw(", ")
		w.integerField(names[relatedStart], r.Start)
		w.raw(", ")
		w.integerField(names[relatedEnd], r.End)
		w.raw(", ")
		w.integerField(names[relatedLine], r.Line)
		w.raw(", ")
		w.integerField(names[relatedColumn], r.Column)
		w.raw(", ")
		w.textField(names[relatedMessage], r.Message)
		w.raw("}")
	}
	w.raw("]")
}

// checkRelated checks the related places of a finding.
func (f *files) checkRelated(list []fixedits.Related) *Error {
	if len(list) > fixedits.MaxRelated {
		return invalid("", "more than %d places", fixedits.MaxRelated)
	}
	for i := range list {
		if err := f.checkRelatedPlace(&list[i]); err != nil {
			return err.within(item(i))
		}
	}
	return nil
}

func (f *files) checkRelatedPlace(r *fixedits.Related) *Error {
	if err := f.checkRange(r.Path, r.Start, r.End); err != nil {
		return err
	}
	if err := checkPlace(r.Line, r.Column); err != nil {
		return err
	}
	if err := checkSentence(r.Message, "message"); err != nil {
		return err
	}
	return checkLength(r.Message, fixedits.MaxRelatedMessage, "message")
}

func checkCategory(text, field string) *Error {
	if err := checkIdentifier(text, field); err != nil {
		return err
	}
	return checkLength(text, fixedits.MaxCategory, field)
}

// checkLength checks that a text has at most some characters.
func checkLength(text string, most int, field string) *Error {
	if n := utf8.RuneCountInString(text); n > most {
		return invalid(field, "%d characters: the most is %d", n, most)
	}
	return nil
}
