// Package hadolint has the rules that hadolint is known for, by its names, so that people find what they know and their
// ignore comments go on to hold. Rules, texts and tests are written from what the rules mean.
package hadolint

import "github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"

// Rules are all rules of this package, one file each.
var Rules = []*lint.Rule{
	dl3020,
}
