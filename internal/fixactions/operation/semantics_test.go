package operation_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A row is one row of the table in the guide.
type row struct{ operation, state, document, fields, result string }

// The table in the guide is the definition of the operations.
func TestSemantics(t *testing.T) {
	rows := guideRows(t)
	kinds := map[string]int{}
	for _, row := range rows {
		kinds[row.operation]++
		t.Run(row.operation+"/"+row.state, func(t *testing.T) {
			value, op := decode(t, row.document), operationOf(t, row)
			before := operation.Text(value)
			got, err := operation.Apply(value, op)
			if now := operation.Text(value); now != before {
				t.Errorf("the given value is %s now", now)
			}
			changed, tried := operation.Try(value, op)
			if (tried == nil) != (err == nil) {
				t.Errorf("Try returns %v, and Apply %v", tried, err)
			}
			want, wantCode, changes := got, operation.Code(row.result), false
			switch {
			case row.result == "unchanged":
				want, wantCode = decode(t, row.document), ""
			case strings.HasPrefix(row.result, "{"), strings.HasPrefix(row.result, "["):
				want, wantCode, changes = decode(t, row.result), "", true
			}
			var code operation.Code
			if err != nil {
				code = err.Code
			}
			if code != wantCode {
				t.Fatalf("error %v, want code %q", err, wantCode)
			}
			if !operation.Equal(got, want) {
				t.Errorf("got %s, want %s", operation.Text(got), operation.Text(want))
			}
			if changed != changes {
				t.Errorf("Try returns %t", changed)
			}
		})
	}
	if len(kinds) != 6 || len(rows) < 60 {
		t.Errorf("the table has %d rows of %d operations", len(rows), len(kinds))
	}
}

// guideRows returns the rows of the table in the guide.
func guideRows(t *testing.T) []row {
	t.Helper()
	_, table, _ := strings.Cut(guide(t), "<!-- semantics -->")
	table, _, ok := strings.Cut(table, "<!-- /semantics -->")
	if !ok {
		t.Fatal("the guide has no table of semantics")
	}
	var rows []row
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		if len(cells) != 5 {
			t.Fatalf("%d cells: %s", len(cells), line)
		}
		plain := func(cell string) string { return strings.Trim(cell, "| `") }
		rows = append(rows, row{plain(cells[0]), cells[1], plain(cells[2]), plain(cells[3]), plain(cells[4])})
	}
	return rows
}

func guide(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/fix_actions.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// operationOf returns the operation of a row.
func operationOf(t *testing.T, row row) *fixedits.Operation {
	t.Helper()
	var fields struct {
		Pointer *string `json:"json_pointer"`
		Key     string
		From    string
		To      string
		Index   *int
		Value   json.RawMessage
		Expects *struct {
			Type   string
			Equals json.RawMessage
			Exists *bool
		}
	}
	d := json.NewDecoder(strings.NewReader("{" + row.fields + "}"))
	d.DisallowUnknownFields()
	if err := d.Decode(&fields); err != nil || fields.Pointer == nil {
		t.Fatalf("fields %s: %v", row.fields, err)
	}
	op := &fixedits.Operation{
		Kind: fixedits.OperationKind(row.operation), Pointer: *fields.Pointer, Key: fields.Key, From: fields.From, To: fields.To,
		Index: fields.Index, Value: fields.Value,
	}
	if e := fields.Expects; e != nil {
		op.Expects = &fixedits.Expects{Type: e.Type, Equals: e.Equals, Exists: e.Exists}
	}
	return op
}

func decode(t *testing.T, text string) any {
	t.Helper()
	value, err := operation.FromJSON([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// Programs rely on codes, so each has its line in the guide.
func TestCodesAreDocumented(t *testing.T) {
	_, list, _ := strings.Cut(guide(t), "## Reasons")
	list, _, _ = strings.Cut(list, "\n## ")
	file, err := parser.ParseFile(token.NewFileSet(), "error.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	codes := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for _, value := range spec.Values {
			code, err := strconv.Unquote(value.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			codes++
			if !strings.Contains(list, "| `"+code+"` |") {
				t.Errorf("%s has no line among the reasons in docs/fix_actions.md", code)
			}
		}
		return false
	})
	if lines := strings.Count(list, "\n| `"); codes < 20 || codes != lines {
		t.Errorf("%d codes, and %d lines in docs/fix_actions.md", codes, lines)
	}
}
