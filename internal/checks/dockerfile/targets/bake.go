package targets

import (
	"encoding/json"
	"fmt"
	"path"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// A bakeTarget is a target of a bake file, and the targets from which it
// inherits values that it does not set.
type bakeTarget struct {
	values  map[string]value
	inherit []string
	open    bool // the inherited targets are not all known
}

// bakeKeys are the relevant attributes of a target.
var bakeKeys = []string{"context", "dockerfile", "target"}

func bakeHCL(file string, content []byte) ([]Build, error) {
	parsed, diags := hclsyntax.ParseConfig(content, path.Base(file), hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	targets := make(map[string]*bakeTarget)
	for _, block := range parsed.Body.(*hclsyntax.Body).Blocks {
		if block.Type != "target" || len(block.Labels) != 1 {
			continue
		}
		t := &bakeTarget{values: make(map[string]value)}
		for _, key := range bakeKeys {
			if attr := block.Body.Attributes[key]; attr != nil {
				t.values[key] = evaluated(attr.Expr)
			}
		}
		if attr := block.Body.Attributes["inherits"]; attr != nil {
			t.inherit, t.open = evaluatedList(attr.Expr)
		}
		targets[block.Labels[0]] = t
	}
	return buildsOf(file, targets), nil
}

// evaluated returns the text of an expression without variables.
func evaluated(expr hclsyntax.Expression) value {
	v, diags := expr.Value(nil)
	if diags.HasErrors() || v.IsNull() || !v.IsKnown() || v.Type().FriendlyName() != "string" {
		return value{set: true}
	}
	return value{text: v.AsString(), set: true, known: true}
}

// evaluatedList returns the texts of a list, and whether there may be others.
func evaluatedList(expr hclsyntax.Expression) (texts []string, open bool) {
	list, ok := expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil, true
	}
	for _, e := range list.Exprs {
		v := evaluated(e)
		if !v.known {
			return nil, true
		}
		texts = append(texts, v.text)
	}
	return texts, false
}

func bakeJSON(file string, content []byte) ([]Build, error) {
	var doc struct {
		Target map[string]map[string]any `json:"target"`
	}
	if err := json.Unmarshal(content, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	targets := make(map[string]*bakeTarget)
	for name, attributes := range doc.Target {
		t := &bakeTarget{values: make(map[string]value)}
		for _, key := range bakeKeys {
			t.values[key] = entry(attributes, key)
		}
		switch list := attributes["inherits"].(type) {
		case nil:
		case []any:
			for _, e := range list {
				text, ok := e.(string)
				t.inherit, t.open = append(t.inherit, text), t.open || !ok || !literal(text).known
			}
		default:
			t.open = true
		}
		targets[name] = t
	}
	return buildsOf(file, targets), nil
}

// buildsOf returns the builds of all targets, including targets that are only
// inherited from.
func buildsOf(file string, targets map[string]*bakeTarget) []Build {
	all := make(map[string]*inheritance)
	for _, key := range bakeKeys {
		all[key] = &inheritance{targets: targets, key: key, found: make(map[*bakeTarget]value)}
	}
	var builds []Build
	for _, t := range targets {
		builds = append(builds, build(file, all["context"].of(t), all["dockerfile"].of(t), all["target"].of(t)))
	}
	return builds
}

// An inheritance has the values of a key for all targets.
type inheritance struct {
	targets map[string]*bakeTarget
	key     string
	found   map[*bakeTarget]value
}

// of returns the value of a target, or of the last target that it inherits
// from.
func (i *inheritance) of(t *bakeTarget) value {
	if known, ok := i.found[t]; ok {
		return known
	}
	i.found[t] = value{set: true} // for a target that inherits from itself
	found := t.values[i.key]
	if !found.set && t.open {
		found = value{set: true}
	} else if !found.set {
		found = i.taken(t)
	}
	i.found[t] = found
	return found
}

func (i *inheritance) taken(t *bakeTarget) value {
	var taken value
	for _, name := range t.inherit {
		if from := i.targets[name]; from == nil {
			taken = value{set: true} // it may be in another file
		} else if v := i.of(from); v.set {
			taken = v
		}
	}
	return taken
}
