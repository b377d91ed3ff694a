package artifact

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math/bits"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func (d *decoder) artifact(a *Artifact) *Error {
	return d.object(&artifactObject, func(field int) *Error {
		switch field {
		case artifactVersion:
			return set(&a.Version, d.integer)
		case artifactTool:
			return d.tool(&a.Tool)
		case artifactOrigin:
			return set(&a.Origin, d.string)
		case artifactCheckers:
			return d.names(&a.Checkers)
		case artifactWithout:
			return d.names(&a.Without)
		case artifactWarn:
			return d.names(&a.Warn)
		case artifactPlan:
			return set(&a.Plan, d.boolean)
		case artifactPlanned:
			return set(&a.Planned, d.boolean)
		case artifactSnapshots:
			return d.list(func(int) *Error {
				d.snapshots = append(d.snapshots, fixedits.Snapshot{})
				return d.snapshot(&d.snapshots[len(d.snapshots)-1])
			})
		case artifactReads:
			return d.list(func(int) *Error {
				a.Reads = append(a.Reads, fixedits.Snapshot{})
				return d.snapshot(&a.Reads[len(a.Reads)-1])
			})
		case artifactDiagnostics:
			return d.list(func(int) *Error {
				d.diagnostics = append(d.diagnostics, fixedits.Diagnostic{})
				return d.diagnostic(&d.diagnostics[len(d.diagnostics)-1])
			})
		case artifactLeftAlone:
			return d.list(func(int) *Error {
				a.LeftAlone = append(a.LeftAlone, LeftAlone{})
				return d.leftAlone(&a.LeftAlone[len(a.LeftAlone)-1])
			})
		default:
			if d.withoutFixes {
				return d.skip(maxDepth+aboveValues, false)
			}
			return d.list(func(int) *Error {
				d.fixes = append(d.fixes, fixedits.Fix{})
				return d.fix(&d.fixes[len(d.fixes)-1])
			})
		}
	})
}

func (d *decoder) names(list *[]string) *Error {
	return d.list(func(int) *Error {
		*list = append(*list, "")
		return set(&(*list)[len(*list)-1], d.string)
	})
}

func (d *decoder) tool(t *Tool) *Error {
	return d.object(&toolObject, func(field int) *Error {
		if field == toolName {
			return set(&t.Name, d.string)
		}
		return set(&t.Version, d.string)
	})
}

func (d *decoder) leftAlone(l *LeftAlone) *Error {
	return d.object(&leftAloneObject, func(field int) *Error {
		switch field {
		case leftAlonePath:
			return set(&l.Path, d.string)
		case leftAloneReason:
			return set(&l.Reason, d.string)
		case leftAloneDefault:
			return set(&l.Default, d.boolean)
		default:
			return set(&l.More, d.integer)
		}
	})
}

func (d *decoder) snapshot(s *fixedits.Snapshot) *Error {
	d.peek()
	start := d.pos
	var has uint
	err := d.object(&snapshotObject, func(field int) *Error {
		has |= 1 << field
		switch field {
		case snapshotPath:
			return set(&s.Path, d.string)
		case snapshotSHA256:
			return set(&s.SHA256, d.unique)
		case snapshotSize:
			return set(&s.Size, d.integer)
		default:
			return set(&s.Absent, d.boolean)
		}
	})
	const ofFile = 1<<snapshotSHA256 | 1<<snapshotSize
	switch {
	case err != nil:
	case s.Absent && has&ofFile != 0:
		return d.fail(start, "a file that is absent has neither sha256 nor size")
	case !s.Absent:
		return d.missing(&snapshotObject, start, ofFile&^has)
	}
	return err
}

