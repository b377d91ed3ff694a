package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3020 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3020",
		Summary:  "Use COPY, not ADD, for local files and folders",
		Phase:    fixedits.PhaseSemantic,
		Severity: fixedits.SeverityError,
		Safety:   fixedits.SafetySafe,
		Why: "ADD does more than copy: it extracts archives and downloads files. If neither is intended, COPY is " +
			"clearer, and a file that later becomes an archive is not extracted unexpectedly.",
		Bad:  "FROM debian:12\nADD app.conf /etc/app.conf\n",
		Good: "FROM debian:12\nCOPY app.conf /etc/app.conf\n",
		Fix: "replaces ADD with COPY. It is safe if all source names are literal and none is an archive, and a " +
			"suggestion if a name has a variable or a pattern, which may stand for an archive. Known values of " +
			"variables are expanded. A source that begins with an unknown variable may be a URL and is not " +
			"reported.",
		NoCertificate: "ADD asks BuildKit to extract archives and COPY does not, so the build definition (LLB) " +
			"changes even if no source is an archive.",
	},
	Check: func(p *lint.Pass) {
		for s, outer := range p.All {
			if ins := lint.Inner(outer); ins.Name == "add" && len(ins.Words) > 1 && ins.Err == nil {
				checkAdd(p, s, outer, ins)
			}
		}
	},
}

func checkAdd(p *lint.Pass, s *lint.Stage, outer, ins *syntax.Instruction) {
	safety := fixedits.SafetySafe
	for _, w := range ins.Words[:len(ins.Words)-1] {
		if strings.HasPrefix(w.Value, "<<") { // a here-document
			continue
		}
		source, known := p.Env(s, outer).Known(w.Value)
		if !known || ins != outer { // the variables of an ONBUILD belong to another build
			source = strings.Trim(w.Value, `"'`)
		}
		switch {
		case isRemote(source), isArchive(source), !known && strings.HasPrefix(source, "$"):
			return
		case strings.ContainsAny(w.Value, "$*?[\\"):
			safety = fixedits.SafetySuggestion
		}
	}
	for _, f := range ins.Flags {
		if f.Name == "keep-git-dir" || f.Name == "checksum" || f.Name == "unpack" {
			return
		}
	}
	p.ReportAt(ins, "use COPY instead of ADD to copy local files", fixedits.Fix{
		Title:  "Use COPY",
		Safety: safety,
		Edits:  p.ReplaceWord(ins, ins.Keyword, cased(ins.Keyword.Value, "COPY")),
	})
}

// isRemote reports whether a source of ADD is a URL or a Git repository.
func isRemote(source string) bool {
	return strings.Contains(source, "://") || strings.HasPrefix(source, "git@")
}

// isArchive reports whether ADD extracts a source, judged by its name.
func isArchive(source string) bool {
	name := strings.ToLower(source)
	for _, suffix := range []string{".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".tlz", ".tzst", ".gz", ".bz2", ".xz", ".zst", ".lz", ".lzma", ".z"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}

// cased returns a keyword in the case of another keyword.
func cased(like, keyword string) string {
	if like == strings.ToLower(like) {
		return strings.ToLower(keyword)
	}
	return keyword
}
