// Package overlaps has an analyzer with a fix that cannot be.
package overlaps

import "golang.org/x/tools/go/analysis"

// Analyzer reports each package clause.
var Analyzer = &analysis.Analyzer{
	Name: "overlaps",
	Doc:  "reports each package clause",
	Run: func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			pass.Report(analysis.Diagnostic{
				Pos: file.Package, Message: "a package", Category: "clause",
				Related: []analysis.RelatedInformation{{Pos: file.Name.Pos(), End: file.Name.End(), Message: "of this name"}},
				SuggestedFixes: []analysis.SuggestedFix{{
					Message: "Replace it",
					TextEdits: []analysis.TextEdit{
						{Pos: file.Package, End: file.Package + 7},
						{Pos: file.Package + 3, End: file.Package + 9},
					},
				}},
			})
		}
		return nil, nil
	},
}
