// Package practice has rules of this project, for problems that neither
// BuildKit nor hadolint checks.
package practice

import "github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"

// Rules are all rules of this package, one file each.
var Rules = []*lint.Rule{
	checksumDownloads,
	copyAfterUser,
	curlRedirects,
	duplicateLabel,
	invalidOnbuildTrigger,
	missingUser,
	namedIdentity,
	noCopyAll,
	noUnreachableStages,
	packageCacheMounts,
	pinDigest,
	preferCopyChmod,
	preferMultiStage,
	requireSecretMounts,
	secretsInCode,
	shellRunInScratch,
	sortedPackages,
	syntaxDirectiveTypo,
	userNeverUsed,
	worldWritablePath,
}
