package hadolint

import (
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3010 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3010",
		Summary:  "Use ADD to extract local archives",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySuggestion,
		Why: "ADD copies and extracts a tar archive in one step. With COPY and tar, the archive stays in a layer " +
			"of the image even if a later step deletes it. ADD does not extract other kinds of archives, such as " +
			"zip.",
		Bad:  "FROM debian:12\nCOPY app.tar.gz /tmp/\nRUN tar -xzf /tmp/app.tar.gz -C /opt\n",
		Good: "FROM debian:12\nADD app.tar.gz /opt/\n",
		Fix: "uses ADD and deletes the next step, if that step only extracts this archive and optionally deletes " +
			"it. It is a suggestion, because other steps may need the archive.",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			checkArchives(p, s)
		}
	},
}

// A copied archive is one that a COPY adds to a stage.
type copied struct {
	ins    *syntax.Instruction
	source syntax.Word
	index  int // of ins, in the stage
}

// checkArchives reports the archives that a stage copies and then extracts.
func checkArchives(p *lint.Pass, s *lint.Stage) {
	found := make(map[string]copied) // by path in the image
	for i, ins := range s.Instructions {
		switch ins.Name {
		case "copy":
			if len(ins.Words) < 2 || ins.Err != nil || lint.Flag(ins, "from") != nil {
				continue
			}
			for _, w := range ins.Words[:len(ins.Words)-1] {
				target := strings.Trim(ins.Words[len(ins.Words)-1].Value, `"'`)
				if name := baseName(w.Value); isTar(name) {
					found[name] = copied{ins, w, i}
					if isTar(target) {
						found[baseName(target)] = copied{ins, w, i}
					}
				}
			}
		case "run":
			script := p.Script(s, ins)
			for _, c := range script.Commands {
				x, ok := unpacks(c)
				archive, known := found[baseName(x.file)]
				if !ok || !known {
					continue
				}
				var fixes []fixedits.Fix
				if archive.index == i-1 {
					fixes = addFix(p, s, archive, script, x)
				}
				p.ReportWord(archive.ins, archive.source, "use ADD to copy and extract the archive in one step", fixes...)
				delete(found, baseName(x.file))
			}
		}
	}
}

func baseName(file string) string { return path.Base(strings.Trim(file, `"'`)) }

// isTar reports whether a name is the name of an archive that ADD extracts.
func isTar(name string) bool {
	for _, suffix := range []string{".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".tzst"} {
		if strings.HasSuffix(strings.ToLower(name), suffix) {
			return true
		}
	}
	return false
}

// An unpacking describes the files that a tar command extracts, and their
// place.
type unpacking struct {
	file, dir string
	more      bool // it has options or member names that ADD does not support
}

// unpacks reads a tar command, and reports whether it extracts a file.
func unpacks(c *lint.Command) (x unpacking, ok bool) {
	if c.Name != "tar" && c.Name != "bsdtar" {
		return x, false
	}
	extract := false
	for i := 0; i < len(c.Args); i++ {
		arg := c.Args[i]
		next := func() string { // the value of an option, which is the next word
			if i++; i < len(c.Args) && c.Args[i].Static {
				return c.Args[i].Value
			}
			x.more = true
			return ""
		}
		name, value, _ := strings.Cut(arg.Value, "=")
		switch {
		case !arg.Static:
			x.more = true
		case name == "--extract" || name == "--get":
			extract = true
		case name == "--file" && value != "":
			x.file = value
		case name == "--file":
			x.file = next()
		case name == "--directory" && value != "":
			x.dir = value
		case name == "--directory":
			x.dir = next()
		case strings.HasPrefix(arg.Value, "--"):
			x.more = x.more || arg.Value != "--verbose" && arg.Value != "--gzip" && arg.Value != "--xz" && arg.Value != "--bzip2" && arg.Value != "--zstd"
		case i == 0 || strings.HasPrefix(arg.Value, "-"):
			letters, dash := strings.CutPrefix(arg.Value, "-")
			extract = x.letters(letters, dash, next) || extract
		default:
			x.more = true
		}
	}
	return x, extract && x.file != ""
}

// letters reads one-letter options and reports whether they ask to extract.
// After a dash, the rest of the word after a letter with a value is that value;
// otherwise, the value is the next word.
func (x *unpacking) letters(letters string, dash bool, next func() string) (extract bool) {
	for i, letter := range letters {
		switch letter {
		case 'x':
			extract = true
		case 'z', 'j', 'J', 'v':
		case 'f', 'C':
			value := ""
			if dash {
				value = letters[i+1:]
			}
			ends := value != ""
			if !ends {
				value = next()
			}
			if letter == 'f' {
				x.file = value
			} else {
				x.dir = value
			}
			if ends {
				return extract
			}
		default:
			x.more = true
		}
	}
	return extract
}

// addFix returns the fix that replaces a COPY with ADD and deletes the next
// step, which extracts the archive. There is no fix if that step does more.
func addFix(p *lint.Pass, s *lint.Stage, archive copied, script *lint.Script, x unpacking) []fixedits.Fix {
	copying := archive.ins
	target := copying.Words[len(copying.Words)-1]
	to, literal := p.Literal(target.Value)
	if x.more || !literal || copying.JSON || len(copying.Words) != 2 ||
		len(copying.Flags)+len(script.Ins.Flags)+len(script.Ins.Heredocs) > 0 ||
		strings.ContainsAny(archive.source.Value, "*?[$") {
		return nil
	}
	cwd, _ := p.Workdir(s, copying)
	if strings.HasSuffix(to, "/") || to == "." {
		to = path.Join(to, baseName(archive.source.Value))
	}
	file, dir := resolve(cwd, x.file), resolve(cwd, x.dir)
	if file == "" || dir == "" || strings.ContainsAny(dir, " \t\"'\\$*?[") ||
		resolve(cwd, to) != file || !onlyUnpacks(script, cwd, file) {
		return nil
	}
	edits := p.ReplaceWord(copying, copying.Keyword, cased(copying.Keyword.Value, "ADD"))
	edits = append(edits, p.ReplaceWord(copying, target, strings.TrimSuffix(dir, "/")+"/")...)
	return []fixedits.Fix{{Title: "Use ADD", Edits: append(edits, p.DeleteLines(script.Ins)...)}}
}

// resolve returns the absolute form of a path, or "" if the path is relative
// and the folder is unknown.
func resolve(cwd, to string) string {
	switch {
	case strings.HasPrefix(to, "/"):
		return path.Clean(to)
	case cwd == "":
		return ""
	}
	return path.Join(cwd, to)
}

// onlyUnpacks reports whether a script is one tar and at most an rm of the
// archive.
func onlyUnpacks(script *lint.Script, cwd, file string) bool {
	from := 0
	for i, stmt := range script.Chain() {
		c := script.Simple(stmt, &from)
		switch {
		case c == nil || i > 1 || len(c.Before) > 0:
			return false
		case i == 0:
			continue
		case c.Name != "rm" || len(c.Args) == 0 || resolve(cwd, c.Args[len(c.Args)-1].Value) != file:
			return false
		}
		if len(c.Args) > 2 || len(c.Args) == 2 && !c.Args[0].Is("-f", "-rf", "-r", "-v", "-fv") {
			return false
		}
	}
	return len(script.Commands) > 0 && (script.Ins.JSON || len(script.Chain()) > 0)
}
