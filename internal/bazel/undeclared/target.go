package undeclared

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bmatcuk/doublestar/v4"

	"github.com/rules-autofix/rules_autofix/internal/bazel/bazelrc"
	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

const moduleFile = "MODULE.bazel"

// A Target is the target that the flag for the configuration of the checks
// names, or else MODULE.bazel or the aspects of the workspace, as its sources
// have it. Bazel is not asked.
type Target struct {
	Label string   // "" if nothing names one: the checks have no configuration; of several, with spaces between
	From  string   // FILE:LINE of the .bazelrc or the MODULE.bazel, or the file with autofix_aspects
	Files []string // workspace relative, sorted
}

// ReadTarget reads the target from .bazelrc and BUILD files. An error means
// that its files are not known: they may be computed.
func ReadTarget(ws *workspace.Workspace, kinds []*config.FileKind) (*Target, error) {
	t := &Target{}
	rc, err := bazelrc.Read(ws.Read)
	if err != nil {
		return t, err
	}
	labels, from, err := named(ws, rc)
	if err != nil {
		return t, err
	}
	if t.Label, t.From = strings.Join(labels, " "), from; t.Label == "" {
		if err := t.ofAspects(ws); err != nil || t.Label == "" {
			return t, err
		}
		labels = []string{t.Label}
	}
	r := targetReader{ws: ws, kinds: kinds, seen: map[string]bool{}}
	for _, label := range labels {
		if err := r.add(label, ""); err != nil {
			return t, fmt.Errorf("%s, which %s names: %w", label, t.From, err)
		}
	}
	slices.Sort(r.files)
	t.Files = slices.Compact(r.files)
	return t, nil
}

