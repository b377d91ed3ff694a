package practice

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

var pinDigest = &lint.Rule{
	Rule: checks.Rule{
		Name:     "dockerfile/pin-digest",
		Summary:  "Pin images by digest",
		Phase:    fixedits.PhaseSemantic,
		Severity: config.SeverityOff,
		Why: "A tag can move to another image at any time, but a digest always means the same image. Without it, " +
			"the same file may build another image tomorrow. Looking up a digest needs the network, so there is " +
			"no fix. The rule is off unless you set its severity.",
		Bad:  "FROM debian:12\n",
		Good: "FROM debian:12@sha256:0000000000000000000000000000000000000000000000000000000000000000\n",
	},
	Check: func(p *lint.Pass) {
		for _, s := range p.Stages {
			if image, ok := p.FromImage(s); ok {
				pinned(p, s.From, s.Base, image)
			}
			for _, ins := range s.Instructions {
				checkImages(p, s, lint.Inner(ins))
			}
		}
	},
}

// checkImages checks the images that an instruction copies from or mounts.
func checkImages(p *lint.Pass, s *lint.Stage, ins *syntax.Instruction) {
	for _, flag := range ins.Flags {
		if from := imageOf(flag); from != "" && p.StageBefore(s, from) == nil {
			if known, ok := p.Global().Known(from); ok {
				from = known
			}
			pinned(p, ins, flag.Word, lint.ParseImage(from))
		}
	}
}

// imageOf returns the image or stage that a flag takes files from, or "".
func imageOf(flag syntax.Flag) string {
	switch flag.Name {
	case "from":
		return flag.Arg
	case "mount":
		return lint.MountOption(flag.Arg, "from")
	}
	return ""
}

func pinned(p *lint.Pass, ins *syntax.Instruction, w syntax.Word, image lint.Image) {
	name := image.Name
	if image.Registry != "" {
		name = image.Registry + "/" + name
	}
	if image.Tag != "" {
		name += ":" + image.Tag
	}
	if image.Digest == "" && !strings.Contains(name, "$") {
		p.ReportWord(ins, w, fmt.Sprintf("pin the image %q by digest", name))
	}
}
