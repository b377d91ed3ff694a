package policy

import (
	"cmp"
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A Level says how far a fix is verified.
type Level uint8

const (
	LevelNone  Level = iota // not at all
	LevelBuild              // what depends on it must build
	LevelTest               // and its tests must pass
)

// VerifySection is [verify] of autofix.toml: the levels of fixes by their safety. The
// key verify of [rules."NS/NAME"] has that of a rule.
var VerifySection = &config.Section{
	Name: "verify",
	Doc: "How far fixes are verified before they are written, by their safety: `build` builds every target that depends on " +
		"a fix, `test` also runs its tests, `none` does neither. `verify` in the table of a rule wins, and the flag " +
		"`--verify` wins over both. See [verify.md](verify.md).",
	Keys: []config.Option{
		level(fixedits.SafetySafe), level(fixedits.SafetySuggestion), level(fixedits.SafetyUnsafe),
	},
}

func level(safety fixedits.Safety) config.Option {
	return config.Option{
		Name: string(safety), Kind: config.String, Values: config.VerifyLevels, Default: config.VerifyLevels[LevelNone],
		Doc: fmt.Sprintf("fixes whose safety is `%s`", safety),
	}
}

// ParseLevel returns the level of a name: none, build or test.
func ParseLevel(name string) Level {
	return Level(max(0, slices.Index(config.VerifyLevels, name)))
}

// LevelOf returns the configured level of a fix: the highest of its files.
func LevelOf(source config.Source, o *fixedits.Outcome) Level {
	highest := LevelNone
	for _, path := range o.Paths {
		c := source.For(path)
		name := c.Verify(o.Rule)
		if name == "" {
			name, _ = c.Get(VerifySection)[string(cmp.Or(o.Safety, fixedits.SafetySafe))].(string)
		}
		highest = max(highest, ParseLevel(name))
	}
	return highest
}
