package shell

import (
	"regexp"
	"slices"
	"testing"

	"mvdan.cc/sh/v3/fileutil"

	"github.com/rules-autofix/rules_autofix/formatting"
)

var heads = []string{
	"", "#", "#!", "#!/bin/sh", "#!/bin/sh\n", "#!/usr/bin/env sh\n", "#!/bin/bash\n", "#!/usr/bin/env bash\n", "#! \t/bin/bash -e", "#!/usr/bin/env \tbash\n", "#!/usr/bin/dash\r\n",
	"#!/bin/mksh\f", "#!/bin/bats\v", "#!/bin/zsh\u00a0", "#!/usr/bin/env", "#!/usr/bin/env\nsh", "#!/usr/bin/envsh",
	"#!/usr/bin/env -S sh", "#!/usr/usr/bin/sh", "#!/bin/usr/sh", "#!bin/sh", "#!\n/bin/sh", "#!/bin/ sh", "#!/bin/shs",
	" #!/bin/sh", "#!/usr/local/bin/sh", "#!/bin/env sh", "#!/bin/env env sh", "#!/bin/env\tzsh", "#!/bin/bash\x00", "#!/bin/ksh",
}

// The first line tells as much as all of the text, which is what shfmt looks
// at.
func TestShebang(t *testing.T) {
	for _, head := range heads {
		if got, want := shebang([]byte(head)), fileutil.Shebang([]byte(head)); got != want {
			t.Errorf("shebang(%q) = %q, want %q", head, got, want)
		}
	}
}

func FuzzShebang(f *testing.F) {
	for _, head := range heads {
		f.Add([]byte(head))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		if got, want := shebang(head), fileutil.Shebang(head); got != want {
			t.Errorf("shebang(%q) = %q, want %q", head, got, want)
		}
	})
}

// TestNames holds what is said of the files to what dialectOf takes.
func TestNames(t *testing.T) {
	more := []string{
		"echo\n", "\n", "#!/opt/bin/bash -e\n", "#!/usr/bin/env -S A=/b/sh bash\n", "#!/usr/bin/env -S A=/b/sh\n", "#!/opt/ash",
		"#!/usr/bin/python3\nsh\n", "#!-sh", "#!/bin/python /bin/sh\n", "#!/a/env FOO=1 dash x", "#! sh", "\xff\n", "#!/bin/zsh\n",
	}
	for _, file := range []string{"a", "a/b.sh", "b.bash", "c.mksh", "d.bats", "e.zsh", ".f.sh", ".g", "h.", "i.txt", "b.sh.txt"} {
		for _, head := range slices.Concat(heads, more) {
			named := slices.ContainsFunc(names, func(n *formatting.Names) bool {
				return n.Match(file) && (n.Head == "" || regexp.MustCompile(n.Head).MatchString(head))
			})
			if _, want := dialectOf(file, []byte(head)); named != want {
				t.Errorf("%s, %q: %v, want %v", file, head, named, want)
			}
		}
	}
}
