package shell

import (
	"testing"

	"mvdan.cc/sh/v3/fileutil"
)

var heads = []string{
	"", "#", "#!", "#!/bin/sh", "#!/bin/sh\n", "#!/usr/bin/env sh\n", "#!/bin/bash\n", "#!/usr/bin/env bash\n", "#! \t/bin/bash -e", "#!/usr/bin/env \tbash\n", "#!/usr/bin/dash\r\n",
	"#!/bin/mksh\f", "#!/bin/bats\v", "#!/bin/zsh\u00a0", "#!/usr/bin/env", "#!/usr/bin/env\nsh", "#!/usr/bin/envsh",
	"#!/usr/bin/env -S sh", "#!/usr/usr/bin/sh", "#!/bin/usr/sh", "#!bin/sh", "#!\n/bin/sh", "#!/bin/ sh", "#!/bin/shs",
	" #!/bin/sh", "#!/usr/local/bin/sh", "#!/bin/env sh", "#!/bin/env env sh", "#!/bin/env\tzsh", "#!/bin/bash\x00", "#!/bin/ksh",
}

// The first line tells as much as all of the text, which is what shfmt looks at.
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
