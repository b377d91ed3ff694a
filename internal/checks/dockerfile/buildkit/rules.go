// Package buildkit has BuildKit's own checks, under BuildKit's names. Their
// meaning is taken from its documentation, and a test compares their findings
// with BuildKit's.
package buildkit

import "github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"

// Rules are all rules of this package, one file each.
var Rules = []*lint.Rule{
	consistentInstructionCasing,
	copyIgnoredFile,
	duplicateStageName,
	exposeInvalidFormat,
	exposeProtoCasing,
	fromAsCasing,
	fromPlatformFlagConstDisallowed,
	invalidBaseImagePlatform,
	invalidDefaultArgInFrom,
	invalidDefinitionDescription,
	jsonArgsRecommended,
	legacyKeyValueFormat,
	maintainerDeprecated,
	multipleInstructionsDisallowed,
	noEmptyContinuation,
	redundantTargetPlatform,
	reservedStageName,
	secretsUsedInArgOrEnv,
	stageNameCasing,
	undefinedArgInFrom,
	undefinedVar,
	workdirRelativePath,
}
