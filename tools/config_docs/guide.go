package main

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/leftalone"
	"github.com/rules-autofix/rules_autofix/internal/protected"
)

//go:embed configuration.md.tmpl
var prose string

// guide returns docs/configuration.md.
func guide(sections []*config.Section, kinds []*config.FileKind) (string, error) {
	page, err := template.New("configuration.md.tmpl").Delims("<%", "%>").Funcs(template.FuncMap{
		"sections":  func() string { return reference(sections) },
		"files":     func() string { return fileTable(kinds) },
		"leftAlone": leftAloneTable,
		"protected": protectedTable,
	}).Parse(prose)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := page.Execute(&b, nil); err != nil {
		return "", err
	}
	return b.String(), nil
}

// fileTable returns the table of the files of other tools.
func fileTable(kinds []*config.FileKind) string {
	var b strings.Builder
	b.WriteString("| file | applies to |\n|---|---|\n")
	for _, kind := range kinds {
		for _, row := range kind.Guide {
			fmt.Fprintf(&b, "| %s | %s |\n", row.Files, row.Holds)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// leftAloneTable returns the table of the classes of files that are not checked
// by default.
func leftAloneTable() string {
	var b strings.Builder
	b.WriteString("| key, `true` to check them | what is left alone |\n|---|---|\n")
	for _, class := range leftalone.Classes {
		var what []string
		if folders := leftalone.Folders[class]; len(folders) > 0 {
			what = append(what, "what is in a folder, at any depth, named `"+strings.Join(folders, "/`, `")+"/`")
		}
		if names := leftalone.Names[class]; len(names) > 0 {
			what = append(what, "`"+strings.Join(names, "`, `")+"`")
		}
		if more := leftalone.More[class]; more != "" {
			what = append(what, more)
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", class.Key, strings.Join(what, "; "))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// protectedTable returns the table of the protected files.
func protectedTable() string {
	var b strings.Builder
	b.WriteString("| run or obeyed by | because | from | globs |\n|---|---|---|---|\n")
	for _, rule := range protected.Rules {
		from := map[protected.Writer]string{protected.Everyone: "both", protected.Checkers: "checkers", protected.Proofs: "proofs"}[rule.From]
		fmt.Fprintf(&b, "| %s | %s | %s | `%s` |\n", rule.Runs, rule.Why, from, strings.Join(rule.Globs, "`, `"))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// reference returns the reference of all sections.
func reference(sections []*config.Section) string {
	var parts []string
	for _, s := range sections {
		var b strings.Builder
		fmt.Fprintf(&b, "### `%s`\n\n%s\n", s.Header(), s.Doc)
		keys(&b, s.Keys, s.List)
		if s.Tables != nil && s.Tables.Placeholder == "" {
			fixedTables(&b, s)
		} else if s.Tables != nil {
			if len(s.Keys) > 0 {
				fmt.Fprintf(&b, "\n#### `[%s.%s]`\n", s.Name, s.Tables.Placeholder)
			}
			tables(&b, s.Tables)
		}
		for _, o := range s.Keys {
			if o.Kind == config.TableMap && !s.List {
				fmt.Fprintf(&b, "\n#### `[%s.%s.%s]`\n", s.Name, o.Name, o.Tables.Placeholder)
				tables(&b, o.Tables)
			}
		}
		parts = append(parts, b.String())
	}
	return strings.TrimSuffix(strings.Join(parts, "\n"), "\n")
}

// fixedTables writes the tables of a section of which all have names and keys of
// their own.
func fixedTables(b *strings.Builder, s *config.Section) {
	for _, table := range s.Tables.Known() {
		fmt.Fprintf(b, "\n#### `[%s.%s]`\n\n%s.\n", s.Name, table.Name, strings.ToUpper(table.Doc[:1])+table.Doc[1:])
		keys(b, table.Keys, false)
	}
}

func tables(b *strings.Builder, t *config.Tables) {
	if t.Doc != "" {
		fmt.Fprintf(b, "\n%s\n", t.Doc)
	}
	keys(b, t.Keys, false)
	if t.Known == nil {
		return
	}
	var rows []string
	for _, table := range t.Known() {
		if table.Doc == "" {
			continue
		}
		var names []string
		for _, o := range table.Keys {
			names = append(names, "`"+o.Name+"`")
		}
		rows = append(rows, fmt.Sprintf("| `%s` | %s | %s |\n", table.Name, table.Doc, strings.Join(names, ", ")))
	}
	if len(rows) > 0 {
		fmt.Fprintf(b, "\n| %s | | its own keys |\n|---|---|---|\n%s", t.Placeholder, strings.Join(rows, ""))
	}
}

// keys writes the table of options of each table of a list, or of a single table.
func keys(b *strings.Builder, options []config.Option, list bool) {
	rows := ""
	for _, o := range options {
		if o.Kind == config.TableMap && !list {
			continue // it has a heading of its own
		}
		standard := ""
		if text := o.DefaultTOML(); text != "" {
			standard = "`" + text + "`"
		} else if o.Required {
			standard = "required"
		}
		doc := o.Doc
		if len(o.Values) > 0 {
			doc += ". One of `" + strings.Join(o.Values, "`, `") + "`"
		}
		rows += fmt.Sprintf("| `%s` | %s | %s | %s |\n", o.Name, o.Type(), standard, strings.ReplaceAll(doc, "|", `\|`))
	}
	if rows != "" {
		fmt.Fprintf(b, "\n| key | type | default | meaning |\n|---|---|---|---|\n%s", rows)
	}
}
