package hadolint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A labelType is what the value of a label has to be, by the names that hadolint has for it.
type labelType string

const (
	typeText    labelType = "text" // anything but nothing
	typeURL     labelType = "url"
	typeRFC3339 labelType = "rfc3339"
	typeSPDX    labelType = "spdx"
	typeHash    labelType = "hash"
	typeSemver  labelType = "semver"
	typeEmail   labelType = "email"
)

// labelTypes are the types by their names in lower case.
var labelTypes = map[string]labelType{
	"text": typeText, "rawtext": typeText, "url": typeURL, "rfc3339": typeRFC3339, "spdx": typeSPDX, "hash": typeHash,
	"semver": typeSemver, "email": typeEmail,
}

// schemaRule has the option that says which labels there are to be. All rules about labels go by it.
const (
	schemaRule   = "hadolint/DL3049"
	schemaOption = "labels"
)

var schema = checks.Option{
	Name: schemaOption, Kind: config.Strings, Default: []string(nil), Check: checkSchema,
	Doc: "the labels that an image has to have, each as NAME:TYPE, or as NAME alone for text. Types are text, url, rfc3339 (a time), " +
		"spdx (a licence), hash (of Git), semver and email. DL3050 to DL3056 and DL3058 go by these, too",
}

// splitLabel returns the name and the type of a label of the schema.
func splitLabel(label string) (name, kind string) {
	name, kind, found := strings.Cut(label, ":")
	if i := strings.LastIndexByte(label, ':'); found {
		name, kind = label[:i], label[i+1:]
	} else {
		kind = string(typeText)
	}
	return strings.TrimSpace(name), strings.ToLower(strings.TrimSpace(kind))
}

func checkSchema(value any) error {
	for _, label := range value.([]string) {
		name, kind := splitLabel(label)
		if name == "" {
			return fmt.Errorf("%q has no name: write NAME:TYPE", label)
		}
		if _, ok := labelTypes[kind]; !ok {
			return fmt.Errorf("%q is of no known type: it is one of %s", label, strings.Join(slices.Sorted(maps.Keys(labelTypes)), ", "))
		}
	}
	return nil
}

// labelSchema returns the labels that there are to be, with their types, and their names in the order of the configuration.
func labelSchema(p *lint.Pass) (types map[string]labelType, names []string) {
	labels := p.TextsOf(schemaRule, schemaOption)
	types = make(map[string]labelType, len(labels))
	for _, label := range labels {
		name, kind := splitLabel(label)
		if _, ok := types[name]; !ok {
			names = append(names, name)
		}
		types[name] = labelTypes[kind]
	}
	return types, names
}

// A label is one that the file sets.
type label struct {
	outer *syntax.Instruction // the LABEL, or the ONBUILD that holds it
	ins   *syntax.Instruction // the LABEL
	index int                 // in its pairs
	name  string              // empty where it has variables
	value string
	known bool // value has no variables
}

func (l label) pair() syntax.Pair { return l.ins.Pairs[l.index] }

// eachLabel yields all labels of the file, those of ONBUILD included.
func eachLabel(p *lint.Pass, yield func(label)) {
	for _, outer := range p.All {
		ins := outer
		if outer.OnBuild != nil {
			ins = outer.OnBuild
		}
		if ins.Name != "label" {
			continue
		}
		for i, pair := range ins.Pairs {
			l := label{outer: outer, ins: ins, index: i}
			l.name, _ = constant(p, pair.Key.Value)
			l.value, l.known = constant(p, pair.Value.Value)
			yield(l)
		}
	}
}

// constant returns what a word without variables says. What variables stand for is not looked at: most are given on the
// command line of the build, and a default such as "dev" only stands in for what is.
func constant(p *lint.Pass, word string) (string, bool) {
	if len(lint.References(word, p.Escape, false)) > 0 {
		return "", false
	}
	return p.Global().Known(word)
}

// labelsOf returns a Check that reports the labels of a type whose values are not right. Empty ones are DL3051's.
func labelsOf(kind labelType, right func(string) bool, want string) func(*lint.Pass) {
	return func(p *lint.Pass) {
		types, _ := labelSchema(p)
		if !slices.Contains(slices.Collect(maps.Values(types)), kind) {
			return
		}
		eachLabel(p, func(l label) {
			if types[l.name] == kind && l.known && l.value != "" && !right(l.value) {
				p.ReportWord(l.ins, l.pair().Word, fmt.Sprintf("the label %q is not %s: %s", l.name, want, shortened(l.value)))
			}
		})
	}
}

// shortened returns a value for a message, in quotes and not too long.
func shortened(value string) string {
	const most = 60
	if runes := []rune(value); len(runes) > most {
		value = string(runes[:most]) + "..."
	}
	return fmt.Sprintf("%q", value)
}
