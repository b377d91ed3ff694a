package main

// What follows are the messages of Bazel's
// src/main/protobuf/stardoc_output.proto, with the fields that are rendered.

// moduleInfo is the documentation of one .bzl file.
type moduleInfo struct {
	Rules           []ruleInfo      `proto:"1"`
	Providers       []providerInfo  `proto:"2"`
	Functions       []functionInfo  `proto:"3"`
	Aspects         []aspectInfo    `proto:"4"`
	Doc             string          `proto:"5"`
	File            string          `proto:"6"` // a label, such as @rules_autofix//rules:defs.bzl
	Extensions      []extensionInfo `proto:"7"`
	RepositoryRules []ruleInfo      `proto:"8"` // RepositoryRuleInfo has the same numbers for what is rendered
	Macros          []ruleInfo      `proto:"9"` // symbolic macros; so has MacroInfo
}

type ruleInfo struct {
	Name       string          `proto:"1"`
	Doc        string          `proto:"2"`
	Attributes []attributeInfo `proto:"3"`
}

type aspectInfo struct {
	Name           string          `proto:"1"`
	Doc            string          `proto:"2"`
	PropagateAlong []string        `proto:"3"` // names of attributes
	Attributes     []attributeInfo `proto:"4"`
}

type extensionInfo struct {
	Name string         `proto:"1"`
	Doc  string         `proto:"2"`
	Tags []tagClassInfo `proto:"3"`
}

type tagClassInfo struct {
	Name       string          `proto:"1"`
	Doc        string          `proto:"2"`
	Attributes []attributeInfo `proto:"3"`
}

type attributeInfo struct {
	Name      string         `proto:"1"`
	Doc       string         `proto:"2"`
	Type      attributeType  `proto:"3"`
	Mandatory bool           `proto:"4"`
	Providers []providerList `proto:"5"` // a target has to have all providers of one of these
	Default   string         `proto:"6"` // as Starlark; "" where there is none
}

type providerList struct {
	Names []string `proto:"1"`
}

type providerInfo struct {
	Name   string              `proto:"1"`
	Doc    string              `proto:"2"`
	Fields []providerFieldInfo `proto:"3"`
}

type providerFieldInfo struct {
	Name string `proto:"1"`
	Doc  string `proto:"2"`
}

type functionInfo struct {
	Name       string          `proto:"1"`
	Parameters []parameterInfo `proto:"2"` // positional ones, then keyword-only ones, *args, **kwargs
	Doc        string          `proto:"3"`
	Returns    *textInfo       `proto:"4"`
	Deprecated *textInfo       `proto:"5"`
}

type textInfo struct {
	Doc string `proto:"1"`
}

type parameterInfo struct {
	Name      string        `proto:"1"` // without the stars
	Doc       string        `proto:"2"`
	Default   string        `proto:"3"` // as Starlark; "" where there is none
	Mandatory bool          `proto:"4"`
	Role      parameterRole `proto:"5"` // unspecified in what older Bazels write
}

// An attributeType is the function of Bazel's attr module that made the
// attribute.
type attributeType int32

// nameAttribute is the type of the `name` that each rule has without declaring
// it.
const nameAttribute attributeType = 1

var attributeTypes = []string{
	"unknown", "name", "int", "label", "string", "list of strings", "list of ints", "list of labels", "bool",
	"dict of labels to strings", "dict of strings", "dict of strings to lists of strings", "output", "list of outputs",
	"dict of strings to labels", "dict of strings to lists of labels",
}

func (t attributeType) String() string {
	if t < 0 || int(t) >= len(attributeTypes) {
		return attributeTypes[0]
	}
	return attributeTypes[t]
}

// A parameterRole says how a parameter takes its argument.
type parameterRole int32

const (
	roleUnspecified parameterRole = 0
	roleVarargs     parameterRole = 4
	roleKwargs      parameterRole = 5
)

// stars are what stands before the parameter's name in a declaration.
func (p *parameterInfo) stars() string {
	switch {
	case p.Role == roleVarargs:
		return "*"
	case p.Role == roleKwargs:
		return "**"
	case p.Role != roleUnspecified || p.Mandatory || p.Default != "":
		return ""
	case p.Name == "args":
		// Where there is no role, the name is all that tells the two apart.
		return "*"
	default:
		return "**"
	}
}
