package main

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rules-autofix/rules_autofix/fix_edits/checker"
)

func TestCheck(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no license", "set -eu\n", `"start": 0, "end": 0, "new": "# SPDX-License-Identifier: MIT\n"`},
		{"no license after #!", "#!/bin/sh\nset -eu\n", `"start": 10, "end": 10, "new": "# SPDX-License-Identifier: MIT\n"`},
		{"a license", "#!/bin/sh\n# SPDX-License-Identifier: 0BSD\n", `"fixes": []`},
		{"only a #! line", "#!/bin/sh", `"fixes": []`},
		{"an empty file", "", `"start": 0, "end": 0, "new": "# SPDX-License-Identifier: MIT\n"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := fstest.MapFS{"a.sh": {Data: []byte(test.text)}}
			got, err := checker.Check(files, "spdx", "", []string{"a.sh"}, func(f *checker.File) error { return check(f, "MIT") })
			if err != nil || !strings.Contains(string(got), test.want) {
				t.Errorf("%v, no %s in:\n%s", err, test.want, got)
			}
		})
	}
	files := fstest.MapFS{"a.sh": {}}
	if got, err := checker.Check(files, "spdx", "", []string{"a.sh"}, func(f *checker.File) error { return check(f, "") }); err == nil {
		t.Errorf("without a license to look for:\n%s", got)
	}
}
