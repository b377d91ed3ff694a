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

// notFiles are attributes of all rules that contain strings other than labels
// of files.
var notFiles = []string{"args", "env", "name", "tags", "visibility"}

// merged are the attributes with files that Gazelle's languages write: the
// generated values replace them.
var merged = []string{"embedsrcs", "hdrs", "srcs"}

// owners determines which files of a package its rules own: each file that a
// rule names in any attribute, or that a glob includes. That is more than the
// checks cover: a file that a rule uses only as data may be test input that
// must not change.
//
// An owned file that is missed here is checked twice and fixed once; a file
// that is wrongly considered owned would never be checked. So expressions that
// cannot be evaluated own nothing.
type owners struct {
	rel   string
	files []string            // package relative
	lists map[string][]string // variables that are lists of strings
	owned map[string]bool     // by file; also contains strings that are not names of files
}

// ownedFiles returns the files that rules other than the target name own after
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

// statement evaluates a statement of the existing build file.
func (o *owners) statement(e build.Expr, args language.GenerateArgs, name string) {
	switch e := e.(type) {
	case *build.LoadStmt:
		return
	case *build.AssignExpr:
		o.assign(e)
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

// assign updates lists. A variable may be assigned again, also with +=. If its
// new value is not a list of literals, it is not in lists anymore.
func (o *owners) assign(e *build.AssignExpr) {
	variable, ok := e.LHS.(*build.Ident)
	if !ok {
		return
	}
	list, ok := literalStrings(e.RHS, o.lists)
	if old, known := o.lists[variable.Name]; e.Op == "+=" {
		list, ok = slices.Concat(old, list), ok && known
	}
	if !ok {
		delete(o.lists, variable.Name)
		return
	}
	o.lists[variable.Name] = list
}

// isReplaced reports whether another language regenerates or removes an
// existing rule.
func isReplaced(args language.GenerateArgs, r *build.Rule) bool {
	same := func(other *rule.Rule) bool {
		path := r.AttrString("importpath") // Go rules are matched by it, whatever their names
		return (r.Name() == other.Name() || path != "" && path == other.AttrString("importpath")) &&
			isMapped(args.Config, other.Kind(), r.Kind())
	}
	return slices.ContainsFunc(args.OtherGen, same) || slices.ContainsFunc(args.OtherEmpty, same)
}

// kept evaluates the parts of a regenerated rule that are preserved.
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

// attributeName returns the name in `name = value`, or "".
func attributeName(e *build.AssignExpr) string {
	if name, ok := e.LHS.(*build.Ident); ok {
		return name.Name
	}
	return ""
}

// expression evaluates an expression and its subexpressions.
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
