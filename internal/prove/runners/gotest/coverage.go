package gotest

import (
	"path/filepath"

	"github.com/rules-autofix/rules_autofix/internal/prove/coverage"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// profileFile is the name of the profile.
const profileFile = "cover.out"

// measure has go write a profile.
func measure(argv []string, out string) []results.Measurement {
	return []results.Measurement{{
		By: "go", Commands: [][]string{insertGoFlags(argv, "-coverprofile="+filepath.Join(out, profileFile), "-coverpkg=./...")},
		Reached: func(raw *results.Raw, lines coverage.Lines) (coverage.Reached, error) {
			in, err := raw.OpenReport(profileFile)
			if err != nil {
				return nil, err
			}
			defer in.Close()
			return coverage.ReadGo(in, lines)
		},
	}}
}
