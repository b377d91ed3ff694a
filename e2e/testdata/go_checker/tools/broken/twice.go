// Package twice has an analyzer of the name of another.
package twice

import "golang.org/x/tools/go/analysis"

// Analyzer does nothing.
var Analyzer = &analysis.Analyzer{
	Name: "mustuse",
	Doc:  "does nothing",
	Run:  func(*analysis.Pass) (any, error) { return nil, nil },
}
