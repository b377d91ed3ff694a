package autofixai

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// ID is the id of the resolver of the fixes that agents are asked for.
const ID = "ai-autofix"

// The codes of fixes that were not asked for, or that need no change. They are
// filtered, which blocks nothing.
const (
	CodeNotRequested  fixedits.Code = "ai_not_requested"  // the run has no --ai
	CodeDisabled      fixedits.Code = "ai_disabled"       // enabled is false
	CodeNotConfigured fixedits.Code = "ai_not_configured" // there is no command
	CodeUntrusted     fixedits.Code = "ai_untrusted"      // only a file that others may have written has a command
	CodeDryRun        fixedits.Code = "ai_dry_run"        // the run only lists its questions
	CodeCheckOnly     fixedits.Code = "ai_check_only"     // --mode=check asks nobody
	CodePreview       fixedits.Code = "ai_preview"        // nothing can judge the answer, so it is only shown
	CodeSecrets       fixedits.Code = "ai_secrets"        // the prompt would have a secret
	CodeTooLarge      fixedits.Code = "ai_too_large"      // the prompt would be larger than allowed
	CodeNotText       fixedits.Code = "ai_not_text"       // the file is not UTF-8
	CodeNoStage       fixedits.Code = "ai_no_stage"       // the Dockerfile has no FROM, or BuildKit does not read it
	CodeBudget        fixedits.Code = "ai_budget"         // the run has used up its budget
	CodeAskedBefore   fixedits.Code = "ai_asked_before"   // the run has asked for a fix of this rule in this file
	CodeNoChange      fixedits.Code = "ai_no_change"      // the agent answered that nothing should change
)

// The codes of fixes that an agent could not make. Such fixes are unresolved,
// which blocks the strict policy. Errors of agents and patches have their own
// codes, after ai_agent_ and ai_: see agents.Code and patch.Code.
const (
	CodeBadData     fixedits.Code = "ai_bad_data"     // the fix has data that its objective does not read
	CodeNoPath      fixedits.Code = "ai_no_path"      // the fix does not name its file
	CodeRejected    fixedits.Code = "ai_rejected"     // the last answer still had issues
	CodeSyntax      fixedits.Code = "ai_syntax"       // the last answer did not parse
	CodeCheckFailed fixedits.Code = "ai_check"        // a checker failed on the answer
	CodeReplayMiss  fixedits.Code = "ai_replay_miss"  // the recording has no such question
	CodeUnreadable  fixedits.Code = "ai_unreadable"   // the file could not be read
	CodeSecretMoved fixedits.Code = "ai_secret_moved" // the last answer moved, dropped or copied a token
	CodeAgent       fixedits.Code = "ai_agent"        // the agent could not be asked
)

// CodeWaits is the code of fixes that wait until another of their file is
// applied.
const CodeWaits fixedits.Code = "ai_waits"
