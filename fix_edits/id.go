package fixedits

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// ContentID returns the id of a fix: "f" and 12 hex digits of the SHA-256 of
// its rule and edits. The hash also covers properties that affect when the fix
// is applied, unless they have their usual value: a safety other than safe, an
// isolation key, and whether it is idempotent. Two fixes with one id are
// interchangeable. An unresolved fix has no edits that distinguish it from
// others of its rule, so its title and resolver count as well.
func ContentID(fix *Fix) string {
	var scratch [256]byte
	b := appendField(scratch[:0], fix.Rule)
	b = binary.AppendUvarint(b, uint64(len(fix.Edits)))
	for i := range fix.Edits {
		e := &fix.Edits[i]
		b = appendField(b, e.Path)
		// No text edit has a negative start, so the other kinds use one.
		switch {
		case e.Kind == EditDelete:
			b = binary.AppendVarint(b, -3)
			continue
		case e.Kind == EditCreate && e.Executable:
			b = binary.AppendVarint(b, -2)
		case e.Kind == EditCreate:
			b = binary.AppendVarint(b, -1)
		default:
			b = binary.AppendVarint(b, int64(e.Start))
			b = binary.AppendVarint(b, int64(e.End))
		}
		b = appendField(b, e.New)
	}
	if fix.Resolver != nil {
		b = appendField(b, fix.Title)
		b = appendField(b, fix.Resolver.ID)
		b = appendField(b, fix.Resolver.Data)
		if fix.Resolver.Path != "" {
			b = appendField(b, fix.Resolver.Path)
		}
	}
	if fix.Safety != SafetySafe && fix.Safety != "" {
		b = appendField(appendField(b, "safety"), fix.Safety)
	}
	if fix.Isolation != "" {
		b = appendField(appendField(b, "isolation"), fix.Isolation)
	}
	if fix.Idempotent {
		b = appendField(b, "idempotent")
	}
	return shortID('f', b)
}

// DiagnosticID returns the id of a diagnostic: "d" and 12 hex digits of the
// SHA-256 of its rule, path, range and message, and of its pointer and document
// if it has them. Its category and related places say more about the same
// finding.
func DiagnosticID(d *Diagnostic) string {
	var scratch [256]byte
	b := appendField(scratch[:0], d.Rule)
	b = appendField(b, d.Path)
	b = binary.AppendVarint(b, int64(d.Start))
	b = binary.AppendVarint(b, int64(d.End))
	b = appendField(b, d.Message)
	if d.Pointer != nil {
		b = appendField(appendField(b, "pointer"), *d.Pointer)
	}
	if d.Document != nil {
		b = binary.AppendVarint(appendField(b, "document"), int64(*d.Document))
	}
	return shortID('d', b)
}

// appendField appends s after its length, so that no two lists of fields have
// the same encoding.
func appendField[T ~string | ~[]byte](b []byte, s T) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func shortID(kind byte, content []byte) string {
	sum := sha256.Sum256(content)
	var id [13]byte
	id[0] = kind
	hex.Encode(id[1:], sum[:6])
	return string(id[:])
}
