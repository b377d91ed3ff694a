package artifact

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Encode writes the result of Marshal to w. It writes nothing if the artifact
// is malformed.
func Encode(w io.Writer, a *Artifact) error {
	data, err := Marshal(a)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// Marshal returns the artifact as JSON, with a final newline. The bytes depend
// only on the artifact, in the order of its slices: see Normalize. Each
// snapshot, diagnostic, fix, edit and operation is on its own line, so that
// artifacts can be compared line by line. The error is the *Error of Validate.
func Marshal(a *Artifact) ([]byte, error) {
	if err := a.validate(); err != nil {
		return nil, err
	}
	w := writer{out: make([]byte, 0, 512+160*len(a.Snapshots)+320*len(a.Diagnostics)+320*len(a.Fixes))}
	w.artifact(a)
	return w.out, nil
}

// A writer appends JSON to out.
type writer struct {
	out []byte
}

func (w *writer) artifact(a *Artifact) {
	names := artifactObject.fields
	w.raw("{\n  ")
	w.name(names[artifactVersion])
	w.integer(a.Version)
	w.raw(",\n  ")
	w.name(names[artifactTool])
	w.raw("{")
	w.textField(toolObject.fields[toolName], a.Tool.Name)
	w.raw(", ")
	w.textField(toolObject.fields[toolVersion], a.Tool.Version)
	w.raw("},\n  ")
	w.textField(names[artifactOrigin], a.Origin)
	w.raw(",\n  ")
	if len(a.Checkers) > 0 {
		w.list(names[artifactCheckers], a.Checkers)
		w.raw(",\n  ")
	}
	if len(a.Without) > 0 {
		w.list(names[artifactWithout], a.Without)
		w.raw(",\n  ")
	}
	if len(a.Warn) > 0 {
		w.list(names[artifactWarn], a.Warn)
		w.raw(",\n  ")
	}
	if a.Plan {
		w.name(names[artifactPlan])
		w.raw("true,\n  ")
	}
	if a.Planned {
		w.name(names[artifactPlanned])
		w.raw("true,\n  ")
	}
	w.name(names[artifactSnapshots])
	lines(w, "    ", "  ", a.Snapshots, (*writer).snapshot)
	w.raw(",\n  ")
	if len(a.Reads) > 0 {
		w.name(names[artifactReads])
		lines(w, "    ", "  ", a.Reads, (*writer).snapshot)
		w.raw(",\n  ")
	}
	w.name(names[artifactDiagnostics])
	lines(w, "    ", "  ", a.Diagnostics, (*writer).diagnostic)
	w.raw(",\n  ")
	w.name(names[artifactFixes])
	lines(w, "    ", "  ", a.Fixes, (*writer).fix)
	if len(a.LeftAlone) > 0 {
		w.raw(",\n  ")
		w.name(names[artifactLeftAlone])
		lines(w, "    ", "  ", a.LeftAlone, (*writer).leftAlone)
	}
	w.raw("\n}\n")
}

// lines writes a list with one element per line, each after indent, and the
// closing bracket after outdent.
func lines[T any](w *writer, indent, outdent string, list []T, element func(*writer, *T)) {
	if len(list) == 0 {
		w.raw("[]")
		return
	}
	w.raw("[\n")
	for i := range list {
		if i > 0 {
			w.raw(",\n")
		}
		w.raw(indent)
		element(w, &list[i])
	}
	w.raw("\n")
	w.raw(outdent)
	w.raw("]")
}

func (w *writer) leftAlone(l *LeftAlone) {
	names := leftAloneObject.fields
	w.raw("{")
	w.textField(names[leftAlonePath], l.Path)
	w.raw(", ")
	w.textField(names[leftAloneReason], l.Reason)
	if l.Default {
		w.raw(", ")
		w.name(names[leftAloneDefault])
		w.raw("true")
	}
	if l.More > 0 {
		w.raw(", ")
		w.integerField(names[leftAloneMore], l.More)
	}
	w.raw("}")
}

func (w *writer) snapshot(s *fixedits.Snapshot) {
	names := snapshotObject.fields
	w.raw("{")
	w.textField(names[snapshotPath], s.Path)
	w.raw(", ")
	if s.Absent {
		w.name(names[snapshotAbsent])
		w.raw("true}")
		return
	}
	w.textField(names[snapshotSHA256], s.SHA256)
	w.raw(", ")
	w.integerField(names[snapshotSize], s.Size)
	w.raw("}")
}

func (w *writer) diagnostic(d *fixedits.Diagnostic) {
	names := diagnosticObject.fields
	w.raw("{")
	w.textField(names[diagnosticID], d.ID)
	w.raw(", ")
	w.textField(names[diagnosticRule], d.Rule)
	w.raw(", ")
	w.textField(names[diagnosticPhase], string(d.Phase))
	w.raw(", ")
	w.textField(names[diagnosticSeverity], string(d.Severity))
	w.raw(", ")
	w.textField(names[diagnosticMessage], d.Message)
	w.raw(", ")
	w.textField(names[diagnosticPath], d.Path)
	w.raw(", ")
	w.integerField(names[diagnosticStart], d.Start)
	w.raw(", ")
	w.integerField(names[diagnosticEnd], d.End)
	w.raw(", ")
	w.integerField(names[diagnosticLine], d.Line)
	w.raw(", ")
	w.integerField(names[diagnosticColumn], d.Column)
	if len(d.Fixes) > 0 {
		w.raw(", ")
		w.list(names[diagnosticFixes], d.Fixes)
	}
	if d.Pointer != nil {
		w.raw(", ")
		w.textField(names[diagnosticPointer], *d.Pointer)
	}
	if d.Document != nil {
		w.raw(", ")
		w.integerField(names[diagnosticDocument], *d.Document)
	}
	if len(d.Fingerprints) > 0 {
		w.raw(", ")
		w.list(names[diagnosticFingerprints], d.Fingerprints)
	}
	if d.Category != "" {
		w.raw(", ")
		w.textField(names[diagnosticCategory], d.Category)
	}
	if len(d.Related) > 0 {
		w.raw(", ")
		w.related(d.Related)
	}
	w.raw("}")
}

// list writes a field with a list of strings on one line.
func (w *writer) list(f field, texts []string) {
	w.name(f)
	w.raw("[")
	for i, text := range texts {
		if i > 0 {
			w.raw(", ")
		}
		w.text(text)
	}
	w.raw("]")
}

func (w *writer) fix(f *fixedits.Fix) {
	names := fixObject.fields
	w.raw("{")
	w.textField(names[fixID], f.ID)
	w.raw(", ")
	w.textField(names[fixRule], f.Rule)
	w.raw(", ")
	w.textField(names[fixPhase], string(f.Phase))
	w.raw(", ")
	w.textField(names[fixTitle], f.Title)
	w.raw(", ")
	w.textField(names[fixSafety], string(f.Safety))
	w.raw(", ")
	w.textField(names[fixConfidence], string(f.Confidence))
	w.raw(", ")
	w.name(names[fixEdits])
	lines(w, "      ", "    ", f.Edits, (*writer).edit)
	if f.Actions != nil {
		w.raw(", ")
		w.name(names[fixActions])
		lines(w, "      ", "    ", f.Actions, (*writer).operation)
	}
	if f.Idempotent {
		w.raw(", ")
		w.name(names[fixIdempotent])
		w.raw("true")
	}
	if f.Isolation != "" {
		w.raw(", ")
		w.textField(names[fixIsolation], f.Isolation)
	}
	if f.Resolver != nil {
		w.raw(", ")
		w.name(names[fixResolver])
		w.resolver(f.Resolver)
	}
	if f.Certificate != nil {
		w.raw(", ")
		w.name(names[fixCertificate])
		w.certificate(f.Certificate)
	}
	if f.Disposition != nil {
		w.raw(", ")
		w.name(names[fixDisposition])
		w.disposition(f.Disposition)
	}
	w.raw("}")
}

func (w *writer) edit(e *fixedits.Edit) {
	names := editObject.fields
	w.raw("{")
	w.textField(names[editPath], e.Path)
	w.raw(", ")
	switch e.Kind {
	case fixedits.EditDelete:
		w.name(names[editDelete])
		w.raw("true}")
		return
	case fixedits.EditCreate:
		w.name(names[editCreate])
		w.raw("true, ")
		if e.Executable {
			w.name(names[editExecutable])
			w.raw("true, ")
		}
	default:
		w.integerField(names[editStart], e.Start)
		w.raw(", ")
		w.integerField(names[editEnd], e.End)
		w.raw(", ")
	}
	if utf8.Valid(e.New) {
		w.name(names[editNew])
		appendText(w, e.New)
	} else {
		w.name(names[editNewBase64])
		w.raw(`"`)
		w.out = base64.StdEncoding.AppendEncode(w.out, e.New)
		w.raw(`"`)
	}
	w.raw("}")
}

func (w *writer) resolver(r *fixedits.Resolver) {
	names := resolverObject.fields
	w.raw("{")
	w.textField(names[resolverID], r.ID)
	if r.Path != "" {
		w.raw(", ")
		w.textField(names[resolverPath], r.Path)
	}
	if r.Data != nil {
		w.raw(", ")
		w.name(names[resolverData])
		w.json(r.Data)
	}
	w.raw("}")
}

func (w *writer) certificate(c *fixedits.Certificate) {
	names := certificateObject.fields
	w.raw("{")
	w.textField(names[certificateKind], string(c.Kind))
	w.raw(", ")
	w.textField(names[certificateBefore], c.Before)
	w.raw(", ")
	w.textField(names[certificateAfter], c.After)
	w.raw("}")
}

func (w *writer) disposition(d *fixedits.Disposition) {
	names := dispositionObject.fields
	w.raw("{")
	w.textField(names[dispositionStatus], string(d.Status))
	w.raw(", ")
	w.textField(names[dispositionCode], string(d.Code))
	if d.By != "" {
		w.raw(", ")
		w.textField(names[dispositionBy], d.By)
	}
	if d.Reason != "" {
		w.raw(", ")
		w.textField(names[dispositionReason], d.Reason)
	}
	w.raw("}")
}

func (w *writer) raw(text string) {
	w.out = append(w.out, text...)
}

func (w *writer) name(f field) {
	w.out = append(w.out, '"')
	w.out = append(w.out, f.name...)
	w.out = append(w.out, '"', ':', ' ')
}

func (w *writer) textField(f field, text string) {
	w.name(f)
	appendText(w, text)
}

func (w *writer) text(text string) {
	appendText(w, text)
}

func (w *writer) integerField(f field, n int) {
	w.name(f)
	w.integer(n)
}

func (w *writer) integer(n int) {
	w.out = strconv.AppendInt(w.out, int64(n), 10)
}

// json writes a validated JSON value without whitespace.
func (w *writer) json(value []byte) {
	out := bytes.NewBuffer(w.out)
	_ = json.Compact(out, value) // cannot fail: the value has been validated
	w.out = out.Bytes()
}

// appendText writes text, which is valid UTF-8, as a JSON string.
func appendText[T ~string | ~[]byte](w *writer, text T) {
	const digits = "0123456789abcdef"
	w.out = append(w.out, '"')
	done := 0
	for i := range len(text) {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		w.out = append(w.out, text[done:i]...)
		done = i + 1
		switch c {
		case '"', '\\':
			w.out = append(w.out, '\\', c)
		case '\n':
			w.out = append(w.out, '\\', 'n')
		case '\r':
			w.out = append(w.out, '\\', 'r')
		case '\t':
			w.out = append(w.out, '\\', 't')
		default:
			w.out = append(w.out, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
	}
	w.out = append(w.out, text[done:]...)
	w.out = append(w.out, '"')
}
