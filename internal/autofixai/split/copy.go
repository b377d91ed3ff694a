package split

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// copies reports whether a step copies files from a stage to the path where the
// file had them before, or a program to a folder of PATH.
func (j *judge) copies(s *step) bool {
	if s.ins.Name != "copy" || len(s.ins.Words) < 2 || len(s.ins.Heredocs) > 0 {
		return false
	}
	fromStage := false
	for i := range s.ins.Flags {
		switch flag := &s.ins.Flags[i]; flag.Name {
		case "from":
			fromStage = j.after.StageBefore(s.stage, flag.Arg) != nil
		case "link":
		case "chown":
			if !slices.Contains(owners, flag.Arg) && !j.owns(flag.Arg) && !j.hadFlag(flag.Value) {
				return false
			}
		default:
			if !j.hadFlag(flag.Value) {
				return false
			}
		}
	}
	sources, target, known := s.paths(j.after)
	if !known {
		return false
	}
	for i, source := range sources {
		if fromStage && j.placed(s, source, target) {
			continue
		}
		isFolder := s.endsInSlash(i) || slices.ContainsFunc(j.folders, func(folder string) bool { return contains(source, folder) })
		if !fromStage || isFolder && isParent(target, source) {
			return false
		}
		if !keepsPath(source, target) && !isProgram(source, target) && !j.isStarted(s, source, target) {
			return false
		}
		if strings.Contains(source, "$") {
			source = "/" // it may be anything
		}
		j.copied = append(j.copied, withoutPattern(source))
	}
	return true
}

// paths returns the absolute paths of the sources and the target of a COPY, and
// whether the target is known. A path that starts with a variable is unchanged.
func (s *step) paths(f *lint.File) (sources []string, target string, known bool) {
	words := s.ins.Words
	if len(words) < 2 {
		return nil, "", false
	}
	target = s.expanded(f, words[len(words)-1].Value)
	if !path.IsAbs(target) && !strings.HasPrefix(target, "$") {
		if s.folder == "" {
			return nil, "", false
		}
		folder := strings.HasSuffix(target, "/") || target == "."
		if target = path.Join(s.folder, target); folder {
			target += "/"
		}
	}
	for _, w := range words[:len(words)-1] {
		source := s.expanded(f, w.Value)
		if !strings.HasPrefix(source, "$") {
			source = path.Join("/", source)
		}
		sources = append(sources, source)
	}
	return sources, target, true
}

// copiesTo reports whether a COPY or ADD may have a file in a folder.
func (s *step) copiesTo(folder string, f *lint.File) bool {
	if len(s.ins.Words) < 2 {
		return true
	}
	_, target, known := s.paths(f)
	return !known || strings.Contains(target, "$") || contains(folder, path.Clean(target)) || contains(path.Clean(target), folder)
}

