package addition

import (
	"slices"
	"strconv"

	"github.com/rules-autofix/rules_autofix/formatting/tokens"
)

// A statement is an import.
type statement struct {
	from, to int // tokens of the code: code[from:to]
	modules  []string
	names    []string // all words but the keywords
	bare     bool     // runs a module without using a name of it
}

// goImports returns the imports of Go, one for each module.
func goImports(f *file) []statement {
	var all []statement
	for i := 0; i < len(f.code); i++ {
		if f.at(i) != "import" || f.code[i].Depth > 0 {
			continue
		}
		start, end := i, i+1
		if f.at(i+1) == "(" {
			for end = i + 2; end < len(f.code) && f.at(end) != ")"; end++ {
			}
			end = min(end+1, len(f.code))
		} else {
			for end < len(f.code) && f.code[end].Kind != tokens.String {
				end++
			}
			end = min(end+1, len(f.code))
		}
		one := statement{from: start, to: end}
		for k := start; k < end; k++ {
			switch f.code[k].Kind {
			case tokens.String:
				module, err := strconv.Unquote(f.at(k))
				if err != nil {
					module = f.at(k)
				}
				one.modules = append(one.modules, module)
			case tokens.Word:
				if name := f.at(k); name != "import" {
					one.names = append(one.names, name)
					one.bare = one.bare || name == "_"
				}
			case tokens.Mark:
				one.bare = one.bare || f.at(k) == "."
			}
		}
		all = append(all, one)
		i = end - 1
	}
	return all
}

// lineImports returns a function for languages whose imports are statements
// that begin with a word.
func lineImports(words ...string) func(f *file) []statement {
	return func(f *file) []statement {
		var all []statement
		for i := 0; i < len(f.code); i++ {
			if !f.code[i].First || f.code[i].Depth > 0 || !slices.Contains(words, f.at(i)) || f.at(i+1) == "." {
				continue
			}
			if f.language.scan == tokens.JavaScript && f.at(i+1) == "(" {
				continue // a call
			}
			end := i + 1
			for end < len(f.code) && (!f.code[end].First || f.code[end].Depth > 0 || isClosing(f.at(end))) && f.at(end) != ";" {
				end++
			}
			if f.at(end) == ";" && f.language.scan == tokens.JavaScript {
				end++
			}
			all = append(all, f.importOf(i, end))
			i = end - 1
		}
		return all
	}
}

// importOf reads an import of Python, JavaScript or Starlark.
func (f *file) importOf(from, to int) statement {
	one := statement{from: from, to: to}
	if f.language.scan == tokens.Python {
		f.pythonImport(&one)
		return one
	}
	for k := from + 1; k < to; k++ {
		switch t := &f.code[k]; t.Kind {
		case tokens.String:
			value := unquoted(f.at(k))
			// A load has the label first, an import the module last.
			if f.language.scan == tokens.Starlark && len(one.modules) > 0 {
				one.names = append(one.names, value)
			} else {
				one.modules = append(one.modules, value)
			}
		case tokens.Word:
			if !f.language.keywords[f.at(k)] {
				one.names = append(one.names, f.at(k))
			}
		}
	}
	one.bare = len(one.names) == 0
	return one
}

// pythonImport reads import a.b as c, d and from a.b import c as d.
func (f *file) pythonImport(one *statement) {
	module, names := "", f.at(one.from) == "import"
	flush := func() {
		if module != "" {
			one.modules = append(one.modules, module)
		}
		module = ""
	}
	plain := names // of modules
	alias := false
	for k := one.from + 1; k < one.to; k++ {
		switch word := f.at(k); {
		case word == "import" && !plain:
			flush()
			names = true
		case word == "as":
			alias = true
		case word == ",":
			if plain {
				flush()
			}
			alias = false
		case word == "*":
			one.bare = true
		case f.code[k].Kind == tokens.Word && (alias || names && !plain):
			one.names = append(one.names, word)
		case f.code[k].Kind == tokens.Word:
			module += word
			one.names = append(one.names, word)
		case word == "." && !(names && !plain):
			module += "."
		}
	}
	flush()
}

func unquoted(text string) string {
	if len(text) >= 2 {
		return text[1 : len(text)-1]
	}
	return text
}
