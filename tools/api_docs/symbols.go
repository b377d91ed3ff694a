package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A symbol is one public name of a module, with the properties that all kinds
// of symbols have.
type symbol struct {
	kind   kind
	name   string
	doc    string
	tables []table
	notes  []string // Markdown paragraphs below the tables
}

// A kind is the kind of a symbol. Kinds are in the order of the page.
type kind int

const (
	kindRule kind = iota
	kindMacro
	kindFunction
	kindAspect
	kindProvider
	kindExtension
	kindRepositoryRule
)

func (k kind) String() string {
	return [...]string{"rule", "macro", "function", "aspect", "provider", "module extension", "repository rule"}[k]
}

// A table lists the entries of a symbol, or of a tag class of one.
type table struct {
	title   string // "" for that of the symbol itself
	doc     string // of the title, if there is one
	noun    string // attribute, argument, field
	entries []entry
}

// An entry is one attribute, argument or field.
type entry struct {
	name      string
	typ       string // "" for arguments and fields, which have no type in Bazel
	value     string // the default, as Starlark; "" if there is none
	mandatory bool
	doc       string
}

// symbolsOf returns the public symbols of a module by kind and name.
func symbolsOf(m *moduleInfo) []symbol {
	var symbols []symbol
	for _, rule := range m.Rules {
		symbols = append(symbols, ruleSymbol(kindRule, rule))
	}
	for _, macro := range m.Macros {
		symbols = append(symbols, ruleSymbol(kindMacro, macro))
	}
	for _, rule := range m.RepositoryRules {
		symbols = append(symbols, ruleSymbol(kindRepositoryRule, rule))
	}
	for _, function := range m.Functions {
		symbols = append(symbols, functionSymbol(function))
	}
	for _, aspect := range m.Aspects {
		symbols = append(symbols, aspectSymbol(aspect))
	}
	for _, provider := range m.Providers {
		symbols = append(symbols, providerSymbol(provider))
	}
	for _, extension := range m.Extensions {
		symbols = append(symbols, extensionSymbol(extension))
	}
	slices.SortFunc(symbols, func(a, b symbol) int {
		if a.kind != b.kind {
			return int(a.kind) - int(b.kind)
		}
		return strings.Compare(a.name, b.name)
	})
	return symbols
}

func ruleSymbol(k kind, rule ruleInfo) symbol {
	return symbol{
		kind: k, name: rule.Name, doc: rule.Doc,
		tables: []table{{noun: "attribute", entries: attributes(rule.Attributes)}},
	}
}

func functionSymbol(function functionInfo) symbol {
	s := symbol{kind: kindFunction, name: function.Name, doc: function.Doc}
	arguments := table{noun: "argument"}
	for _, p := range function.Parameters {
		if p.Name == "name" && p.Mandatory {
			s.kind = kindMacro // a function with a parameter name creates targets
		}
		arguments.entries = append(arguments.entries, entry{
			name: p.stars() + p.Name, value: p.Default, mandatory: p.Mandatory, doc: p.Doc,
		})
	}
	s.tables = []table{arguments}
	if function.Returns != nil {
		s.notes = append(s.notes, "**Returns:** "+strings.TrimSpace(function.Returns.Doc))
	}
	if function.Deprecated != nil {
		s.notes = append(s.notes, "**Deprecated:** "+strings.TrimSpace(function.Deprecated.Doc))
	}
	return s
}

func aspectSymbol(aspect aspectInfo) symbol {
	// The name that Bazel gives to aspects as it does to rules is not an
	// attribute that anyone can set.
	own := slices.DeleteFunc(slices.Clone(aspect.Attributes), func(a attributeInfo) bool { return a.Type == nameAttribute })
	along := "It visits the targets that are built, and not their dependencies."
	if len(aspect.PropagateAlong) > 0 {
		along = "It follows the attributes " + strings.Join(quoted(aspect.PropagateAlong), ", ") + "."
	}
	return symbol{
		kind: kindAspect, name: aspect.Name, doc: aspect.Doc,
		tables: []table{{noun: "attribute", entries: attributes(own)}}, notes: []string{along},
	}
}

func providerSymbol(provider providerInfo) symbol {
	fields := table{noun: "field"}
	for _, field := range provider.Fields {
		fields.entries = append(fields.entries, entry{name: field.Name, doc: field.Doc})
	}
	return symbol{kind: kindProvider, name: provider.Name, doc: provider.Doc, tables: []table{fields}}
}

func extensionSymbol(extension extensionInfo) symbol {
	s := symbol{kind: kindExtension, name: extension.Name, doc: extension.Doc}
	for _, tag := range extension.Tags {
		s.tables = append(s.tables, table{
			title: extension.Name + "." + tag.Name, doc: tag.Doc, noun: "attribute", entries: attributes(tag.Attributes),
		})
	}
	return s
}

func attributes(infos []attributeInfo) []entry {
	var entries []entry
	for _, info := range infos {
		typ := info.Type.String()
		if needs := providersOf(info.Providers); needs != "" {
			typ += " with " + needs
		}
		entries = append(entries, entry{
			name: info.Name, typ: typ, value: info.Default, mandatory: info.Mandatory, doc: info.Doc,
		})
	}
	return entries
}

// providersOf describes the providers that a target must have: all of a group,
// of any group.
func providersOf(groups []providerList) string {
	var alternatives []string
	for _, group := range groups {
		alternatives = append(alternatives, strings.Join(quoted(group.Names), " and "))
	}
	return strings.Join(alternatives, ", or ")
}

func quoted(names []string) []string {
	marked := make([]string, len(names))
	for i, name := range names {
		marked[i] = "`" + name + "`"
	}
	return marked
}

// undocumented returns an error for each user-visible element of the module
// that has no documentation.
func undocumented(m *moduleInfo, symbols []symbol) error {
	var missing []error
	check := func(doc string, what ...string) {
		if strings.TrimSpace(doc) == "" {
			missing = append(missing, fmt.Errorf("%s: no documentation: write its doc", strings.Join(what, ": ")))
		}
	}
	check(m.Doc, m.File)
	for _, s := range symbols {
		of := []string{m.File, s.kind.String() + " " + s.name}
		check(s.doc, of...)
		for _, t := range s.tables {
			of := of
			if t.title != "" {
				of = append(slices.Clone(of), "tag class "+t.title)
				check(t.doc, of...)
			}
			for _, e := range t.entries {
				check(e.doc, append(slices.Clone(of), t.noun+" "+e.name)...)
			}
		}
	}
	return errors.Join(missing...)
}