// named returns the labels that the flag has, or else the ones of the tag in
// MODULE.bazel, and the place.
func named(ws *workspace.Workspace, rc *bazelrc.RC) (labels []string, from string, err error) {
	if label, from := rc.ConfigOfChecks(); label != "" {
		return []string{client.DisplayLabel(label)}, from, nil
	}
	text, err := ws.Read(moduleFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	call, err := ConfigTag(text)
	if call == nil || err != nil {
		return nil, "", err
	}
	start, _ := call.Call.Span()
	from = fmt.Sprintf("%s:%d", moduleFile, start.Line)
	for _, label := range call.AttrStrings("files") {
		labels = append(labels, client.DisplayLabel(label))
	}
	if len(labels) == 0 {
		return nil, "", fmt.Errorf("%s: its files are computed", from)
	}
	return labels, from, nil
}

// ConfigTag returns the tag `autofix.config` of a MODULE.bazel, which names the
// configuration of the checks, or nil.
func ConfigTag(module []byte) (*build.Rule, error) {
	file, err := build.ParseModule(moduleFile, module)
	if err != nil {
		return nil, err
	}
	for _, extension := range extensions(file) {
		for _, tag := range file.Rules(extension + ".config") {
			return tag, nil
		}
	}
	return nil, nil
}

// extensions returns the variables of a MODULE.bazel with the extension of the
// ruleset.
func extensions(file *build.File) (names []string) {
	for _, statement := range file.Stmt {
		assigned, ok := statement.(*build.AssignExpr)
		if !ok {
			continue
		}
		name, isName := assigned.LHS.(*build.Ident)
		call, isCall := assigned.RHS.(*build.CallExpr)
		if !isName || !isCall || len(call.List) < 2 {
			continue
		}
		of, isText := call.List[1].(*build.StringExpr)
		if function, ok := call.X.(*build.Ident); ok && function.Name == "use_extension" && isText && of.Value == "autofix" {
			names = append(names, name.Name)
		}
	}
	return names
}

// ofAspects takes the configuration that all sets of aspects of the workspace
// have, if there are any.
func (t *Target) ofAspects(ws *workspace.Workspace) error {
	sets, err := AspectSets(ws)
	if err != nil || len(sets) == 0 {
		return err
	}
	for _, set := range sets {
		if set.Config != sets[0].Config {
			return fmt.Errorf("no .bazelrc sets %s, and the aspects of the workspace have several configurations: %s, %s", bazelrc.ConfigFlag, sets[0].File, set.File)
		}
	}
	if t.Label = sets[0].Config; t.Label != "" {
		t.From = sets[0].File
	}
	return nil
}

// ConfigFiles returns the files as the checks get them.
func (t *Target) ConfigFiles(kinds []*config.FileKind) pipeline.ConfigFiles {
	from := pipeline.ConfigFiles{Declared: true}
	var tomls []string
	for _, file := range t.Files {
		base := path.Base(file)
		isTool := func(kind *config.FileKind) bool {
			return slices.ContainsFunc(kind.Names, func(glob string) bool { return doublestar.MatchUnvalidated(glob, base) })
		}
		switch {
		case isTOML(file):
			from.Files = append(from.Files, file)
		case slices.ContainsFunc(kinds, func(kind *config.FileKind) bool { return !kind.Named && isTool(kind) }):
			from.ToolFiles = append(from.ToolFiles, file)
		case path.Ext(base) == ".toml":
			tomls = append(tomls, file)
		case slices.ContainsFunc(kinds, isTool):
			from.ToolFiles = append(from.ToolFiles, file)
		default:
			tomls = append(tomls, file)
		}
	}
	if len(from.Files) == 0 && len(tomls) > 0 {
		from.File = tomls[0]
	}
	return from
}

// A targetReader collects the files of targets.
type targetReader struct {
	ws    *workspace.Workspace
	kinds []*config.FileKind
	seen  map[string]bool
	files []string
}

// add adds the files of a label that is written in a package.
func (r *targetReader) add(label, pkg string) error {
	if label = client.DisplayLabel(label); !strings.HasPrefix(label, "//") && !strings.HasPrefix(label, "@") {
		label = "//" + pkg + ":" + strings.TrimPrefix(label, ":")
	}
	file, main := client.PathOf(label)
	if !main {
		return errors.New("it is of another repository")
	}
	pkg = strings.TrimPrefix(client.PackageOf(label), "//")
	label = strings.TrimPrefix(strings.TrimPrefix(file, pkg), "/")
	if r.seen[file] {
		return nil
	}
	r.seen[file] = true
	if _, err := r.ws.Head(file, 1); err == nil {
		r.files = append(r.files, file)
		return nil
	}
	name := buildFileIn(r.ws.Root(), cmp.Or(pkg, "."))
	if name == "" {
		return fmt.Errorf("the folder %q has no BUILD file", pkg)
	}
	name = path.Join(pkg, name)
	text, err := r.ws.Read(name)
	if err != nil {
		return err
	}
	parsed, err := build.ParseBuild(name, text)
	if err != nil {
		return err
	}
	for _, rule := range parsed.Rules("") {
		if rule.Name() != label {
			continue
		}
		switch kind := rule.Kind(); kind {
		case "filegroup":
			return r.expression(rule.Attr("srcs"), parsed, pkg, 0)
		case "autofix_workspace":
			return r.workspace(rule, parsed, pkg)
		default:
			return fmt.Errorf("it is a %s, whose files only Bazel knows", kind)
		}
	}
	return fmt.Errorf("%s has no target %q: it may be of a macro", name, label)
}

// workspace adds the files of a target of autofix_workspace, as the macro of
// rules/private/autofix_workspace.bzl finds them.
func (r *targetReader) workspace(rule *build.Rule, in *build.File, pkg string) error {
	exclude := []string{"**/node_modules/**", "bazel-*/**"}
	if e := rule.Attr("exclude"); e != nil {
		more, err := r.globs(e, in, 0)
		if err != nil {
			return err
		}
		exclude = append(exclude, more...)
	}
	if err := r.matching(configGlobs(r.kinds), exclude, pkg); err != nil {
		return err
	}
	return r.expression(rule.Attr("config"), in, pkg, 0)
}

// mostNested bounds variables that are made of variables.
const mostNested = 10

// expression adds the files of an attribute.
func (r *targetReader) expression(e build.Expr, in *build.File, pkg string, depth int) error {
	if depth > mostNested {
		return errors.New("its srcs are nested too deeply")
	}
	switch e := e.(type) {
	case nil:
		return nil
	case *build.ListExpr:
		for _, item := range e.List {
			text, ok := item.(*build.StringExpr)
			if !ok {
				return errors.New("its srcs are computed")
			}
			if err := r.add(text.Value, pkg); err != nil {
				return err
			}
		}
		return nil
	case *build.BinaryExpr:
		if e.Op == "+" {
			if err := r.expression(e.X, in, pkg, depth+1); err != nil {
				return err
			}
			return r.expression(e.Y, in, pkg, depth+1)
		}
	case *build.Ident:
		if value := valueOf(in, e.Name); value != nil {
			return r.expression(value, in, pkg, depth+1)
		}
	case *build.CallExpr:
		if of, ok := e.X.(*build.Ident); ok && of.Name == "glob" {
			return r.glob(e, in, pkg)
		}
	}
	return errors.New("its srcs are computed")
}

// valueOf returns the value of a variable of a file, or nil.
func valueOf(in *build.File, name string) build.Expr {
	for _, statement := range in.Stmt {
		if assigned, ok := statement.(*build.AssignExpr); ok {
			if variable, ok := assigned.LHS.(*build.Ident); ok && variable.Name == name {
				return assigned.RHS
			}
		}
	}
	return nil
}

// glob adds the files of the package that a call of glob matches.
func (r *targetReader) glob(call *build.CallExpr, in *build.File, pkg string) error {
	var include, exclude []string
	for i, argument := range call.List {
		into := &include
		named, ok := argument.(*build.AssignExpr)
		if ok {
			argument = named.RHS
			name, ok := named.LHS.(*build.Ident)
			if !ok {
				return errors.New("its globs are computed")
			}
			switch name.Name {
			case "include":
			case "exclude":
				into = &exclude
			default:
				continue
			}
		} else if i > 0 {
			into = &exclude
		}
		globs, err := r.globs(argument, in, 0)
		if err != nil {
			return err
		}
		*into = globs
	}
	return r.matching(include, exclude, pkg)
}

// matching adds the files of a package that globs match.
func (r *targetReader) matching(include, exclude []string, pkg string) error {
	listed, err := r.ws.List([]string{path.Join(r.ws.Root(), pkg)}, workspace.ListOptions{})
	if err != nil {
		return err
	}
	for _, file := range listed {
		relative := strings.TrimPrefix(file, pkg+"/")
		matches := func(glob string) bool { return doublestar.MatchUnvalidated(glob, relative) }
		if slices.ContainsFunc(include, matches) && !slices.ContainsFunc(exclude, matches) && packageOf(r.ws.Root(), path.Dir(file)) == cmp.Or(pkg, ".") {
			r.files = append(r.files, file)
		}
	}
	return nil
}

// globs returns the globs of an argument of glob.
func (r *targetReader) globs(e build.Expr, in *build.File, depth int) ([]string, error) {
	if depth > mostNested {
		return nil, errors.New("its globs are nested too deeply")
	}
	switch e := e.(type) {
	case *build.ListExpr:
		if texts := build.Strings(e); texts != nil || len(e.List) == 0 {
			return texts, nil
		}
	case *build.BinaryExpr:
		x, err := r.globs(e.X, in, depth+1)
		if err != nil || e.Op != "+" {
			return nil, cmp.Or(err, errors.New("its globs are computed"))
		}
		y, err := r.globs(e.Y, in, depth+1)
		return append(x, y...), err
	case *build.Ident:
		if e.Name == "AUTOFIX_CONFIG_FILES" {
			return configGlobs(r.kinds), nil
		}
		if value := valueOf(in, e.Name); value != nil {
			return r.globs(value, in, depth+1)
		}
	}
	return nil, errors.New("its globs are computed")
}

// configGlobs returns the globs of AUTOFIX_CONFIG_FILES of defs.bzl.
func configGlobs(kinds []*config.FileKind) []string {
	globs := []string{"**/" + config.Name}
	for _, name := range config.FileNames(slices.DeleteFunc(slices.Clone(kinds), func(kind *config.FileKind) bool { return kind.Named })) {
		globs = append(globs, "**/"+name)
	}
	return globs
}
