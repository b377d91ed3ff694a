package spec

import (
	"bytes"
	"strconv"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// Marshal returns a document as JSON, with a final newline. The bytes depend
// only on the document, in the order of its slices: see Normalize. Each target
// and each operation is on its own line, so that documents can be compared line
// by line. Read takes the result.
func Marshal(d *Document) []byte {
	var w bytes.Buffer
	w.WriteString("{\n  \"pack_version\": ")
	writeText(&w, d.PackVersion)
	w.WriteString(",\n  \"workspace_root\": ")
	writeText(&w, d.WorkspaceRoot)
	w.WriteString(",\n  \"fix_actions\": [")
	for i := range d.Actions {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n    ")
		writeAction(&w, &d.Actions[i])
	}
	if len(d.Actions) > 0 {
		w.WriteString("\n  ")
	}
	w.WriteString("]\n}\n")
	return w.Bytes()
}

func writeAction(w *bytes.Buffer, a *Action) {
	w.WriteString("{\n      \"id\": ")
	writeText(w, a.ID)
	w.WriteString(",\n      \"title\": ")
	writeText(w, a.Title)
	w.WriteString(",\n      \"severity\": ")
	writeText(w, string(a.Severity))
	w.WriteString(",\n      \"targets\": [")
	for i := range a.Targets {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n        ")
		writeTarget(w, &a.Targets[i])
	}
	w.WriteString("\n      ],\n      \"ops\": [")
	for i := range a.Ops {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteString("\n        ")
		w.Write(artifact.AppendOperation(nil, &a.Ops[i]))
	}
	w.WriteString("\n      ]")
	if a.Notes != "" {
		w.WriteString(",\n      \"notes\": ")
		writeText(w, a.Notes)
	}
	if a.Confidence != "" {
		w.WriteString(",\n      \"confidence\": ")
		writeText(w, string(a.Confidence))
	}
	w.WriteString("\n    }")
}

func writeTarget(w *bytes.Buffer, t *Target) {
	w.WriteByte('{')
	if t.Diagnostic != "" {
		w.WriteString(`"diagnostic_id": `)
		writeText(w, t.Diagnostic)
		if t.File == "" {
			w.WriteByte('}')
			return
		}
		w.WriteString(", ")
	}
	w.WriteString(`"file": `)
	writeText(w, t.File)
	if t.Document != nil {
		w.WriteString(`, "document": `)
		w.WriteString(strconv.Itoa(*t.Document))
	}
	w.WriteString(`, "json_pointer": `)
	writeText(w, t.Pointer)
	w.WriteString(`, "rule_id": `)
	writeText(w, t.Rule)
	w.WriteByte('}')
}