func (d *decoder) diagnostic(g *fixedits.Diagnostic) *Error {
	return d.object(&diagnosticObject, func(field int) *Error {
		switch field {
		case diagnosticID:
			return set(&g.ID, d.unique)
		case diagnosticRule:
			return set(&g.Rule, d.string)
		case diagnosticPhase:
			return word(d, &g.Phase, phases)
		case diagnosticSeverity:
			return word(d, &g.Severity, severities)
		case diagnosticMessage:
			return set(&g.Message, d.string)
		case diagnosticPath:
			return set(&g.Path, d.string)
		case diagnosticStart:
			return set(&g.Start, d.integer)
		case diagnosticEnd:
			return set(&g.End, d.integer)
		case diagnosticLine:
			return set(&g.Line, d.integer)
		case diagnosticColumn:
			return set(&g.Column, d.integer)
		case diagnosticCategory:
			if err := set(&g.Category, d.string); err != nil {
				return err
			}
			return checkCategory(g.Category, "")
		case diagnosticRelated:
			return d.related(&g.Related)
		case diagnosticPointer:
			g.Pointer = new(string)
			return set(g.Pointer, d.string)
		case diagnosticDocument:
			g.Document = new(int)
			return set(g.Document, d.integer)
		case diagnosticFingerprints:
			return d.fingerprints(g)
		default:
			if d.withoutFixes {
				return d.skip(maxDepth, false)
			}
			first := len(d.ids)
			err := d.list(func(int) *Error {
				d.ids = append(d.ids, "")
				return set(&d.ids[len(d.ids)-1], d.string)
			})
			g.Fixes = d.ids[first:]
			return err
		}
	})
}

func (d *decoder) fingerprints(g *fixedits.Diagnostic) *Error {
	d.peek()
	start, first := d.pos, len(d.prints)
	err := d.list(func(int) *Error {
		d.prints = append(d.prints, "")
		return set(&d.prints[len(d.prints)-1], d.unique)
	})
	if g.Fingerprints = d.prints[first:]; err == nil && len(g.Fingerprints) == 0 {
		return d.fail(start, "empty: leave it out if there are none")
	}
	return err
}

func (d *decoder) fix(f *fixedits.Fix) *Error {
	return d.object(&fixObject, func(field int) *Error {
		switch field {
		case fixID:
			return set(&f.ID, d.string)
		case fixRule:
			return set(&f.Rule, d.string)
		case fixPhase:
			return word(d, &f.Phase, phases)
		case fixTitle:
			return set(&f.Title, d.string)
		case fixSafety:
			return word(d, &f.Safety, safeties)
		case fixConfidence:
			return word(d, &f.Confidence, confidences)
		case fixEdits:
			first := len(d.edits)
			err := d.list(func(int) *Error {
				d.edits = append(d.edits, fixedits.Edit{})
				return d.edit(&d.edits[len(d.edits)-1])
			})
			f.Edits = d.edits[first:]
			return err
		case fixActions:
			f.Actions = []fixedits.Operation{}
			return d.list(func(int) *Error {
				f.Actions = append(f.Actions, fixedits.Operation{})
				return d.operation(&f.Actions[len(f.Actions)-1])
			})
		case fixIdempotent:
			return set(&f.Idempotent, d.boolean)
		case fixIsolation:
			if err := set(&f.Isolation, d.string); err != nil {
				return err
			}
			return checkIdentifier(f.Isolation, "")
		case fixResolver:
			f.Resolver = &fixedits.Resolver{}
			return d.resolver(f.Resolver)
		case fixCertificate:
			f.Certificate = &fixedits.Certificate{}
			return d.certificate(f.Certificate)
		default:
			f.Disposition = &fixedits.Disposition{}
			return d.disposition(f.Disposition)
		}
	})
}

// editShapes lists, by kind of edit, the required fields of an edit, and the
// fields that it may have in addition to its path.
var editShapes = [...]struct{ required, allowed uint }{
	fixedits.EditText:   {1<<editStart | 1<<editEnd, 1<<editNew | 1<<editNewBase64},
	fixedits.EditCreate: {1 << editCreate, 1<<editNew | 1<<editNewBase64 | 1<<editExecutable},
	fixedits.EditDelete: {1 << editDelete, 0},
}

func (d *decoder) edit(e *fixedits.Edit) *Error {
	d.peek()
	start, news := d.pos, 0
	var has uint
	err := d.object(&editObject, func(field int) *Error {
		has |= 1 << field
		switch field {
		case editPath:
			return set(&e.Path, d.string)
		case editStart:
			return set(&e.Start, d.integer)
		case editEnd:
			return set(&e.End, d.integer)
		case editNew:
			news++
			raw, err := d.text()
			e.New = d.keepBytes(raw)
			return err
		case editNewBase64:
			news++
			return set(&e.New, d.base64)
		case editExecutable:
			return set(&e.Executable, d.boolean)
		case editCreate:
			e.Kind = fixedits.EditCreate
			return d.yes()
		default:
			e.Kind = fixedits.EditDelete
			return d.yes()
		}
	})
	if err != nil {
		return err
	}
	if has&(1<<editCreate) != 0 {
		e.Kind = fixedits.EditCreate // whichever came last
	}
	shape := editShapes[e.Kind]
	if extra := has &^ (shape.required | shape.allowed | 1<<editPath); extra != 0 {
		field := editObject.fields[bits.TrailingZeros(extra)].name
		return d.fail(start, "an edit that %s a file has no %s", kinds[e.Kind], field)
	}
	if err := d.missing(&editObject, start, shape.required&^has); err != nil {
		return err
	}
	if news != 1 && shape.allowed != 0 {
		names := editObject.fields
		return d.fail(start, "an edit has exactly one of %s and %s", names[editNew].name, names[editNewBase64].name)
	}
	return nil
}

