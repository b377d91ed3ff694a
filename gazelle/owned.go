package gazelle

import (
	"slices"

	"github.com/bazelbuild/bazel-gazelle/language"
	"github.com/bazelbuild/bazel-gazelle/rule"
	"github.com/bazelbuild/buildtools/build"
)

// notOwners are functions of BUILD files that name files without building or
// testing anything with them.
var notOwners = []string{"alias", "exports_files", "licenses", "package", "package_group"}

// notFiles are attributes of all rules that hold other strings than labels of
// files.
var notFiles = []string{"args", "env", "name", "tags", "visibility"}

// merged are the attributes that hold files and that Gazelle's languages write:
// what they generate replaces them.
var merged = []string{"embedsrcs", "hdrs", "srcs"}

// owners finds out which files of a package its rules own: each file that a
// rule names in any attribute, or a glob has. That is more than the checks look
// at: what a rule has as data alone may be test input, not to be touched.
//
// A file that is not found here though it is owned is checked twice and fixed
// once; one that is found though nothing owns it would never be checked. So
// what cannot be understood owns nothing.
type owners struct {
	rel   string
	files []string            // package relative
	lists map[string][]string // variables that are lists of strings
	owned map[string]bool     // by file; also strings that are no file's name
}

// ownedFiles returns the files that rules other than the target name own once
// this run has written the package.
func ownedFiles(args language.GenerateArgs, name string, files []string) map[string]bool {
	o := &owners{rel: args.Rel, files: files, lists: map[string][]string{}, owned: map[string]bool{}}
	if args.File != nil {
		for _, statement := range args.File.File.Stmt {
			o.statement(statement, args, name)
		}
	}
	for _, r := range args.OtherGen {
		for _, key := range r.AttrKeys() {
			if !slices.Contains(notFiles, key) {
				o.expression(r.Attr(key))
			}
		}
	}
	return o.owned
}

// statement looks at a statement of the existing build file.
func (o *owners) statement(e build.Expr, args language.GenerateArgs, name string) {
	switch e := e.(type) {
	case *build.LoadStmt:
		return
	case *build.AssignExpr:
		if variable, ok := e.LHS.(*build.Ident); ok {
			if list, ok := literalStrings(e.RHS, o.lists); ok {
				o.lists[variable.Name] = list
			}
		}
	case *build.CallExpr:
		r := build.NewRule(e)
		switch {
		case slices.Contains(notOwners, r.Kind()), r.Name() == name && isOurKind(args.Config, r.Kind()):
			return
		case isReplaced(args, r):
			o.kept(r)
			return
		}
	}
	o.expression(e)
}

// isReplaced reports whether another language writes an existing rule anew, or
// removes it.
func isReplaced(args language.GenerateArgs, r *build.Rule) bool {
	same := func(other *rule.Rule) bool {
		path := r.AttrString("importpath") // Go's rules are matched by it, whatever they are called
		return (r.Name() == other.Name() || path != "" && path == other.AttrString("importpath")) &&
			isMapped(args.Config, other.Kind(), r.Kind())
	}
	return slices.ContainsFunc(args.OtherGen, same) || slices.ContainsFunc(args.OtherEmpty, same)
}

// kept looks at what stays of a rule that is written anew.
func (o *owners) kept(r *build.Rule) {
	if rule.ShouldKeep(r.Call) {
		o.expression(r.Call)
		return
	}
	for _, argument := range r.Call.List {
		attribute, ok := argument.(*build.AssignExpr)
		if !ok || !slices.Contains(merged, attributeName(attribute)) || rule.ShouldKeep(attribute) {
			o.expression(argument)
			continue
		}
		for _, entry := range entries(attribute.RHS) {
			if rule.ShouldKeep(entry) {
				o.expression(entry)
			}
		}
	}
}

// attributeName returns the name in `name = value`; "" where it is none.
func attributeName(e *build.AssignExpr) string {
	if name, ok := e.LHS.(*build.Ident); ok {
		return name.Name
	}
	return ""
}

// expression looks at an expression and at all in it.
func (o *owners) expression(e build.Expr) {
	build.WalkInterruptable(e, func(e build.Expr, _ []build.Expr) error {
		switch e := e.(type) {
		case *build.StringExpr:
			o.owned[fileOf(o.rel, e.Value)] = true
		case *build.AssignExpr:
			if slices.Contains(notFiles, attributeName(e)) {
				return &build.StopTraversalError{}
			}
		case *build.CallExpr:
			if isGlob(e) {
				o.glob(e)
				return &build.StopTraversalError{}
			}
		}
		return nil
	})
}

func (o *owners) glob(call *build.CallExpr) {
	g, ok := parseGlob(call, o.lists)
	if !ok {
		return
	}
	for _, file := range o.files {
		if g.match(file) {
			o.owned[file] = true
		}
	}
}
