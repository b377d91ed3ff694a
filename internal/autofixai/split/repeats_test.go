package split

import (
	"strings"
	"testing"
)

// A command or copy that a file repeats counts each time, other than an
// operation on packages.
func TestRepeatedSteps(t *testing.T) {
	const old = "FROM debian:12\nRUN apt-get update\nCOPY app /app\nRUN chmod 500 /app\nCOPY new /app\nRUN chmod 500 /app\nRUN apt-get update\nRUN make\nRUN rm /app/key\nCOPY new /app\nRUN rm /app/key\nCMD [\"/app\"]\n"
	const good = "FROM debian:12 AS build\nRUN apt-get update\nRUN make\n\n" +
		"FROM debian:12-slim\nCOPY app /app\nRUN chmod 500 /app\nCOPY new /app\nRUN chmod 500 /app\nRUN rm /app/key\nCOPY new /app\nRUN rm /app/key\nCOPY --from=build /out /out\nCMD [\"/app\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"new /app\nRUN chmod 500 /app\n", "new /app\n", "no stage has the command chmod 500 /app of line 6"},
		{"/key\nCOPY new /app\n", "/key\n", "no stage has the COPY of line 10"},
	} {
		got := refused(old, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}
