// Package panics has an analyzer that panics.
package panics

import "golang.org/x/tools/go/analysis"

// Analyzer panics.
var Analyzer = &analysis.Analyzer{
	Name: "panics",
	Doc:  "panics",
	Run:  func(*analysis.Pass) (any, error) { panic("out of luck") },
}
