package hadolint

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/bases"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

var dl3047 = &lint.Rule{
	Rule: checks.Rule{
		Name:     "hadolint/DL3047",
		Summary:  "Add --progress to wget",
		Phase:    fixedits.PhaseStyle,
		Severity: fixedits.SeverityInfo,
		Safety:   fixedits.SafetySafe,
		Why: "Without a terminal, wget prints a line for every few kilobytes, which fills the build log. --progress=dot:giga prints " +
			"few lines, and -q none. The wget of BusyBox, which is the default in Alpine, does not support --progress and is not " +
			"reported.",
		Bad:  "FROM debian:12\nRUN wget https://example.com/a.tar\n",
		Good: "FROM debian:12\nRUN wget --progress=dot:giga https://example.com/a.tar\n",
		Fix: "adds --progress=dot:giga, which only changes the log, if wget is known to be GNU Wget: the base " +
			"image is known to have it, or the stage has installed packages with the package manager of a " +
			"distribution that uses it. Otherwise there is no fix, because wget may be that of BusyBox, which " +
			"would fail.",
		NoCertificate: "To BuildKit, a command is only text, so its build definition (LLB) changes, although " +
			"--progress does no more than shorten the log.",
	},
	Check: func(p *lint.Pass) {
		gnu := make([]bool, len(p.Stages)) // by stage: whether wget is known to be GNU Wget
		for step := range p.Steps {
			known := &gnu[step.Stage.Index]
			*known = *known || step.Stage.Parent != nil && gnu[step.Stage.Parent.Index]
			for _, c := range step.Script.Commands {
				switch {
				case installsWget(c):
					*known = true
				case c.Name == "wget" && !quiet(c):
					reportWget(p, c, *known, p.Base(step.Stage).Wget)
				}
			}
		}
	},
}

// reportWget reports a wget without a progress option. installed reports
// whether a package manager has installed GNU Wget; otherwise, base is the wget
// of the base image.
func reportWget(p *lint.Pass, c *lint.Command, installed bool, base bases.Wget) {
	if !installed && base == bases.BusyBoxWget {
		return
	}
	var fixes []fixedits.Fix
	if installed || base == bases.GNUWget {
		fixes = append(fixes, fixedits.Fix{Title: "Add --progress=dot:giga", Edits: c.InsertAfter(c.Word, "--progress=dot:giga")})
	}
	p.ReportCommand(c, "add --progress=dot:giga so that wget does not fill the build log", fixes...)
}

// installsWget reports whether a command is the package manager of a
// distribution that uses GNU Wget, or installs GNU Wget on Alpine.
func installsWget(c *lint.Command) bool {
	switch c.Name {
	case "apt-get", "apt", "yum", "zypper": // with dnf, wget may be Wget2, which has no dot style
		return true
	case "apk":
		for _, a := range c.Args {
			if name, _, _ := strings.Cut(a.Value, "="); name == "wget" {
				return true
			}
		}
	}
	return false
}

// quiet reports whether wget has an option that limits its output or writes it
// to a file.
func quiet(c *lint.Command) bool {
	for _, a := range c.Args {
		name, _, _ := strings.Cut(a.Value, "=")
		switch name {
		case "--progress", "--show-progress", "--quiet", "--no-verbose", "--output-file", "--append-output", "--help", "--version":
			return true
		}
		if letters, ok := strings.CutPrefix(name, "-"); ok && !strings.HasPrefix(letters, "-") {
			if i := strings.IndexAny(letters, "OPtTeiBUADRXIlQw"); i >= 0 {
				letters = letters[:i] // the rest is a value
			}
			if strings.ContainsAny(letters, "qoaVh") || strings.Contains(letters, "nv") {
				return true
			}
		}
	}
	return false
}
