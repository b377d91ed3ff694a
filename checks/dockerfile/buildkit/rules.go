// Package buildkit has the rules that BuildKit itself checks, by its names. What each means is from its documentation, and
// a test holds their findings to what BuildKit finds.
package buildkit

import "github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"

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
