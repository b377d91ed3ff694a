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

// Stages may each have a part of a copy. Copies to the same path, and commands for
// their files, stay in order.
func TestPartsInStages(t *testing.T) {
	const old = "FROM python:3.13\nWORKDIR /app\nCOPY app.py requirements.txt conf.ini ./\nRUN rm -rf /app/guard\nCOPY guard /app/guard\nCOPY safe.ini /app/x.ini\nCOPY strict.ini /app/x.ini\nRUN pip install -r requirements.txt\nCOPY run.sh /run.sh\nCMD [\"python\", \"app.py\"]\n"
	const build = "FROM python:3.13 AS build\nWORKDIR /app\nCOPY requirements.txt ./\nCOPY guard /app/guard\nCOPY strict.ini /app/x.ini\nRUN pip install -r requirements.txt\n\n"
	const good = build + "FROM python:3.13-slim\nWORKDIR /app\nCOPY ./app.py conf.ini ./\nRUN rm -rf /app/guard\nCOPY ./guard ./guard\nCOPY safe.ini ./x.ini\nCOPY ./strict.ini ./x.ini\nCOPY run.sh /run.sh\nCOPY --from=build /usr/local /usr/local\nCMD [\"python\", \"app.py\"]\n"
	for _, test := range []struct{ old, new, want string }{
		{"", "", ""},
		{"./app.py conf.ini ./", "conf.ini app.py requirements.txt /app/", ""},
		{"./app.py conf.ini ./", "app.py ./", "no stage has the COPY of line 3"},
		{"COPY ./app.py conf.ini ./", "COPY app.py ./\nCOPY conf.ini ./conf.ini", "no stage has the COPY of line 3"}, // which may be a folder
		{"./app.py conf.ini ./", "app.py evil.ini ./", "the COPY was not in the file"},
		{"./app.py conf.ini ./", "app.py conf.ini /", "the COPY was not in the file"},
		{"COPY safe.ini ./x.ini\nCOPY ./strict.ini ./x.ini\n", "COPY ./strict.ini ./x.ini\nCOPY safe.ini ./x.ini\n", "the COPY was not in the file"},
		{"COPY safe.ini ./x.ini\nCOPY ./strict.ini ./x.ini\n", "COPY ./strict.ini ./x.ini\nCOPY ./safe.ini ./x.ini\n", "the COPY"},
		{"COPY safe.ini ./x.ini\nCOPY ./strict.ini ./x.ini\n", "COPY strict.ini /app/x.ini\nCOPY safe.ini /app/x.ini\n", "the COPY comes in another order"},
		{"RUN rm -rf /app/guard\nCOPY ./guard ./guard\n", "COPY ./guard ./guard\nRUN rm -rf /app/guard\n", "the command rm -rf /app/guard comes in another order"},
	} {
		got := refused(old, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}

// Commands and copies that are missing may have no words.
func TestMissingWords(t *testing.T) {
	for _, ins := range []string{"RUN", "COPY", "ADD x", "RUN --network=none", "COPY --from=y", "RUN []"} {
		if got := refused("FROM debian:12\n"+ins+"\nRUN make\nCMD [\"x\"]\n", "FROM debian:12 AS build\nRUN make\nFROM debian:12-slim\nCMD [\"x\"]\n"); !strings.Contains(got, "no stage has") {
			t.Errorf("%s: %q", ins, got)
		}
	}
}

// Only an ADD unpacks archives.
func TestPartsOfArchives(t *testing.T) {
	const old = "FROM debian:12\nADD a.tar.gz b.txt /x/\nRUN make\nCMD [\"x\"]\n"
	for part, taken := range map[string]bool{"ADD b.txt /x/": false, "COPY b.txt /x/": false, "COPY a.tar.gz b.txt /x/": false, "ADD a.tar.gz b.txt /x/": true} {
		got := refused(old, "FROM debian:12 AS build\nADD b.txt /x/\nRUN make\nFROM debian:12-slim\n"+part+"\nCOPY --from=build /y /y\nCMD [\"x\"]\n")
		if got == "" != taken {
			t.Errorf("%s: %q", part, got)
		}
	}
}

// A copy makes the folder of an old mkdir.
func TestMadeFolders(t *testing.T) {
	const old = "FROM node:24\nWORKDIR /site\nCOPY . .\nRUN npm run build\nRUN MAKE && cp -a dist/. /srv/www/\nCMD [\"x\"]\n"
	const good = "FROM node:24 AS build\nWORKDIR /site\nCOPY . .\nRUN npm run build\n\nFROM node:24-slim\nWORKDIR /site\nCOPY --from=build /site/dist /srv/www\nCMD [\"x\"]\n"
	for command, taken := range map[string]bool{
		"mkdir -p /srv/www":       true,
		"mkdir /srv":              true,
		"mkdir -p /srv/www /srv":  true,
		"mkdir -p /data":          false,
		"mkdir -p /srv/www /data": false,
		"mkdir -p /srv/www/more":  false,
		"mkdir -m 700 /srv/www":   false,
		"mkdir -p $X":             false,
		"mkdir -p /srv/{www,x}":   false,
		"touch /srv/www":          false,
	} {
		if got := refused(strings.Replace(old, "MAKE", command, 1), good); got == "" != taken {
			t.Errorf("%s: %q", command, got)
		}
	}
	user := strings.Replace(strings.Replace(old, "MAKE", "mkdir /srv/www", 1), "RUN mkdir", "USER node\nRUN mkdir", 1)
	if got := refused(user, strings.Replace(good, "CMD", "USER node\nCMD", 1)); !strings.Contains(got, "no stage has the command mkdir") {
		t.Errorf("a folder of another user: %q", got)
	}
}
