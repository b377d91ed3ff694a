package objective

import (
	"strings"
	"testing"
)

const (
	secretBase    = "FROM node:24\nARG NPM_TOKEN\nENV KEEP=1 API_KEY=hush-hush \\\n    OTHER=2\nRUN echo $NPM_TOKEN > ~/.npmrc && npm ci\nCMD [\"a\"]\n"
	secretSignals = `{"kind":"secret","name":"NPM_TOKEN","evidence":"e","line":2},{"kind":"secret","name":"API_KEY","evidence":"e","line":3},{"kind":"secret_use","name":"NPM_TOKEN","evidence":"e","line":5}`
	secretGood    = "FROM node:24\nENV KEEP=1 \\\n    OTHER=2\nRUN --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN echo $NPM_TOKEN > ~/.npmrc && npm ci\nCMD [\"a\"]\n"
)

func TestBuildSecrets(t *testing.T) {
	const run = "RUN --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN echo $NPM_TOKEN > ~/.npmrc && npm ci\n"
	change := func(before, after string) string { return strings.Replace(secretGood, before, after, 1) }
	mount := func(options, command string) string { return change(run, "RUN --mount="+options+" "+command+"\n") }
	const command = "echo $NPM_TOKEN > ~/.npmrc && npm ci"
	const notMount = "is not --mount=type=secret"
	judgeAll(t, request("hadolint/DL3064", secretSignals), secretBase, []judgment{
		{name: "good", text: secretGood},
		{name: "required", text: mount("type=secret,id=NPM_TOKEN,env=NPM_TOKEN,required", command)},
		{name: "required with a value", text: mount("required=true,type=secret,env=NPM_TOKEN,id=npm-token", command)},
		{name: "on lines", text: change(run, "RUN --mount=type=secret,id=npm_token,env=NPM_TOKEN \\\n    echo $NPM_TOKEN > ~/.npmrc && \\\n    npm ci\n")},
		{name: "another secret that the RUN had", text: change("RUN ", "RUN --mount=type=secret,id=API_KEY,env=API_KEY ")},
		{name: "read from its file", text: mount("type=secret,id=NPM_TOKEN", "echo $(cat /run/secrets/NPM_TOKEN) > ~/.npmrc && npm ci")},
		{name: "read from another file", text: mount("type=secret,id=NPM_TOKEN,target=/run/secrets/npm", "echo $(cat /run/secrets/npm) > ~/.npmrc && npm ci")},
		{name: "exported", text: mount("type=secret,id=NPM_TOKEN", "export NPM_TOKEN=$(cat /run/secrets/NPM_TOKEN) && "+command)},
		{name: "exported in quotes", text: mount("type=secret,id=NPM_TOKEN", "export NPM_TOKEN=\"$(cat /run/secrets/NPM_TOKEN)\" && "+command)},
		{name: "exported before ;", text: mount("type=secret,id=NPM_TOKEN", "export NPM_TOKEN=$(cat /run/secrets/NPM_TOKEN); "+command)},
		{name: "exported with another", text: mount("type=secret,id=NPM_TOKEN", "export NPM_TOKEN=$(cat /run/secrets/NPM_TOKEN) PATH=/x; "+command), want: "the command of the RUN of line 5 changed"},
		{name: "exported in the background", text: mount("type=secret,id=NPM_TOKEN", "export NPM_TOKEN=$(cat /run/secrets/NPM_TOKEN) & "+command), want: "the command of the RUN of line 5 changed"},
		{name: "assigned for a command", base: "FROM x\nARG API_KEY\nRUN make x\n", text: "FROM x\nRUN --mount=type=secret,id=api_key API_KEY=$(cat /run/secrets/api_key) make x\n"},
		{name: "another file", text: mount("type=secret,id=NPM_TOKEN", "echo $(cat /etc/passwd) > ~/.npmrc && npm ci"), want: "the command of the RUN of line 5 changed"},
		{name: "more from a file", text: mount("type=secret,id=NPM_TOKEN", "echo $(cat /run/secrets/NPM_TOKEN; x) > ~/.npmrc && npm ci"), want: "the command of the RUN of line 5 changed"},
		{name: "another variable from a file", text: mount("type=secret,id=NPM_TOKEN", "export PATH=$(cat /run/secrets/NPM_TOKEN) && "+command), want: "the command of the RUN of line 5 changed"},
		{name: "a file elsewhere", text: mount("type=secret,id=NPM_TOKEN,target=/usr/bin/npm", command), want: notMount},
		{name: "a file above", text: mount("type=secret,id=NPM_TOKEN,target=/run/secrets/../x", command), want: notMount},
		{name: "another id", text: mount("type=secret,id=aws,env=NPM_TOKEN", command), want: notMount},
		{name: "another variable", text: mount("type=secret,id=NPM_TOKEN,env=PATH", command), want: notMount},
		{name: "no id", text: mount("type=secret,env=NPM_TOKEN", command), want: notMount},
		{name: "an option twice", text: mount("type=secret,id=NPM_TOKEN,id=API_KEY,env=NPM_TOKEN", command), want: notMount},
		{name: "an unknown option", text: mount("type=secret,id=NPM_TOKEN,env=NPM_TOKEN,mode=0444", command), want: notMount},
		{name: "a mount of the host", text: mount("type=bind,from=evil,target=/x --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN", command), want: notMount},
		{name: "an agent of keys", text: mount("type=ssh --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN", command), want: notMount},
		{name: "the network", text: change("RUN ", "RUN --network=host "), want: notMount},
		{name: "a RUN that did not have it", base: "FROM x\nRUN before\nARG NPM_TOKEN\nRUN npm ci\n", text: "FROM x\nRUN --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN before\nRUN npm ci\n", want: "the RUN of line 2 did not have NPM_TOKEN before"},
		{name: "a stage that did not have it", base: "FROM x AS a\nARG NPM_TOKEN\nRUN npm ci\nFROM y\nRUN z # $NPM_TOKEN\n", text: "FROM x AS a\nRUN npm ci\nFROM y\nRUN --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN z # $NPM_TOKEN\n", want: "did not have NPM_TOKEN before"},
		{name: "another command", text: change("&& npm ci", "&& npm ci && evil"), want: "the command of the RUN of line 5 changed"},
		{name: "in a heredoc", text: change(run, "RUN --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN <<EOF\necho $NPM_TOKEN > ~/.npmrc\nnpm ci\nEOF\n"), want: "the RUN of line 5 changed"},
		{name: "one stays", text: change("KEEP=1", "KEEP=1 \\\n API_KEY=hush-hush"), want: "API_KEY is still declared here"},
		{name: "quoted", text: change("KEEP=1", "KEEP=1 \"API_KEY\"=hush-hush"), want: "API_KEY is still declared here"},
		{name: "the old form", text: change("CMD", "ENV API_KEY hush-hush\nCMD"), want: "API_KEY is still declared here"},
		{name: "in ONBUILD", text: change("CMD", "ONBUILD ARG NPM_TOKEN\nCMD"), want: "NPM_TOKEN is still declared here"},
		{name: "a name that contains it", base: "FROM x\nARG NPM_TOKEN\nARG API_KEY\nARG NPM_TOKEN_FILE\n", text: "FROM x\nARG NPM_TOKEN_FILE\n"},
		{name: "of ONBUILD", base: "FROM x\nONBUILD ARG NPM_TOKEN\nONBUILD RUN x $NPM_TOKEN\n", text: "FROM x\nONBUILD RUN --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN x $NPM_TOKEN\n"},
		{name: "mounted before", base: "FROM x\nENV API_KEY=x\nRUN --mount=type=secret,id=key,env=API_KEY make $API_KEY\n", text: "FROM x\nRUN --mount=type=secret,id=key,env=API_KEY make $API_KEY\n"},
		{name: "ARG and ENV of one name", base: "FROM x\nARG NPM_TOKEN=\nENV A=1 NPM_TOKEN=${NPM_TOKEN}\nRUN make $NPM_TOKEN\n", text: "FROM x\nENV A=1\nRUN --mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN make $NPM_TOKEN\n"},
		{name: "a comment about it goes", base: "FROM x\n# The token of npm.\nARG NPM_TOKEN\nRUN x\n", text: "FROM x\nRUN x\n"},
		{name: "a comment about another goes", base: "FROM x\nARG NPM_TOKEN\n# Build it.\nRUN x\n", text: "FROM x\nRUN x\n", want: "the comment of line 3"},
		{name: "a comment moves", base: "FROM x\nARG NPM_TOKEN\n# hadolint ignore=DL3008\nRUN a\nRUN b\n", text: "FROM x\nRUN a\n# hadolint ignore=DL3008\nRUN b\n", want: "the comment of line 3"},
		{name: "a comment before a gap", base: "# About.\n\nFROM x\n# Two\n\n# lines.\nARG NPM_TOKEN\nRUN a\n# End.\n", text: "# About.\n\nFROM x\n# Two\n\nRUN a\n# End.\n"},
		{name: "a comment about the build", text: change("RUN", "# docker build --secret id=NPM_TOKEN,env=NPM_TOKEN .\nRUN")},
		{name: "the value moves", text: change("npm ci", "API_KEY=hush-hush npm ci"), want: "the value of API_KEY is still in the file"},
		{name: "the value moves to a comment", text: change("CMD", "# hush-hush\nCMD"), want: "the value of API_KEY is still in the file"},
		{name: "not mounted", text: change("--mount=type=secret,id=NPM_TOKEN,env=NPM_TOKEN ", ""), want: "the RUN uses $NPM_TOKEN and does not mount it"},
		{name: "mounted as a file only", text: mount("type=secret,id=NPM_TOKEN", command), want: "the RUN uses $NPM_TOKEN and does not mount it"},
		{name: "used by a new RUN", text: change("CMD", "RUN x ${NPM_TOKEN}\nCMD"), want: "another instruction comes before it"},
		{name: "used by CMD", base: "FROM x\nARG NPM_TOKEN\nCMD x $NPM_TOKEN\n", text: "FROM x\nCMD x $NPM_TOKEN\n", want: "the CMD uses $NPM_TOKEN"},
		{name: "used by ENV", base: "FROM x\nARG NPM_TOKEN\nENV A=$NPM_TOKEN\n", text: "FROM x\nENV A=$NPM_TOKEN\n", want: "the ENV uses $NPM_TOKEN"},
		{name: "no longer used at all", text: change(run, "RUN npm ci\n"), want: "the command of the RUN of line 5 changed"},
		{name: "another variable goes too", text: change("KEEP=1 \\\n    ", ""), want: "the ENV of line 3 has another change"},
		{name: "another variable changes", text: change("KEEP=1", "KEEP=2"), want: "the ENV of line 3 has another change"},
		{name: "another variable comes", text: change("KEEP=1", "KEEP=1 LD_PRELOAD=/x"), want: "the ENV of line 3 has another change"},
		{name: "an instruction goes", text: change("CMD [\"a\"]\n", ""), want: "the CMD of line 6 is gone"},
		{name: "an instruction comes", text: secretGood + "USER root\n", want: "the change adds an instruction"},
	})
}
