package pullrequest

import "github.com/rules-autofix/rules_autofix/internal/coded"

// A Code names the reason of an error. Codes are stable.
type Code string

// The codes of errors.
const (
	Incomplete   Code = "incomplete_proof"
	BadEvidence  Code = "bad_evidence"
	PatchChanged Code = "patch_changed"
	TextChanged  Code = "text_changed"
	BadPatch     Code = "bad_patch"
	OtherBase    Code = "other_base"
	DirtyBase    Code = "dirty_base"
	Unpushed     Code = "base_not_pushed"
	Forged       Code = "forged_verdict"
	Failed       Code = "failed_proof"
	NotOurs      Code = "branch_not_ours"
	NotAsked     Code = "not_asked_for"
)

var waysOut = map[Code]string{
	Incomplete:   "make the proof again, or go on with it by --resume",
	BadEvidence:  "make the proof again",
	PatchChanged: "make the proof again, with the patch as it is now: --patch=FILE",
	TextChanged:  "make the proof again: its texts follow from the evidence",
	BadPatch:     "make the proof again, in a checkout of the base",
	OtherBase:    "run it in a checkout of the repository that the proof is about, with the commit of its base",
	DirtyBase:    "commit the changes, push them, and make the proof again",
	Unpushed:     "push the commit to the branch that the pull request is for",
	Forged:       "make the proof again: autofix prove --verify-evidence=FILE",
	Failed:       "make the proof again: the machine failed, which says nothing about the patch",
	NotOurs:      "merge or close what is there, or delete the branch",
	NotAsked:     "ask for it as somebody who may write to the repository",
}

// WayOut says in a few words what to do about the code.
func (c Code) WayOut() string { return waysOut[c] }

// An Error says why a proof is not published.
type Error = coded.Error[Code]

func fail(code Code, err error, format string, args ...any) error {
	return coded.New(code, err, format, args...)
}
