package config

import (
	"maps"
	"slices"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// newConfig returns the configuration of a file and the files that it extends,
// the nearest first, without tables of [[overrides]].
func newConfig(chain []*parsed) *Config {
	c := assemble(chain, "")
	c.overridden = c.tables() > 0
	c.variants = new(sync.Map)
	return c
}

// assemble puts files on top of each other, the last one at the bottom. Each
// may have tables of [[overrides]] above it: the tables with a '1' in matching.
// It has a byte for each table in the order of the files, or is empty.
func assemble(chain []*parsed, matching string) *Config {
	c := &Config{
		Path: chain[0].path, chain: chain, made: new(sync.Map), overridden: matching != "",
		broken: chain[0].broken, said: make(map[string]Values), lists: make(map[string][]listed),
	}
	var digests strings.Builder
	end := len(matching)
	for i, p := range slices.Backward(chain) {
		digests.WriteString(p.digest)
		for name, values := range p.said {
			c.lay(p, name, values, i == 0)
		}
		for name, tables := range p.lists {
			if i == 0 || inherited(p.sections, name) {
				c.lists[name] = append(slices.Clone(tables), c.lists[name]...) // of several, the first counts
			}
		}
		c.places = slices.Insert(c.places, 0, place{doc: p.doc})
		if matching == "" {
			continue
		}
		start := end - len(p.overrides)
		for j, o := range p.overrides {
			if matching[start+j] == '1' {
				for name, values := range o.said {
					c.lay(p, name, values, false)
				}
				c.places = slices.Insert(c.places, 0, o.at)
			}
		}
		end = start
	}
	c.digest = chain[0].digest
	if len(chain) > 1 || strings.Contains(matching, "1") {
		c.digest = fixedits.Digest([]byte(digests.String() + matching))
	}
	return c
}

// lay puts the values of a section on top of the values that c has. From a file
// that is not its own, but one that it extends, it takes inherited sections only.
func (c *Config) lay(p *parsed, name string, values Values, own bool) {
	if !own && !inherited(p.sections, name) {
		return
	}
	merge := mergeTables
	if name == rules {
		merge = mergeRules
	}
	c.said[name] = merge(c.said[name], values)
}

func inherited(sections []*Section, name string) bool {
	return slices.ContainsFunc(sections, func(s *Section) bool { return s.Name == name && s.Inherited })
}

// mergeTables returns the values of both tables. Tables in them are merged in
// the same way; of other values, the one in over counts.
func mergeTables(under, over Values) Values {
	if under == nil {
		return over
	}
	merged := maps.Clone(under)
	for key, value := range over {
		if table, ok := value.(Values); ok {
			value = mergeTables(under.Table(key), table)
		}
		merged[key] = value
	}
	return merged
}

// mergeRules is mergeTables for the tables of rules. A setting of all rules of a
// namespace in over counts more than a setting of one of them in under.
func mergeRules(under, over Values) Values {
	merged := maps.Clone(under)
	for name := range over {
		namespace, all := strings.CutSuffix(name, "*")
		if !all {
			continue
		}
		for rule, table := range under {
			if table, ok := table.(Values); ok && rule != name && strings.HasPrefix(rule, namespace) {
				table = maps.Clone(table)
				for key := range over.Table(name) {
					delete(table, key)
				}
				merged[rule] = table
			}
		}
	}
	return mergeTables(merged, over)
}
