//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	fileCount = 1000
	fileLines = 200
	logSize   = 200 << 20 // bytes
	edits     = 100_000
)

func fileName(i int) string { return fmt.Sprintf("src/part%02d/module%04d.py", i%20, i) }

// line returns a line of a file, from 0. Every tenth has characters before the
// place that is edited that are not ASCII.
func line(n int) string {
	if n%10 == 3 {
		return fmt.Sprintf("    naïve_%d = '😀', value_%d == None", n, n)
	}
	return fmt.Sprintf("    value_%d = compute(value_%d) == None", n, n)
}

// writeFiles writes the files that reports are about.
func writeFiles(root string) error {
	var text strings.Builder
	for n := range fileLines {
		text.WriteString(line(n) + "\n")
	}
	for i := range fileCount {
		name := filepath.Join(root, filepath.FromSlash(fileName(i)))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text.String()), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// An edit replaces "==" in a line by "is".
type edit struct {
	path       string
	line       int // from 1
	start, end int // columns in characters, from 1
	unit       int // UTF-16 code unit in the file of the start, from 0
	unitEnd    int
}

// editOf returns the edit of a number, so that edits of one file follow each
// other.
func editOf(n int) edit {
	at := n % fileLines
	text := line(at)
	before, _, _ := strings.Cut(text, "==")
	e := edit{path: fileName(n / fileLines % fileCount), line: at + 1}
	e.start = len([]rune(before)) + 1
	e.end = e.start + 2
	for i := range at {
		e.unit += units(line(i)) + 1
	}
	e.unit += units(before)
	e.unitEnd = e.unit + 2
	return e
}

func units(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// A kind is a kind of report.
type kind struct {
	name, format string
	write        func(w *bufio.Writer) (fixes int, err error)
}

var kinds = []kind{
	{"sarif", "sarif", func(w *bufio.Writer) (int, error) { return writeSARIF(w, 1) }},
	{"sarif-traces", "sarif", func(w *bufio.Writer) (int, error) { return writeSARIF(w, 40) }},
	{"ruff", "ruff", writeRuff},
	{"eslint", "eslint", writeESLint},
}

// writeTo writes the report to a file.
func (k *kind) writeTo(name string) (size int64, fixes int, err error) {
	file, err := os.Create(name)
	if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	if fixes, err = k.write(w); err != nil {
		return 0, 0, err
	}
	if err := w.Flush(); err != nil {
		return 0, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		return 0, 0, err
	}
	return info.Size(), fixes, nil
}

type object = map[string]any

// writeSARIF writes a log of which each result has a trace of some steps.
func writeSARIF(w *bufio.Writer, steps int) (int, error) {
	fmt.Fprint(w, `{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Lint", "rules": [{"id": "E711"}]}}, "columnKind": "unicodeCodePoints", "results": [`)
	size, n := 0, 0
	for ; size < logSize; n++ {
		e := editOf(n)
		region := object{"startLine": e.line, "startColumn": e.start, "endLine": e.line, "endColumn": e.end}
		artifact := object{"uri": e.path, "uriBaseId": "%SRCROOT%"}
		place := object{"physicalLocation": object{"artifactLocation": artifact, "region": region}}
		var trace []any
		for i := range steps {
			trace = append(trace, object{"location": object{"physicalLocation": place["physicalLocation"], "message": object{"text": fmt.Sprintf("Step %d of the flow of the value to the comparison.", i+1)}}})
		}
		result := object{
			"ruleId": "E711", "ruleIndex": 0, "level": "warning",
			"message":             object{"text": fmt.Sprintf("Comparison to `None` of value_%d should be `cond is None`", e.line)},
			"locations":           []any{place},
			"codeFlows":           []any{object{"threadFlows": []any{object{"locations": trace}}}},
			"partialFingerprints": object{"primaryLocationLineHash": fmt.Sprintf("%016x:1", n)},
			"properties":          object{"tags": []string{"correctness", "comparison"}, "precision": "high", "help": strings.Repeat("Comparison with None by an operator may call a method. ", 8)},
			"fixes": []any{object{"description": object{"text": "Replace with `cond is None`"}, "artifactChanges": []any{object{
				"artifactLocation": artifact,
				"replacements":     []any{object{"deletedRegion": region, "insertedContent": object{"text": "is"}}},
			}}}},
		}
		text, err := json.MarshalIndent(result, "        ", "  ")
		if err != nil {
			return 0, err
		}
		if n > 0 {
			fmt.Fprint(w, ",\n        ")
		}
		if _, err := w.Write(text); err != nil {
			return 0, err
		}
		size += len(text)
	}
	_, err := fmt.Fprint(w, "]}]}\n")
	return n, err
}

func writeRuff(w *bufio.Writer) (int, error) {
	fmt.Fprint(w, "[")
	for n := range edits {
		e := editOf(n)
		from, to := object{"row": e.line, "column": e.start}, object{"row": e.line, "column": e.end}
		text, err := json.MarshalIndent(object{
			"cell": nil, "code": "E711", "filename": e.path, "location": from, "end_location": to, "noqa_row": e.line,
			"message": "Comparison to `None` should be `cond is None`", "url": "https://docs.astral.sh/ruff/rules/none-comparison",
			"fix": object{"applicability": "safe", "message": "Replace with `cond is None`", "edits": []any{object{"content": "is", "location": from, "end_location": to}}},
		}, "  ", "  ")
		if err != nil {
			return 0, err
		}
		if n > 0 {
			fmt.Fprint(w, ",\n  ")
		}
		if _, err := w.Write(text); err != nil {
			return 0, err
		}
	}
	_, err := fmt.Fprint(w, "]\n")
	return edits, err
}

func writeESLint(w *bufio.Writer) (int, error) {
	fmt.Fprint(w, "[")
	for file := range edits / fileLines {
		var messages []any
		for i := range fileLines {
			e := editOf(file*fileLines + i)
			messages = append(messages, object{
				"ruleId": "eqeqeq", "severity": 2, "message": "Expected '===' and instead saw '=='.", "line": e.line, "column": 1, "endLine": e.line, "endColumn": 2,
				"nodeType": "BinaryExpression", "messageId": "unexpected", "fix": object{"range": []int{e.unit, e.unitEnd}, "text": "is"},
			})
		}
		text, err := json.Marshal(object{"filePath": fileName(file), "messages": messages, "errorCount": fileLines})
		if err != nil {
			return 0, err
		}
		if file > 0 {
			fmt.Fprint(w, ",")
		}
		if _, err := w.Write(text); err != nil {
			return 0, err
		}
	}
	_, err := fmt.Fprint(w, "]\n")
	return edits, err
}
