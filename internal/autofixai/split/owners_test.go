package split

import (
	"strings"
	"testing"
)

// Copies with an owner take the place of a chown -R.
func TestOwners(t *testing.T) {
	const old = "FROM node:24\nWORKDIR /app\nCOPY . .\nRUN npm ci && npm run build\nRUN chown -R node:node /app && mkdir /data\nUSER node\nCMD [\"node\", \"dist/main.js\"]\n"
	const good = "FROM node:24 AS build\nWORKDIR /app\nCOPY . .\nRUN npm ci && npm run build\n\n" +
		"FROM node:24-slim\nWORKDIR /app\nCOPY --from=build --chown=node:node /app/dist ./dist\nCOPY --chown=node:node . .\nRUN mkdir /data\nUSER node\nCMD [\"node\", \"dist/main.js\"]\n"
	const refusal = "no stage has the command chown -R"
	for _, test := range []struct{ before, old, new, want string }{
		{old, "", "", ""},
		{old, "COPY --chown=node:node . .\n", "", ""},
		{strings.Replace(old, "/app &&", ". &&", 1), "", "", ""},
		{old, "RUN mkdir /data\n", "RUN mkdir /data\nCOPY --from=build /usr/local/bin/x /usr/local/bin/x\n", ""},
		{old, "COPY --chown=node:node . .", "COPY --chown=node:node public ./public", ""},
		{old, "COPY --chown=node:node . .", "COPY --chown=root:root public ./public", "the COPY was not in the file"},
		{old, "COPY --chown=node:node . .", "COPY --chown=node:node public /usr/bin", "the COPY was not in the file"},
		{old, "COPY --chown=node:node . .", "COPY --chown=node:node --chmod=777 public ./public", "the COPY was not in the file"},
		{strings.Replace(old, "USER", "RUN chmod -R 400 public\nUSER", 1), "COPY --chown=node:node . .", "COPY --chown=node:node public ./public", "the last stage has files of the COPY, and not the command chmod"},
		{old, "--from=build --chown=node:node", "--from=build", refusal},
		{old, "--from=build --chown=node:node", "--from=build --chown=node", refusal},
		{old, "--from=build --chown=node:node", "--from=build --chown=root:root", refusal},
		{old, "COPY --chown=node:node . .", "COPY . .", refusal},
		{old, "COPY --chown=node:node . .", "COPY --chown=root:root . .", "the COPY was not in the file"},
		{old, "COPY --chown=node:node . .", "COPY --chown=node:node --chmod=777 . .", "the COPY was not in the file"},
		{old, "/app/dist ./dist", "/usr /usr", ""},
		{old, "/app/dist ./dist", "/ /", refusal},
		{old, "/app/dist ./dist\nCOPY --chown=node:node . .", "/usr /usr", refusal},
		{strings.Replace(old, "/app && mkdir", "/app/dist && mkdir", 1), "", "", "the COPY was not in the file"}, // of more files
		{strings.Replace(old, "-R node:node /app", "node:node /app", 1), "", "", "the COPY was not in the file"},
		{strings.Replace(old, "-R node:node /app", "-R node:node $X", 1), "", "", "the COPY was not in the file"},
		{strings.Replace(old, "-R node:node /app", "-R node:node /app/*", 1), "", "", "the COPY was not in the file"},
		{strings.Replace(old, "-R node:node /app", "-R -H node:node /app", 1), "", "", "the COPY was not in the file"},
		{strings.Replace(old, "RUN chown", "RUN chown -R root:root /app/dist\nRUN chown", 1), "", "", "no stage has the command chown -R root:root"},
		{strings.Replace(old, "mkdir /data", "mkdir /app/data", 1), "mkdir /data", "mkdir /app/data", refusal},
		{strings.Replace(old, "mkdir /data", "mkdir data", 1), "mkdir /data", "mkdir data", refusal},
		{strings.Replace(old, "mkdir /data", "chown -R root /srv/*", 1), "mkdir /data", "chown -R root /srv/*", ""},
		{strings.Replace(old, "mkdir /data", "chown -R root /ap*", 1), "mkdir /data", "chown -R root /ap*", refusal},
		{strings.Replace(old, "USER", "RUN rm .env\nUSER", 1), "", "", "the last stage has files of the COPY, and not the command rm .env"},
		{strings.Replace(old, "USER", "RUN chmod 400 key\nUSER", 1), "", "", "the last stage has files of the COPY, and not the command chmod"},
	} {
		got := refused(test.before, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q of\n%s: %q, want %q", test.new, test.old, test.before, got, test.want)
		}
	}
}

// A copy may have an owner and a group that the file makes.
func TestOwnersWithGroups(t *testing.T) {
	const old = "FROM node:24\nWORKDIR /app\nCOPY . .\nRUN npm run build\nRUN addgroup -S web && adduser -S app && addgroup -S $GROUP && echo other\nUSER app\nCMD [\"node\", \"dist/x.js\"]\n"
	const good = "FROM node:24 AS build\nWORKDIR /app\nCOPY . .\nRUN npm run build\n\nFROM node:24-slim\nWORKDIR /app\nRUN addgroup -S web && adduser -S app && addgroup -S $GROUP && echo other\nCOPY --from=build --chown=OWNER /app/dist ./dist\nUSER app\nCMD [\"node\", \"dist/x.js\"]\n"
	for owner, taken := range map[string]bool{
		"app": true, "app:app": true, "app:web": true, "root": true, "root:root": true,
		"web:web": false, "web": false, "app:other": false, "app:": false, "app:-S": false, "app:docker": false, "evil:web": false, "app:$GROUP": false, ":web": false,
	} {
		if got := refused(old, strings.Replace(good, "OWNER", owner, 1)); got == "" != taken {
			t.Errorf("%s: %q", owner, got)
		}
	}
}