// copiesPart reports whether a step copies a part of the files that the old COPY
// or ADD at an index has from the build context, to the same paths.
func (j *judge) copiesPart(s *step, at int) bool {
	old := &j.before[at]
	if s.script != nil || old.script != nil || s.ins.Name != "copy" && s.ins.Name != old.ins.Name || !s.isPlainCopy() || !old.isPlainCopy() {
		return false
	}
	if !sameFlags(s.ins, old.ins) && !(sameFlags(s.ins, old.ins, "chown") && j.hasLaterOwner(s, at)) {
		return false
	}
	sources, target, known := s.paths(j.after)
	all, to, had := old.paths(j.file)
	if !known || !had || s.ins.Name == "add" && slices.ContainsFunc(sources, isArchive) {
		return false
	}
	for i, source := range sources {
		isPart := slices.ContainsFunc(all, func(folder string) bool {
			switch {
			case source == folder && s.endsInSlash(i): // its content
				return path.Clean(target) == path.Clean(to)
			case source == folder && (len(all) > 1 || strings.HasSuffix(to, "/")):
				return keepsPath(path.Join(to, path.Base(source)), target)
			case source == folder:
				return keepsPath(path.Clean(to), target)
			}
			file := path.Join(to, strings.TrimPrefix(source, folder))
			return contains(folder, source) && !strings.ContainsAny(folder, `*?[\`) && keepsPath(file, target) && !(s.endsInSlash(i) && isParent(target, file))
		})
		if !isPart {
			return false
		}
	}
	return true
}

// addPart notes the sources of an old COPY or ADD that a step copies to the same
// folder. Only an ADD unpacks archives.
func (j *judge) addPart(s, old *step) {
	sources, target, _ := s.paths(j.after)
	_, to, _ := old.paths(j.file)
	if path.Clean(target) == path.Clean(to) && (s.ins.Name == old.ins.Name || !slices.ContainsFunc(sources, isArchive)) {
		j.parts[old] = append(j.parts[old], sources...)
	}
}

// copiedInParts reports whether stages have all files that an old COPY or ADD
// names.
func (j *judge) copiedInParts(old *step) bool {
	sources, _, known := old.paths(j.file)
	return known && !slices.ContainsFunc(sources, func(source string) bool { return !slices.Contains(j.parts[old], source) })
}

// isLocal reports whether no source of a COPY or ADD is or may be a URL.
func (s *step) isLocal() bool {
	words := s.words(s.ins)
	return len(s.ins.Heredocs) == 0 && len(words) > 1 && !slices.ContainsFunc(words[:len(words)-1], func(w string) bool { return strings.ContainsAny(w, ":$") })
}

// isArchive reports whether an ADD would unpack a file, by its name.
func isArchive(name string) bool {
	return slices.Contains([]string{".tar", ".tgz", ".tbz2", ".txz", ".gz", ".bz2", ".xz", ".zst"}, strings.ToLower(path.Ext(name)))
}

// isPlainCopy reports whether a COPY or ADD copies files from the build context,
// with flags that change neither their paths nor their number.
func (s *step) isPlainCopy() bool {
	return len(s.ins.Words) > 1 && len(s.ins.Heredocs) == 0 && !strings.Contains(s.text, "$") && !slices.ContainsFunc(s.words(s.ins), func(w string) bool { return strings.Contains(w, ":") }) && // no URL
		!slices.ContainsFunc(s.ins.Flags, func(f syntax.Flag) bool { return !slices.Contains([]string{"chmod", "chown", "link"}, f.Name) })
}

// sameFlags reports whether two instructions have the same flags, in any order,
// other than the ones of some names.
func sameFlags(a, b *syntax.Instruction, without ...string) bool {
	return slices.Equal(flagsBut(a, without), flagsBut(b, without))
}

// flagsBut returns the flags of an instruction in order, without the ones of some
// names.
func flagsBut(ins *syntax.Instruction, without []string) []string {
	var flags []string
	for i := range ins.Flags {
		if !slices.Contains(without, ins.Flags[i].Name) {
			flags = append(flags, ins.Flags[i].Value)
		}
	}
	slices.Sort(flags)
	return flags
}

// expanded returns a word with the values of its variables, or unchanged if
// they are unknown.
func (s *step) expanded(f *lint.File, word string) string {
	if value, is := known(f, s.stage, s.ins, word); is {
		return value
	}
	return lint.Unquote(word)
}

// owners are the names and numbers of the user of a build.
var owners = []string{"root", "root:root", "0", "0:0"}

// owns reports whether the old file has an owner, as a user and as the owner of
// files: app of USER app, app:app of chown app:app, and app:web of USER app with a
// group app or web that the file makes.
func (j *judge) owns(owner string) bool {
	if user, group, both := strings.Cut(owner, ":"); both && j.values["user "+user] && !strings.HasPrefix(group, "-") && j.hasArgument(makers, group) {
		return true
	}
	return j.values["user "+owner] || j.hasArgument([]string{"chown"}, owner)
}

// hasArgument reports whether one of some commands of the old file has an argument.
func (j *judge) hasArgument(commands []string, word string) bool {
	return slices.ContainsFunc(j.before, func(s step) bool {
		return s.script != nil && s.script.command != nil && slices.Contains(commands, s.script.name) && slices.ContainsFunc(s.script.command.Args, func(a lint.Arg) bool { return a.Is(word) })
	})
}

// hadFlag reports whether a COPY or ADD of the old file has a flag.
func (j *judge) hadFlag(text string) bool {
	return slices.ContainsFunc(j.before, func(s step) bool {
		return s.script == nil && slices.ContainsFunc(s.ins.Flags, func(f syntax.Flag) bool { return f.Value == text })
	})
}

// keepsPath reports whether a copy has the path of its source: as a file in the
// folder of the target, as the target, or as all files of a folder.
func keepsPath(source, target string) bool {
	clean := path.Clean(target)
	folder, base := path.Split(source)
	if strings.ContainsAny(base, "*?[") {
		return path.Clean(folder) == clean
	}
	return source == clean || path.Clean(folder) == clean && (strings.HasSuffix(target, "/") || target == clean)
}

// isParent reports whether a COPY of a folder to a target would bring its content
// into the folder above it.
func isParent(target, folder string) bool {
	return folder != "/" && path.Clean(target) == path.Dir(folder)
}

// endsInSlash reports whether a source of a COPY is a folder by its word.
func (s *step) endsInSlash(index int) bool {
	return strings.HasSuffix(s.ins.Words[index].Value, "/")
}

// The folders that compilers and package managers install programs to, and the
// folders of PATH in every image.
var (
	built  = []string{"/go/bin", "/root/go/bin", "/usr/local/cargo/bin", "/root/.cargo/bin", "/root/.cabal/bin", "/root/.local/bin", "/usr/local/bin", "/usr/bin"}
	onPath = []string{"/usr/local/bin", "/usr/bin", "/bin"}
)

// isProgram reports whether a copy is of a program to a folder of PATH, under
// its name.
func isProgram(source, target string) bool {
	folder, name := path.Split(source)
	if strings.ContainsAny(name, "*?[$") {
		return false
	}
	clean := path.Clean(target)
	if path.Base(clean) == name && !strings.HasSuffix(target, "/") {
		clean = path.Dir(clean)
	}
	return slices.Contains(built, path.Clean(folder)) && slices.Contains(onPath, clean)
}

// isStarted reports whether a copy brings a file, which CMD or ENTRYPOINT names by
// a relative path, from the folder of the old image to the same path in the
// folder that the base of the last stage has.
func (j *judge) isStarted(s *step, source, target string) bool {
	if j.folder == "" || s.folder == "" || s.folder != j.lastFolder || !contains(j.folder, source) {
		return false
	}
	if strings.HasSuffix(target, "/") {
		target = path.Join(target, path.Base(source))
	}
	file := strings.TrimPrefix(strings.TrimPrefix(source, j.folder), "/")
	return path.Clean(target) == path.Join(s.folder, file) && slices.Contains(j.started, file)
}

// startedBy returns the relative paths among the words of CMD and ENTRYPOINT.
func startedBy(s *lint.Stage) []string {
	var files []string
	for _, ins := range s.Instructions {
		if ins.Name != "cmd" && ins.Name != "entrypoint" {
			continue
		}
		words := strings.Fields(ins.Args.Value)
		if ins.JSON {
			words = nil
			for _, w := range ins.Words {
				words = append(words, w.Value)
			}
		}
		for _, word := range words {
			if !path.IsAbs(word) {
				files = append(files, path.Clean(word))
			}
		}
	}
	return files
}

// removesUncopied reports whether an old step only removes files by their
// paths, none of which a stage copies.
func (j *judge) removesUncopied(s *step) bool {
	if s.script == nil || s.script.command == nil || s.script.command.Name != "rm" {
		return false
	}
	operands := 0
	for _, arg := range s.script.command.Args {
		if arg.Static && strings.HasPrefix(arg.Value, "-") {
			continue
		}
		file, known := j.pathOf(s, s.script.command.Script.Source[arg.Start:arg.End])
		if !known || slices.ContainsFunc(j.copied, func(source string) bool { return contains(file, source) || contains(source, file) }) {
			return false
		}
		operands++
	}
	return operands > 0
}

// pathOf returns the absolute path that a word of an old command names, without
// a part with a wildcard, and whether it is known.
func (j *judge) pathOf(s *step, word string) (string, bool) {
	dir := cmp.Or(s.folder, path.Join("/", s.dir))
	for _, command := range s.setup {
		name, folder, _ := strings.Cut(command, " ")
		switch {
		case name == "cd":
			next, known := j.valueOf(s, folder)
			if !known {
				return "", false
			}
			dir = enter(dir, next)
		case name == "set", name == "export", strings.Contains(name, "="), slices.Contains(s.assigns, command):
		default:
			return "", false
		}
	}
	file, known := j.valueOf(s, word)
	if !known {
		return "", false
	}
	if file = enter(dir, file); strings.Contains(file, "$") {
		return "", false
	}
	return withoutPattern(file), true
}

// withoutPattern returns the folder of the files that a path with wildcards
// names.
func withoutPattern(file string) string {
	if at := strings.IndexAny(file, `*?[\`); at >= 0 {
		return path.Dir(file[:at] + "x")
	}
	return file
}

var reference = lazyregexp.New(`\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))`)

// valueOf returns a word of an old command with the values of its variables, and
// whether all of them are known.
func (j *judge) valueOf(s *step, word string) (string, bool) {
	word = reference().ReplaceAllStringFunc(word, func(ref string) string {
		if value, assigned := s.variables[strings.Trim(ref, "${}")]; assigned {
			return value
		}
		return ref
	})
	if strings.Contains(word, unknown) {
		return "", false
	}
	value, is := known(j.file, s.stage, s.ins, word)
	return value, is && value != "" && !strings.ContainsAny(value, "$`(")
}

func contains(folder, file string) bool {
	return file == folder || strings.HasPrefix(file, strings.TrimSuffix(folder, "/")+"/")
}
