package split

import (
	"strings"
	"testing"
)

// A stage that copies files of the build context has the commands of the file
// that remove and protect them.
func TestGuards(t *testing.T) {
	const old = "FROM debian:12\nENV DIR=/app\nWORKDIR /app\nCOPY . .\nCOPY run.sh conf/ /srv/\n# guard\nRUN make && rm -rf /tmp/x\nCMD [\"/app/x\"]\n"
	const good = "FROM debian:12 AS build\nENV DIR=/app\nWORKDIR /app\nCOPY . .\nCOPY run.sh conf/ /srv/\n# guard\nRUN make\n\n" +
		"FROM debian:12-slim\nENV DIR=/app\nWORKDIR /app\n# copies\nCOPY --from=build /out /out\nCMD [\"/app/x\"]\n"
	const refusal = "the last stage has files of the COPY"
	for _, test := range []struct{ guard, copies, want string }{
		{"RUN rm key", "COPY . .", refusal},
		{"RUN rm key", "COPY . .\nRUN rm key", ""},
		{"RUN rm key", "COPY key ./", refusal},
		{"RUN rm key", "COPY key /app/key", refusal},
		{"RUN rm key", "COPY static ./static", ""},
		{"RUN rm -rf static/keys", "COPY static ./static", refusal},
		{"RUN rm -r static", "COPY static/a.css ./static/", refusal},
		{"RUN rm -rf $DIR/key", "COPY . .", refusal},
		{"RUN cd static && rm keys", "COPY static ./static", refusal},
		{"RUN rm *.pem", "COPY . .", refusal},
		{"RUN chmod 600 key", "COPY . .", refusal},
		{"RUN chmod -R go-rwx .", "COPY key ./", refusal},
		{"RUN chown -R root:root /app", "COPY . .", refusal},
		{"RUN chgrp staff key other", "COPY other ./", refusal},
		{"RUN chmod 600 /etc/shadow", "COPY . .", ""},
		{"RUN chmod +x /srv/run.sh", "COPY run.sh /srv/", refusal},
		{"RUN chmod +x /srv/run.sh", "COPY run.sh /srv/\nRUN chmod +x /srv/run.sh", ""},
		{"RUN chmod 600 /srv/key", "COPY run.sh /srv/", ""},
		{"RUN chmod 600 /srv/key", "COPY run.sh conf/ /srv/", ""}, // nothing tells that conf is a folder
		{"RUN rm -rf /var/lib/apt/lists/*", "COPY . .", ""},
		{"RUN chmod 600 key", "COPY --from=build /app /app", ""},
	} {
		before := strings.Replace(old, "# guard", test.guard, 1)
		after := strings.Replace(strings.Replace(good, "# guard", test.guard, 1), "# copies", test.copies, 1)
		if got := refused(before, after); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s; %s: %q, want %q", test.guard, test.copies, got, test.want)
		}
		if !strings.HasPrefix(test.guard, "RUN rm") || test.want == "" {
			continue
		}
		nowhere := strings.Replace(after, test.guard+"\n", "", 1)
		if got := refused(before, nowhere); !strings.Contains(got, test.want) {
			t.Errorf("%s nowhere; %s: %q, want %q", test.guard, test.copies, got, test.want)
		}
	}
}
