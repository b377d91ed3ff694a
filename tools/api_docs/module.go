package main

// The following are the messages of Bazel's
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
	RepositoryRules []ruleInfo      `proto:"8"` // RepositoryRuleInfo has the same numbers for the rendered fields
	Macros          []ruleInfo      `proto:"9"` // symbolic macros; MacroInfo has the same numbers, too
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
	Providers []providerList `proto:"5"` // a target must have all providers of one of these
	Default   string         `proto:"6"` // as Starlark; "" if there is none
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
	Default   string        `proto:"3"` // as Starlark; "" if there is none
	Mandatory bool          `proto:"4"`
	Role      parameterRole `proto:"5"` // unspecified in the output of older versions of Bazel
}

// An attributeType identifies the function of the attr module of Bazel that
// created the attribute.
type attributeType int32

// nameAttribute is the type of the implicit attribute `name` of each rule.
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

// A parameterRole is how a parameter is passed.
type parameterRole int32

const (
	roleUnspecified parameterRole = 0
	roleVarargs     parameterRole = 4
	roleKwargs      parameterRole = 5
)

// stars returns the prefix of the parameter name in a declaration.
func (p *parameterInfo) stars() string {
	switch {
	case p.Role == roleVarargs:
		return "*"
	case p.Role == roleKwargs:
		return "**"
	case p.Role != roleUnspecified || p.Mandatory || p.Default != "":
		return ""
	case p.Name == "args":
		// Without a role, only the name distinguishes the two.
		return "*"
	default:
		return "**"
	}
}
