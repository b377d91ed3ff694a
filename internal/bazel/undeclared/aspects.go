package undeclared

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// An AspectSet is a call of autofix_aspects in a .bzl file of the workspace.
type AspectSet struct {
	File     string            // workspace relative
	Label    string            // of the file, e.g. //tools/lint:lint.bzl
	Aspects  map[string]string // by the field of the set, such as autofix_fix: its variable
	Fix      string            // the fix target that its gate names
	Checkers []string          // labels of the user's own checkers, sorted
	Builtin  bool              // it has the built-in checkers as well
	Config   string            // label of its configuration, or an expression of it; "": the one of the flag
}

// Aspect returns the name of one of its aspects as --aspects takes it, "" if no
// variable holds it.
func (s *AspectSet) Aspect(field string) string {
	if s.Aspects[field] == "" {
		return ""
	}
	return s.Label + "%" + s.Aspects[field]
}

// has reports whether an aspect, as --aspects takes it, is one of the set.
func (s *AspectSet) has(aspect string) bool {
	file, name, _ := strings.Cut(client.DisplayLabel(aspect), "%")
	if file != s.Label {
		return false
	}
	for _, variable := range s.Aspects {
		if variable == name {
			return true
		}
	}
	return false
}

// A Missing is a set of aspects with checkers that a run did not have: its gate
// can stay shut although nothing is pending for the run.
type Missing struct {
	Set      AspectSet
	Checkers []string // names of the user's own checkers, sorted
	Builtin  bool     // the built-in checkers are missing too
}

// MissingSets returns the sets of aspects in the workspace with checkers that a
// run with an aspect did not have, by file. Ran are the names of checkers that
// the run is known to have had.
func MissingSets(ws *workspace.Workspace, aspect string, ran []string) ([]Missing, error) {
	sets, err := AspectSets(ws)
	if err != nil {
		return nil, err
	}
	own := AspectSet{Builtin: true}
	if at := slices.IndexFunc(sets, func(s AspectSet) bool { return s.has(aspect) }); at >= 0 {
		own = sets[at]
	}
	var missing []Missing
	for _, set := range sets {
		if set.has(aspect) {
			continue
		}
		m := Missing{Set: set, Builtin: set.Builtin && !own.Builtin}
		for _, label := range set.Checkers {
			_, name, _ := strings.Cut(label, ":")
			if !slices.Contains(own.Checkers, label) && !slices.Contains(ran, name) {
				m.Checkers = append(m.Checkers, name)
			}
		}
		if m.Builtin || len(m.Checkers) > 0 {
			missing = append(missing, m)
		}
	}
	return missing, nil
}

// maker is the function that makes sets of aspects.
const maker = "autofix_aspects"

// AspectSets returns the sets that files of the workspace make at their top
// level.
func AspectSets(ws *workspace.Workspace) ([]AspectSet, error) {
	listed, err := ws.List([]string{ws.Root()}, workspace.ListOptions{})
	if err != nil {
		return nil, err
	}
	nested := Nested(listed)
	var sets []AspectSet
	for _, name := range listed {
		if path.Ext(name) != ".bzl" || nested(name) {
			continue
		}
		sets = append(sets, setsIn(ws, name)...)
	}
	return sets, nil
}

// setsIn returns the sets of a file. One that does not parse has none.
func setsIn(ws *workspace.Workspace, name string) []AspectSet {
	text, err := ws.Read(name)
	if err != nil || !bytes.Contains(text, []byte(maker)) {
		return nil
	}
	file, err := build.ParseBzl(name, text)
	if err != nil {
		return nil
	}
	return setsOf(file, name, packageOf(ws.Root(), path.Dir(name)))
}

// setsOf returns the sets of a file in the package of a folder.
func setsOf(file *build.File, name, folder string) []AspectSet {
	pkg := "//" + strings.TrimPrefix(folder, ".")
	r := bzlReader{pkg: pkg, values: map[string]build.Expr{}, makers: map[string]bool{}}
	var sets []AspectSet
	at := map[string]int{} // in sets, by variable
	for _, statement := range file.Stmt {
		switch s := statement.(type) {
		case *build.LoadStmt:
			for i, from := range s.From {
				if from.Name == maker {
					r.makers[s.To[i].Name] = true
				}
			}
		case *build.AssignExpr:
			variable, ok := s.LHS.(*build.Ident)
			if !ok {
				continue
			}
			r.values[variable.Name] = s.RHS
			switch value := s.RHS.(type) {
			case *build.CallExpr:
				if of, ok := value.X.(*build.Ident); ok && r.makers[of.Name] {
					set := r.set(value)
					set.File, set.Label = name, pkg+":"+strings.TrimPrefix(name, folder+"/")
					at[variable.Name] = len(sets)
					sets = append(sets, set)
				}
			case *build.DotExpr:
				if of, ok := value.X.(*build.Ident); ok {
					if i, made := at[of.Name]; made {
						sets[i].Aspects[value.Name] = variable.Name
					}
				}
			}
		}
	}
	return sets
}

// A bzlReader reads values at the top level of a .bzl file.
type bzlReader struct {
	pkg    string                // label of its package
	values map[string]build.Expr // of the variables so far
	makers map[string]bool       // names of autofix_aspects in the file
}

// set returns the aspects that a call of autofix_aspects declares.
func (r *bzlReader) set(call *build.CallExpr) AspectSet {
	set := AspectSet{Aspects: map[string]string{}, Fix: "//:fix", Builtin: true}
	for _, argument := range call.List {
		named, ok := argument.(*build.AssignExpr)
		if !ok {
			continue
		}
		name, ok := named.LHS.(*build.Ident)
		if !ok {
			continue
		}
		switch value := named.RHS.(type) {
		case *build.StringExpr:
			if name.Name == "fix" {
				set.Fix = value.Value
			}
		case *build.Ident:
			if name.Name == "builtin_checkers" {
				set.Builtin = value.Name != "False"
			}
		}
		if name.Name == "checkers" {
			set.Checkers = r.labels(named.RHS, nil)
			slices.Sort(set.Checkers)
			set.Checkers = slices.Compact(set.Checkers)
		}
		if name.Name == "config" {
			set.Config = build.FormatString(named.RHS)
			if labels := r.labels(named.RHS, nil); len(labels) == 1 {
				set.Config = labels[0]
			}
		}
	}
	return set
}

// labels returns the labels in a value, and in the variables that it uses and
// that are not among within.
func (r *bzlReader) labels(value build.Expr, within []string) []string {
	var labels []string
	build.Walk(value, func(e build.Expr, _ []build.Expr) {
		switch e := e.(type) {
		case *build.StringExpr:
			labels = append(labels, r.label(e.Value))
		case *build.Ident:
			if of, known := r.values[e.Name]; known && !slices.Contains(within, e.Name) {
				labels = append(labels, r.labels(of, append(within, e.Name))...)
			}
		}
	})
	return labels
}

// label returns a label that is written in the file in its long form.
func (r *bzlReader) label(text string) string {
	label := client.DisplayLabel(text)
	switch {
	case !strings.Contains(label, "//"):
		return r.pkg + ":" + strings.TrimPrefix(label, ":")
	case !strings.Contains(label, ":"):
		return label + ":" + cmp.Or(path.Base(strings.TrimRight(label, "/")), label)
	}
	return label
}
