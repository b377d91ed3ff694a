package llb_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/llb"
)

func digest(t testing.TB, text string) string {
	t.Helper()
	d, err := llb.Digest(t.Context(), "Dockerfile", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return d
}

func describe(t testing.TB, text string) string {
	t.Helper()
	d, err := llb.Describe(t.Context(), "Dockerfile", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return d
}

// Each edit changes what is built.
func TestMeaningChanges(t *testing.T) {
	const from = "FROM debian:12\n"
	for _, row := range []struct{ name, before, after string }{
		{"image", from, "FROM debian:13\n"},
		{"digest of an image", "FROM a@sha256:" + strings.Repeat("0", 64) + "\n", "FROM a@sha256:" + strings.Repeat("1", 64) + "\n"},
		{"platform", from, "FROM --platform=linux/arm64 debian:12\n"},
		{"platform of the target", from, "FROM --platform=linux/amd64 debian:12\n"},
		{"platform of the builder", from, "FROM --platform=$BUILDPLATFORM debian:12\n"},
		{"scratch", "FROM scratch\n", "FROM scratch-image\n"},

		{"RUN", from + "RUN a\n", from + "RUN b\n"},
		{"RUN: space in a command", from + "RUN a b\n", from + "RUN a  b\n"},
		{"RUN: exec form", from + "RUN a b\n", from + "RUN [\"a\", \"b\"]\n"},
		{"RUN: order", from + "RUN a\nRUN b\n", from + "RUN b\nRUN a\n"},
		{"RUN: joined", from + "RUN a\nRUN b\n", from + "RUN a && b\n"},
		{"RUN: body of a here-document", from + "RUN <<EOF\na\nEOF\n", from + "RUN <<EOF\nb\nEOF\n"},
		{"RUN: interpreter of a here-document", from + "RUN <<EOF\n#!/bin/sh\na\nEOF\n", from + "RUN <<EOF\n#!/bin/bash\na\nEOF\n"},
		{"RUN: cache mount", from + "RUN --mount=type=cache,target=/a x\n", from + "RUN --mount=type=cache,target=/b x\n"},
		{"RUN: sharing of a cache", from + "RUN --mount=type=cache,target=/a x\n", from + "RUN --mount=type=cache,target=/a,sharing=locked x\n"},
		{"RUN: bind mount", from + "RUN --mount=target=/a x\n", from + "RUN --mount=target=/a,rw x\n"},
		{"RUN: source of a mount", from + "RUN --mount=from=a,target=/a x\n", from + "RUN --mount=from=b,target=/a x\n"},
		{"RUN: secret", from + "RUN --mount=type=secret,id=a x\n", from + "RUN --mount=type=secret,id=b x\n"},
		{"RUN: secret is required", from + "RUN --mount=type=secret,id=a x\n", from + "RUN --mount=type=secret,id=a,required x\n"},
		{"RUN: secret variable", from + "RUN --mount=type=secret,id=a,env=A x\n", from + "RUN --mount=type=secret,id=a,env=B x\n"},
		{"RUN: SSH", from + "RUN x\n", from + "RUN --mount=type=ssh x\n"},
		{"RUN: tmpfs", from + "RUN --mount=type=tmpfs,target=/a x\n", from + "RUN --mount=type=tmpfs,target=/a,size=1000 x\n"},
		{"RUN: network", from + "RUN x\n", from + "RUN --network=none x\n"},
		{"RUN: security", from + "RUN x\n", from + "RUN --security=insecure x\n"},
		{"RUN: device", from + "RUN x\n", from + "RUN --device=vendor.com/gpu=a x\n"},

		{"SHELL", from + "RUN a\n", from + "SHELL [\"/bin/bash\", \"-c\"]\nRUN a\n"},
		{"SHELL: only for later builds", from, from + "SHELL [\"/bin/bash\", \"-c\"]\n"},
		{"USER", from + "USER a\n", from + "USER b\n"},
		{"USER: before RUN", from + "USER a\nRUN x\n", from + "RUN x\nUSER a\n"},
		{"USER: root", from, from + "USER root\n"},
		{"WORKDIR", from + "WORKDIR /a\n", from + "WORKDIR /b\n"},
		{"WORKDIR: relative to the image's", from + "WORKDIR a\n", from + "WORKDIR /a\n"},
		{"COPY: relative to the image's", from + "COPY a b\n", from + "COPY a /b\n"},
		{"COPY: source", from + "COPY a /c\n", from + "COPY b /c\n"},
		{"COPY: order", from + "COPY a b /c/\n", from + "COPY b a /c/\n"},
		{"COPY: target", from + "COPY a /c\n", from + "COPY a /d\n"},
		{"COPY: target is a folder", from + "COPY a b /c\n", from + "COPY a b /c/\n"},
		{"COPY: --chown", from + "COPY a /c\n", from + "COPY --chown=1:1 a /c\n"},
		{"COPY: --chmod", from + "COPY --chmod=644 a /c\n", from + "COPY --chmod=755 a /c\n"},
		{"COPY: --chmod in letters", from + "COPY --chmod=u+x a /c\n", from + "COPY --chmod=u-x a /c\n"},
		{"COPY: --link", from + "COPY a /c\n", from + "COPY --link a /c\n"},
		{"COPY: --parents", from + "COPY a/b /c/\n", from + "COPY --parents a/b /c/\n"},
		{"COPY: --exclude", from + "COPY a /c\n", from + "COPY --exclude=*.o a /c\n"},
		{"COPY: --from", from + "COPY --from=a /a /c\n", from + "COPY --from=b /a /c\n"},
		{"COPY: --from another stage", "FROM a AS a\nFROM b AS b\n" + from + "COPY --from=a /a /c\n", "FROM a AS a\nFROM b AS b\n" + from + "COPY --from=b /a /c\n"},
		{"COPY: body of a here-document", from + "COPY <<EOF /c\na\nEOF\n", from + "COPY <<EOF /c\nb\nEOF\n"},
		{"COPY: variables of a here-document", from + "ENV A=a\nCOPY <<EOF /c\n$A\nEOF\n", from + "ENV A=a\nCOPY <<'EOF' /c\n$A\nEOF\n"},
		{"COPY: line ending in a here-document", from + "COPY <<EOF /c\na\nEOF\n", from + "COPY <<EOF /c\na\r\nEOF\n"},
		{"ADD", from + "ADD a /c\n", from + "COPY a /c\n"},
		{"ADD: --unpack", from + "ADD a.tar /c\n", from + "ADD --unpack=false a.tar /c\n"},
		{"ADD: URL", from + "ADD https://example.com/a /c\n", from + "ADD https://example.com/b /c\n"},
		{"ADD: --checksum", from + "ADD https://example.com/a /c\n", from + "ADD --checksum=sha256:" + strings.Repeat("0", 64) + " https://example.com/a /c\n"},
		{"ADD: Git reference", from + "ADD https://example.com/a.git#v1 /c\n", from + "ADD https://example.com/a.git#v2 /c\n"},
		{"ADD: --keep-git-dir", from + "ADD https://example.com/a.git /c\n", from + "ADD --keep-git-dir=true https://example.com/a.git /c\n"},

		{"ENV", from + "ENV A=a\n", from + "ENV A=b\n"},
		{"ENV: not set", from, from + "ENV A=\n"},
		{"ENV: quotes", from + "ENV A='$PATH'\n", from + "ENV A=\"$PATH\"\n"},
		{"ENV: of the image", from + "ENV A=$HOME\n", from + "ENV A=\n"},
		{"ENV: order", from + "ENV A=a\nENV B=$A\n", from + "ENV B=$A\nENV A=a\n"},
		{"ARG: default that RUN uses", from + "ARG A=a\nRUN x\n", from + "ARG A=b\nRUN x\n"},
		{"ARG: for FROM", "ARG V=12\nFROM debian:$V\n", "ARG V=13\nFROM debian:$V\n"},
		{"ARG: default of a global one", "ARG V=1\n" + from + "ARG V\nRUN x\n", "ARG V=2\n" + from + "ARG V\nRUN x\n"},
		{"ARG: no more an argument", "ARG V=12\nFROM debian:$V\n", "FROM debian:12\n"},
		{"ARG: an ENV instead", from + "ARG A=a\nRUN x\n", from + "ENV A=a\nRUN x\n"},
		{"ARG: without a default", from + "ARG A\nRUN x\n", from + "RUN x\n"},
		{"ARG: after RUN", from + "ARG A\nRUN x\n", from + "RUN x\nARG A\n"},
		{"ARG: another one", from + "ARG A\nARG B\nRUN $A\nENV C=$A\n", from + "ARG A\nARG B\nRUN $A\nENV C=$B\n"},
		{"ARG: name of the stage", "FROM a AS x\nARG TARGETSTAGE\nRUN a\n" + from, "FROM a AS y\nARG TARGETSTAGE\nRUN a\n" + from},
		{"ARG: SOURCE_DATE_EPOCH", "ARG SOURCE_DATE_EPOCH=1\n" + from, "ARG SOURCE_DATE_EPOCH=2\n" + from},
		{"ARG: bill of materials", from, "ARG BUILDKIT_SBOM_SCAN_CONTEXT=true\n" + from},

		{"CMD", from + "CMD a\n", from + "CMD b\n"},
		{"CMD: exec form", from + "CMD a\n", from + "CMD [\"a\"]\n"},
		{"CMD: shell in exec form", from + "CMD a\n", from + "CMD [\"/bin/sh\", \"-c\", \"a\"]\n"},
		{"CMD: empty", from, from + "CMD []\n"},
		{"ENTRYPOINT", from + "ENTRYPOINT a\n", from + "ENTRYPOINT b\n"},
		{"ENTRYPOINT: resets the CMD of the image", from + "ENTRYPOINT a\n", from + "CMD [\"/bin/sh\"]\nENTRYPOINT a\n"},
		{"HEALTHCHECK", from + "HEALTHCHECK CMD a\n", from + "HEALTHCHECK CMD b\n"},
		{"HEALTHCHECK: --interval", from + "HEALTHCHECK --interval=1s CMD a\n", from + "HEALTHCHECK --interval=2s CMD a\n"},
		{"HEALTHCHECK: --start-interval", from + "HEALTHCHECK --start-interval=1s CMD a\n", from + "HEALTHCHECK --start-interval=2s CMD a\n"},
		{"HEALTHCHECK: --retries", from + "HEALTHCHECK --retries=1 CMD a\n", from + "HEALTHCHECK --retries=2 CMD a\n"},
		{"HEALTHCHECK: NONE", from, from + "HEALTHCHECK NONE\n"},
		{"EXPOSE", from + "EXPOSE 80\n", from + "EXPOSE 81\n"},
		{"EXPOSE: protocol", from + "EXPOSE 80\n", from + "EXPOSE 80/udp\n"},
		{"LABEL", from + "LABEL a=b\n", from + "LABEL a=c\n"},
		{"LABEL: casing", from + "LABEL a=b\n", from + "LABEL A=b\n"},
		{"VOLUME", from + "VOLUME /a\n", from + "VOLUME /b\n"},
		{"STOPSIGNAL", from + "STOPSIGNAL SIGTERM\n", from + "STOPSIGNAL SIGINT\n"},
		{"MAINTAINER", from + "MAINTAINER a\n", from + "MAINTAINER b\n"},
		{"MAINTAINER: a label instead", from + "MAINTAINER a\n", from + "LABEL maintainer=a\n"},

		{"ONBUILD", from + "ONBUILD RUN a\n", from + "ONBUILD RUN b\n"},
		{"ONBUILD: order", from + "ONBUILD RUN a\nONBUILD RUN b\n", from + "ONBUILD RUN b\nONBUILD RUN a\n"},
		{"ONBUILD: of the stage itself", from + "ONBUILD RUN a\n", from + "RUN a\n"},
		{"ONBUILD: argument", from + "ONBUILD ARG A=a\nONBUILD RUN a\n", from + "ONBUILD ENV A=a\nONBUILD RUN a\n"},
		{"ONBUILD: runs in the next stage", "FROM a AS a\nONBUILD RUN a\nFROM a\n", "FROM a AS a\nONBUILD RUN b\nFROM a\n"},
		{"ONBUILD: in the environment of its stage", from + "ONBUILD RUN a\nENV A=a\n", from + "ONBUILD RUN a\nENV A=b\n"},

		{"stage that the last one does not use", "FROM a\nRUN a\n" + from, "FROM a\nRUN b\n" + from},
		{"stage with the name of a later one", "FROM a AS x\nRUN a\nFROM b AS x\n" + from, "FROM a AS x\nRUN b\nFROM b AS x\n" + from},
		{"stage that is only a target", "FROM a AS x\nCMD a\n" + from, "FROM a AS x\nCMD b\n" + from},
		{"no such stage", "FROM a\n" + from, from},
		{"order of stages", "FROM a AS a\nFROM b AS b\n", "FROM b AS b\nFROM a AS a\n"},

		{"escape directive", "#escape=`\n" + from + "ENV A=a\\b\n", from + "ENV A=a\\b\n"},
		{"syntax directive", "# syntax=docker/dockerfile:1\n" + from, "# syntax=docker/dockerfile:1.4\n" + from},
	} {
		t.Run(row.name, func(t *testing.T) {
			if digest(t, row.before) == digest(t, row.after) {
				t.Errorf("one digest for\n%s\nand\n%s", row.before, row.after)
			}
			if describe(t, row.before) == describe(t, row.after) {
				t.Errorf("one description for\n%s\nand\n%s", row.before, row.after)
			}
		})
	}
}

// Each edit changes only how the text is written.
func TestMeaningStays(t *testing.T) {
	const from = "FROM debian:12\n"
	for _, row := range []struct{ name, before, after string }{
		{"comments and empty lines", from + "RUN a\n", "# a\n" + from + "\n# b\n\nRUN a\n"},
		{"comment of a stage", "FROM a AS build\n", "# build builds\nFROM a AS build\n"},
		{"casing of keywords", "FROM a AS b\nRUN x\nONBUILD RUN y\n", "from a as b\nrun x\nonbuild run y\n"},
		{"name of a stage", "FROM a AS b\nRUN x\nFROM b\nCOPY --from=b /a /c\n", "FROM a AS c\nRUN x\nFROM c\nCOPY --from=c /a /c\n"},
		{"name of a stage that is scanned", "ARG BUILDKIT_SBOM_SCAN_STAGE=true\nFROM a AS b\nFROM x AS c\n" + from + "COPY --from=b /a /b\nCOPY --from=c /a /b\n", "ARG BUILDKIT_SBOM_SCAN_STAGE=true\nFROM a AS z\nFROM x AS c\n" + from + "COPY --from=z /a /b\nCOPY --from=c /a /b\n"},
		{"number of a stage", "FROM a AS b\n" + from + "COPY --from=b /a /c\n", "FROM a AS b\n" + from + "COPY --from=0 /a /c\n"},
		{"no name", "FROM a AS b\n" + from + "COPY --from=0 /a /c\n", "FROM a\n" + from + "COPY --from=0 /a /c\n"},
		{"tag and registry", "FROM debian\n", "FROM docker.io/library/debian:latest\n"},
		{"platform of the target", from, "FROM --platform=$TARGETPLATFORM debian:12\n"},
		{"continuation", from + "ENV A=a B=b\nCOPY a b /c/\n", from + "ENV A=a \\\n    B=b\nCOPY a \\\n\n b \\\n # comment\n  /c/\n"},
		{"legacy format", from + "ENV A b c\n", from + "ENV A=\"b c\"\n"},
		{"one ENV or several", from + "ENV A=a B=b\n", from + "ENV A=a\nENV B=b\n"},
		{"order of labels", from + "LABEL a=a b=b\n", from + "LABEL b=b\nLABEL a=a\n"},
		{"order of mounts", from + "RUN --mount=type=cache,target=/a --mount=type=cache,target=/b x\n", from + "RUN --mount=type=cache,target=/b --mount=type=cache,target=/a x\n"},
		{"protocol in upper case", from + "EXPOSE 80/TCP\n", from + "EXPOSE 80\n"},
		{"CMD that another replaces", from + "CMD a\nCMD b\n", from + "CMD b\n"},
		{"absolute WORKDIR", from + "WORKDIR /a\nWORKDIR b\n", from + "WORKDIR /a\nWORKDIR /a/b\n"},
		{"layout of JSON", from + "CMD [\"a\",\"b\"]\n", from + "CMD [ \"a\", \"b\" ]\n"},
		{"line endings", from + "RUN a && \\\n  b\nCMD c\n", "FROM debian:12\r\nRUN a && \\\r\n  b\r\nCMD c\r\n"},
		{"byte order mark", from, "\ufeff" + from},
		{"no final newline", from, "FROM debian:12"},
		{"escape character", from + "RUN a \\\n  b\n", "# escape=`\n" + from + "RUN a `\n  b\n"},
		{"checks", "# check=skip=all\n" + from, from},
		{"checks as errors", "# check=error=true\nFROM a as b\n", "FROM a AS b\n"},
		{"checks of an instruction", from + "RUN a\n", from + "# check=skip=JSONArgsRecommended\nRUN a\n"},
		{"layout of directives", "# syntax=docker/dockerfile:1\n" + from, "#syntax = docker/dockerfile:1\n" + from},
		{"SOURCE_DATE_EPOCH in a variable", "ARG SOURCE_DATE_EPOCH=\n" + from, from},
	} {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff(strings.Split(describe(t, row.before), "\n"), strings.Split(describe(t, row.after), "\n")); diff != "" {
				t.Errorf("(-before +after):\n%s", diff)
			}
			if digest(t, row.before) != digest(t, row.after) {
				t.Error("different digests")
			}
		})
	}
}
