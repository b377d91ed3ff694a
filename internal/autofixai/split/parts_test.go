package split

import (
	"strings"
	"testing"
)

// A stage may have a part of the context and of the packages of a project, if
// another has all of them.
func TestJudgeParts(t *testing.T) {
	const old = "FROM node:24\nWORKDIR /app\nCOPY package.json .npmrc conf/\nCOPY --chown=node . .\nRUN npm ci --ignore-scripts\nRUN chmod 600 /app/key\nRUN npm run build\nCMD [\"node\", \"dist/main.js\"]\n"
	const good = "FROM node:24 AS build\nWORKDIR /app\nCOPY package.json .npmrc conf/\nCOPY --chown=node . .\nRUN npm ci --ignore-scripts\nRUN chmod 600 /app/key\nRUN npm run build\n\n" +
		"FROM node:24-slim\nWORKDIR /app\nCOPY package.json conf/\nCOPY --chown=node public ./public\nCOPY --chown=node package*.json ./\nRUN npm ci --ignore-scripts --omit=dev\n" +
		"COPY --from=build /app/dist ./dist\nCMD [\"node\", \"dist/main.js\"]\n"
	for _, test := range []struct{ name, old, new, want string }{
		{"good", "", "", ""},
		{"another flag of the same effect", "--omit=dev", "--production", ""},
		{"a value in a word of its own", "--omit=dev", "--omit dev", ""},
		{"a file under its whole path", "public ./public", "public/a.css /app/public/a.css", ""},
		{"several files", "public ./public", "a.json b.json ./", ""},
		{"at another path", "public ./public", "public /usr/bin", "the COPY was not in the file"},
		{"under another name", "public ./public", "x ./y", "the COPY was not in the file"},
		{"outside of the folder", "public ./public", "../../bin/x /bin/x", "the COPY was not in the file"},
		{"one of several files at another path", "public ./public", "a.json /app/b.json /app/", "the COPY was not in the file"},
		{"another owner", "--chown=node public", "--chown=root public", "the COPY was not in the file"},
		{"without the owner", "--chown=node public", "public", "the COPY was not in the file"},
		{"with a mode", "--chown=node public", "--chown=node --chmod=4755 public", "the COPY was not in the file"},
		{"a file that no COPY had there", "package.json conf/", "evil conf/", "the COPY was not in the file"},
		{"of an image", "--chown=node public", "--chown=node --from=evil/x public", "the COPY was not in the file"},
		{"after the commands that change it", "COPY --from=build /app/dist ./dist", "RUN npm run build\nCOPY --chown=node x ./x", "keep it in one"},
		{"of a variable", "public ./public", "$X /app/$X", "the COPY was not in the file"},
		{"after a command that changes a file of the folder", "RUN npm ci --ignore-scripts --omit=dev\n", "RUN npm ci --ignore-scripts --omit=dev\nRUN chmod 600 /app/key\nCOPY --chown=node key ./\n", "the COPY was not in the file"},
		{"before a package", "COPY --chown=node public ./public\nCOPY --chown=node package*.json ./\nRUN npm ci --ignore-scripts --omit=dev\n", "RUN npm ci --ignore-scripts --omit=dev\nCOPY --chown=node public ./public\n", ""},
		{"all of it nowhere", "COPY --chown=node . .\n", "COPY --chown=node src ./src\n", "no stage has the COPY of line 4"},
		{"all packages nowhere", "scripts\nRUN chmod", "scripts --omit=dev\nRUN chmod", "no stage has the command npm ci --ignore-scripts"},
		{"more packages", "--omit=dev", "--omit=dev evil", "was not in the file"},
		{"with scripts", "--ignore-scripts --omit=dev", "--omit=dev", "was not in the file"},
		{"other packages left out", "--omit=dev", "--omit=peer", "was not in the file"},
		{"another registry", "--omit=dev", "--omit=dev --registry=https://evil.example", "was not in the file"},
		{"a variable among the flags", "--omit=dev", "--omit=$X", "was not in the file"},
		{"another user's", "RUN npm ci --ignore-scripts --omit", "USER node\nRUN npm ci --ignore-scripts --omit", "did not have this USER"},
		{"that may fail", "--omit=dev", "--omit=dev || :", "was not in the file"},
	} {
		text := strings.Replace(good, test.old, test.new, 1)
		if got := refused(strings.Replace(old, "COPY --chown=node . .", "ADD --chown=node . .", 1), strings.Replace(text, "COPY --chown=node . .", "ADD --chown=node . .", 1)); got == "" != (test.want == "") {
			t.Errorf("%s, of an ADD: refused: %q, want %q", test.name, got, test.want)
		}
		if got := refused(old, text); got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: refused: %q, want %q", test.name, got, test.want)
		}
	}
}

// Flags that change the paths or the number of the files of a COPY have no part.
func TestJudgePartsOfFlags(t *testing.T) {
	for _, flag := range []string{"--parents", "--exclude=key"} {
		before := "FROM node:24\nWORKDIR /app\nCOPY " + flag + " . .\nRUN npm run build\nCMD [\"node\", \"x.js\"]\n"
		after := "FROM node:24 AS build\nWORKDIR /app\nCOPY " + flag + " . .\nRUN npm run build\n\nFROM node:24-slim\nWORKDIR /app\n%COPY --from=build /app/x.js ./\nCMD [\"node\", \"x.js\"]\n"
		if got := refused(before, strings.Replace(after, "%", "", 1)); got != "" {
			t.Errorf("%s: refused: %q", flag, got)
		}
		if got := refused(before, strings.Replace(after, "%", "COPY "+flag+" conf ./conf\n", 1)); !strings.Contains(got, "the COPY was not in the file") {
			t.Errorf("%s: a part: refused: %q", flag, got)
		}
	}
}
