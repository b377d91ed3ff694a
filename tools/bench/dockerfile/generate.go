//go:build linux

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// generate returns Dockerfiles of 20 to 200 lines. They depend only on n.
func generate(n int) []checks.File {
	files := make([]checks.File, n)
	for i := range files {
		g := &generator{Rand: rand.New(rand.NewPCG(6, uint64(i)))}
		files[i] = checks.File{Path: fmt.Sprintf("dir%04d/Dockerfile", i), Content: g.file(20 + g.IntN(171))}
	}
	return files
}

func count(content []byte) int { return bytes.Count(content, []byte("\n")) }

type generator struct {
	*rand.Rand
	out    bytes.Buffer
	stages []string
}

// file returns a file with the given number of lines: one to four stages with
// typical instructions.
func (g *generator) file(lines int) []byte {
	if g.IntN(2) == 0 {
		g.out.WriteString("# syntax=docker/dockerfile:1\n")
	}
	if g.IntN(3) == 0 {
		g.out.WriteString("ARG VERSION=1.4.2\nARG BASE=debian:12.9-slim\n")
	}
	stages := 1 + g.IntN(4)
	for s := range stages {
		g.stage(s)
		for count(g.out.Bytes()) < lines*(s+1)/stages-3 {
			g.instruction()
		}
	}
	g.out.WriteString("USER 1000:1000\nWORKDIR /srv\nENTRYPOINT [\"/usr/local/bin/entry\", \"--serve\"]\n")
	return g.out.Bytes()
}

var bases = []string{
	"debian:12.9-slim", "golang:1.24.1-alpine3.21", "node:22.14.0-bookworm", "python:3.13.2-slim", "alpine:3.21.3", "ubuntu",
	"docker.io/library/rust:1.85", "registry.example.com/team/base:2025-03@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
}

func (g *generator) stage(i int) {
	base := bases[g.IntN(len(bases))]
	if i > 0 && g.IntN(4) == 0 {
		base = g.stages[g.IntN(len(g.stages))]
	}
	name := fmt.Sprintf("%s%d", g.pick("build", "deps", "runtime", "test"), i)
	g.stages = append(g.stages, name)
	fmt.Fprintf(&g.out, "\nFROM %s AS %s\n", base, name)
}

func (g *generator) pick(from ...string) string { return from[g.IntN(len(from))] }

// samples are the contents of stages; frequent ones occur more than once.
// PACKAGES, STAGE and NUM are placeholders.
var samples = []string{
	"RUN apt-get update && apt-get install -y --no-install-recommends \\\n    PACKAGES \\\n    && rm -rf /var/lib/apt/lists/*\n",
	"RUN apt-get update \\\n && apt-get upgrade -y \\\n && apt-get install -y PACKAGES\n",
	"RUN apk add --no-cache PACKAGES\n",
	"RUN --mount=type=cache,target=/root/.cache/pip pip install --no-cache-dir -r requirements.txt\n",
	"RUN npm ci --omit=dev && npm cache clean --force\n",
	"RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \\\n    CGO_ENABLED=0 go build -trimpath -ldflags=\"-s -w -X main.version=${VERSION}\" -o /out/app ./cmd/app\n",
	"RUN curl -fsSL https://example.com/releases/v1.NUM/app.tar.gz -o /tmp/app.tar.gz \\\n    && echo \"${SUM}  /tmp/app.tar.gz\" | sha256sum -c - \\\n    && tar -C /opt -xzf /tmp/app.tar.gz \\\n    && rm /tmp/app.tar.gz\n",
	"RUN set -eux; \\\n    groupadd --system --gid NUM app; \\\n    useradd --system --uid NUM --gid app --home-dir /srv app; \\\n    # the folder of the service\n    install -d -o app -g app /srv/data; \\\n    if [ -n \"$DEBUG\" ]; then echo \"debugging\"; fi\n",
	"RUN cd /opt/app && ./configure --prefix=/usr/local && make -j\"$(nproc)\" && make install\n",
	"RUN <<EOF\nset -e\nfor name in a b c; do\n  mkdir -p \"/srv/$name\"\n  chmod 0755 \"/srv/$name\"\ndone\napt-get clean\nEOF\n",
	"COPY <<-\"EOF\" /etc/app/NUM.conf\n\tlisten = 0.0.0.0:8080\n\tworkers = 4\n\tEOF\n",
	"ENV APP_HOME=/srv/app \\\n    APP_PORT=8080 \\\n    PATH=/srv/app/bin:$PATH\n",
	"ENV LANG=C.UTF-8 PYTHONUNBUFFERED=1\n",
	"ARG VERSION\nARG DEBUG=\"\"\n",
	"LABEL org.opencontainers.image.title=\"app\" \\\n      org.opencontainers.image.version=\"1.2.NUM\" \\\n      org.opencontainers.image.source=\"https://example.com/team/app\"\n",
	"LABEL maintainer=\"team@example.com\"\n",
	"COPY --from=STAGE /out/app /usr/local/bin/app\n",
	"COPY --chown=1000:1000 package.json package-lock.json ./\n",
	"COPY go.mod go.sum ./\nRUN go mod download\n",
	"COPY . .\n",
	"ADD --checksum=sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef https://example.com/data-NUM.bin /srv/\n",
	"WORKDIR /srv/app\n",
	"EXPOSE 8080/tcp 9090\n",
	"VOLUME [\"/srv/data\"]\n",
	"# what follows needs the folder that was made above\nRUN mkdir -p /srv/cache && chown -R app:app /srv/cache\n",
	"# hadolint ignore=DL3008,DL3015\nRUN apt-get update && apt-get install -y PACKAGES && rm -rf /var/lib/apt/lists/*\n",
	"SHELL [\"/bin/bash\", \"-o\", \"pipefail\", \"-c\"]\nRUN dpkg -l | wc -l > /packages.txt\n",
	"HEALTHCHECK --interval=30s --timeout=3s CMD curl -f http://localhost:8080/health || exit 1\n",
	"RUN curl -fsSL https://example.com/linux/gpg.key | gpg --dearmor -o /usr/share/keyrings/example.gpg\n",
	"RUN --mount=type=secret,id=token,env=NPM_TOKEN npm config set //registry.example.com/:_authToken=\"$NPM_TOKEN\" && npm ci\n",
	"ENV API_KEY=\"\" AUTH_SECRET_FILE=/run/secrets/auth\n",
	"\n",
}

var packages = []string{
	"ca-certificates", "curl", "git=1:2.39.5-0", "build-essential", "python3-dev", "libssl-dev", "tini", "jq", "openssh-client", "unzip",
	"libpq5=15.*", "tzdata", "gnupg", "procps", "xz-utils",
}

func (g *generator) instruction() {
	text := samples[g.IntN(len(samples))]
	if strings.Contains(text, "PACKAGES") {
		between := " "
		if strings.Contains(text, "\\\n") {
			between = " \\\n    "
		}
		var names []string
		for _, i := range g.Perm(len(packages))[:2+g.IntN(6)] {
			names = append(names, packages[i])
		}
		text = strings.Replace(text, "PACKAGES", strings.Join(names, between), 1)
	}
	text = strings.ReplaceAll(text, "STAGE", g.stages[g.IntN(len(g.stages))])
	g.out.WriteString(strings.ReplaceAll(text, "NUM", fmt.Sprint(100+g.IntN(900))))
}
