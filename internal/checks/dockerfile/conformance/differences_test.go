package conformance

import (
	"regexp"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/buildkit"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// imageVariables are the variables that images are assumed to set.
func imageVariables() []string {
	for _, r := range buildkit.Rules {
		if r.Name == "buildkit/UndefinedVar" {
			return r.Options[0].Default.([]string)
		}
	}
	return nil
}

// excused returns why a finding of BuildKit is not wanted, or "".
func excused(f *lint.File, p place) string {
	s, ins := at(f, p.line)
	if s == nil {
		return ""
	}
	if ins == s.From && s.Parent != nil && triggers(s.Parent) && !ofFrom[p.rule] {
		return "it is about an ONBUILD of the parent stage, but reported at this FROM"
	}
	switch p.rule {
	case "UndefinedVar":
		if regexp.MustCompile(`\$\{` + p.name + `:?[-+?]`).MatchString(text(f, ins)) {
			return "the word has an alternative for the undefined variable"
		}
	case "WorkdirRelativePath":
		dir := f.Env(s, ins).Expand(ins.Words[0].Value)
		switch {
		case dir.Assumed:
			return "a variable that the base image may set"
		case strings.HasPrefix(strings.ToUpper(dir.Value), "C:"), strings.HasPrefix(dir.Value, `\`):
			return "the stage is a Windows stage, but BuildKit builds for Linux here"
		}
	case "InvalidDefaultArgInFrom":
		if x := f.Global().Expand(s.Base.Value); x.Assumed || s.Parent != nil && strings.EqualFold(s.Parent.Name.Value, x.Value) {
			return "a variable that depends on the platform, or the name of a stage"
		}
	case "RedundantTargetPlatform":
		if v, _ := f.Global().Get("TARGETPLATFORM"); !v.Assumed {
			return "an ARG sets TARGETPLATFORM"
		}
	case "ExposeProtoCasing", "ExposeInvalidFormat":
		for _, w := range ins.Words {
			if f.Env(s, ins).Expand(w.Value).Assumed {
				return "a variable that the base image may set"
			}
		}
	case "InvalidDefinitionDescription":
		if c := f.Comments[ins.Comments[len(ins.Comments)-1]].Text; strings.HasPrefix(c, "hadolint ") {
			return "a directive of a tool"
		}
	}
	return ""
}

// ourOwn returns why a finding is one that BuildKit does not have, or "".
func ourOwn(f *lint.File, p place) string {
	switch p.rule {
	case "InvalidBaseImagePlatform":
		return "the images of this test have the platform that BuildKit requests"
	case "CopyIgnoredFile":
		if _, ins := at(f, p.line); strings.Contains(text(f, ins), " /") {
			return "BuildKit does not see that /a is a in the build context"
		}
	}
	return ""
}

// ofFrom are the rules that report a FROM itself.
var ofFrom = map[string]bool{
	"StageNameCasing": true, "FromAsCasing": true, "ConsistentInstructionCasing": true, "DuplicateStageName": true, "ReservedStageName": true,
	"UndefinedArgInFrom": true, "RedundantTargetPlatform": true, "InvalidDefaultArgInFrom": true, "FromPlatformFlagConstDisallowed": true,
	"InvalidDefinitionDescription": true, "NoEmptyContinuation": true,
}

func triggers(s *lint.Stage) bool {
	for _, ins := range s.Instructions {
		if ins.Name == "onbuild" {
			return true
		}
	}
	return false
}

func text(f *lint.File, ins *syntax.Instruction) string { return f.Source[ins.Start:ins.End] }