// missing returns the error for the first of the given fields of the object at
// start, if there are any.
func (d *decoder) missing(o *object, start int, fields uint) *Error {
	if fields == 0 {
		return nil
	}
	return d.fail(start, "missing").within(o.fields[bits.TrailingZeros(fields)].name)
}

// yes reads true.
func (d *decoder) yes() *Error {
	d.peek()
	at := d.pos
	is, err := d.boolean()
	if err == nil && !is {
		return d.fail(at, "must be true or left out")
	}
	return err
}

func (d *decoder) resolver(r *fixedits.Resolver) *Error {
	return d.object(&resolverObject, func(field int) *Error {
		switch field {
		case resolverID:
			return set(&r.ID, d.string)
		case resolverPath:
			return set(&r.Path, d.string)
		default:
			return set(&r.Data, d.json)
		}
	})
}

func (d *decoder) certificate(c *fixedits.Certificate) *Error {
	return d.object(&certificateObject, func(field int) *Error {
		switch field {
		case certificateKind:
			return word(d, &c.Kind, certificates)
		case certificateBefore:
			return set(&c.Before, d.unique)
		default:
			return set(&c.After, d.unique)
		}
	})
}

func (d *decoder) disposition(to *fixedits.Disposition) *Error {
	return d.object(&dispositionObject, func(field int) *Error {
		switch field {
		case dispositionStatus:
			return word(d, &to.Status, dispositions)
		case dispositionCode:
			return set((*string)(&to.Code), d.string)
		case dispositionBy:
			if err := set(&to.By, d.string); err != nil {
				return err
			}
			return checkIdentifier(to.By, "")
		default:
			if err := set(&to.Reason, d.string); err != nil {
				return err
			}
			return checkSentence(to.Reason, "")
		}
	})
}

// set stores the result of read in target.
func set[T any](target *T, read func() (T, *Error)) (err *Error) {
	*target, err = read()
	return err
}

// word reads one of the words of list.
func word[T ~string](d *decoder, target *T, list []T) *Error {
	d.peek()
	at := d.pos
	raw, err := d.text()
	if err != nil {
		return err
	}
	for _, known := range list {
		if string(known) == string(raw) {
			*target = known
			return nil
		}
	}
	return d.fail(at, "%s", unknownWord(list, string(raw)).Reason)
}

// unique reads a string that is unlikely to occur again in the artifact.
func (d *decoder) unique() (string, *Error) {
	raw, err := d.text()
	if err != nil {
		return "", err
	}
	return d.keepUnique(raw), nil
}

// string reads a string that may occur more than once in the artifact.
func (d *decoder) string() (string, *Error) {
	raw, err := d.text()
	if err != nil {
		return "", err
	}
	return d.keep(raw), nil
}

// json reads a JSON value and returns it without whitespace.
func (d *decoder) json() (json.RawMessage, *Error) {
	value, err := d.value()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	_ = json.Compact(&out, value) // cannot fail: value has validated it
	return out.Bytes(), nil
}

// base64 reads a string and returns the bytes that it encodes.
func (d *decoder) base64() ([]byte, *Error) {
	d.peek()
	at := d.pos
	text, err := d.text()
	if err != nil {
		return nil, err
	}
	if bytes.ContainsAny(text, "\r\n") { // package base64 skips these
		return nil, d.fail(at, "there is a line break in the base64")
	}
	raw, cause := base64.StdEncoding.Strict().AppendDecode(nil, text)
	if cause != nil {
		return nil, d.fail(at, "not padded base64: %v", cause)
	}
	return d.keepBytes(raw), nil
}
