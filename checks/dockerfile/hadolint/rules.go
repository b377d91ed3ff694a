// Package hadolint has the rules that hadolint is known for, by its names, so that people find what they know and their
// ignore comments go on to hold. Rules, texts and tests are written from what the rules mean.
package hadolint

import "github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"

// Rules are all rules of this package, one file each.
var Rules = []*lint.Rule{
	dl1001,
	dl3006,
	dl3007,
	dl3008,
	dl3013,
	dl3016,
	dl3018,
	dl3020,
	dl3028,
	dl3029,
	dl3033,
	dl3035,
	dl3037,
	dl3041,
	dl3043,
	dl3044,
	dl3045,
	dl3048,
	dl3049,
	dl3050,
	dl3051,
	dl3052,
	dl3053,
	dl3054,
	dl3055,
	dl3056,
	dl3057,
	dl3058,
	dl3061,
	dl3062,
	dl3063,
	dl3064,
	dl3065,
	dl3066,
	dl3067,
	dl4000,
	dl4003,
	dl4004,
}
