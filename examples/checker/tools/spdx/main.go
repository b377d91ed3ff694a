// Command spdx is a checker: each script must name its license.
package main

import (
	"bytes"
	"errors"
	"flag"

	"github.com/rules-autofix/rules_autofix/fix_edits/checker"
)

func main() {
	license := flag.String("license", "", "the SPDX `IDENTIFIER` that files must have")
	checker.Main("spdx", "1", func(f *checker.File) error { return check(f, *license) })
}

const mark = "# SPDX-License-Identifier: "

// check reports a script without a license. The fix puts one after the #! line.
func check(f *checker.File, license string) error {
	if license == "" {
		return errors.New("no license to look for: pass --license")
	}
	if bytes.Contains(f.Content, []byte(mark)) {
		return nil
	}
	start := 0
	if bytes.HasPrefix(f.Content, []byte("#!")) {
		start = bytes.IndexByte(f.Content, '\n') + 1
		if start == 0 {
			return nil // nothing but a #! line
		}
	}
	f.Report(checker.Finding{
		Rule:    "spdx/license",
		Message: "no license: add " + mark + license,
		Start:   start,
		End:     start,
		Fixes: []checker.Fix{{
			Title:  "Add the license",
			Safety: checker.SafetySafe,
			Edits:  []checker.Edit{f.Insert(start, mark+license+"\n")},
		}},
	})
	return nil
}
