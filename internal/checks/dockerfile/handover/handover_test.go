package handover_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/handover"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

func read(src string) *lint.File {
	return lint.Read(checks.File{Path: "app/Dockerfile", Content: []byte(src)}, checks.Settings{})
}

const runtime = `ARG V=12
FROM --platform=linux/amd64 debian:$V AS base
ENV PATH=/app:$PATH "TOKEN"=hush
LABEL a.b=c
WORKDIR /srv
EXPOSE 8080 9090/udp
SHELL ["/bin/bash", "-c"]
CMD ["base"]
ENTRYPOINT ["/entry"]

FROM base AS final
ENV PATH=/other HOME=/home/x
EXPOSE 8080
WORKDIR app
CMD run \
  # quickly
  --fast
USER app:app
VOLUME /data
ONBUILD RUN make
STOPSIGNAL SIGINT
HEALTHCHECK --interval=5s CMD curl -f localhost
`

// The exact bytes of the data.
func TestFix(t *testing.T) {
	f := read(runtime)
	fix := handover.Fix("Do it", f.Path, handover.Request{
		Rule: "dockerfile/x", Stage: 1, Score: 3, FinalStage: handover.Final(f),
		Signals: []handover.Signal{
			handover.SignalOf("cmd", f.Stages[1].Instructions[3]),
			{Kind: "package_install", Manager: "apt-get", Packages: []string{"gcc"}, Evidence: "RUN ...", Line: 7},
		},
	})
	if fix.Safety != fixedits.SafetyUnsafe || fix.Edits != nil || fix.Resolver.ID != "ai-autofix" || fix.Resolver.Path != "app/Dockerfile" {
		t.Errorf("%+v", fix)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, fix.Resolver.Data, "", " "); err != nil {
		t.Fatal(err)
	}
	want := `{
 "rule": "dockerfile/x",
 "stage": 1,
 "score": 3,
 "signals": [
  {
   "kind": "cmd",
   "evidence": "CMD run --fast",
   "line": 15
  },
  {
   "kind": "package_install",
   "manager": "apt-get",
   "packages": [
    "gcc"
   ],
   "evidence": "RUN ...",
   "line": 7
  }
 ],
 "final_stage": {
  "index": 1,
  "name": "final",
  "line": 11,
  "base": "base",
  "base_image": "debian:$V",
  "shell": [
   "/bin/bash",
   "-c"
  ],
  "ports": [
   "8080",
   "9090/udp"
  ],
  "entrypoint": {
   "form": "exec",
   "words": [
    "/entry"
   ],
   "line": 9
  },
  "cmd": {
   "form": "shell",
   "words": [
    "run   --fast"
   ],
   "line": 15
  },
  "healthcheck": {
   "form": "shell",
   "words": [
    "curl -f localhost"
   ],
   "line": 22
  },
  "stop_signal": "SIGINT",
  "user": "app:app",
  "workdir": "/srv/app",
  "volumes": [
   "/data"
  ],
  "env": [
   "PATH",
   "TOKEN",
   "HOME"
  ],
  "labels": [
   "a.b"
  ],
  "on_build": [
   "RUN make"
  ]
 }
}`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSummary(t *testing.T) {
	tests := []struct {
		name, src string
		want      handover.Stage
	}{
		{"nothing but FROM", "FROM scratch", handover.Stage{Line: 1, Base: "scratch"}},
		{"FROM without an image", "FROM", handover.Stage{Line: 1}},
		{
			"a CMD of the base that ENTRYPOINT takes away", "FROM x AS a\nCMD one\nFROM a\nENTRYPOINT [\"two\"]",
			handover.Stage{Index: 1, Line: 3, Base: "a", BaseImage: "x", Entrypoint: &handover.Command{Form: "exec", Words: []string{"two"}, Line: 4}},
		},
		{
			"HEALTHCHECK NONE", "FROM x\nHEALTHCHECK CMD a\nHEALTHCHECK NONE",
			handover.Stage{Line: 1, Base: "x", Healthcheck: &handover.Command{Form: "shell", Words: []string{}, Line: 3}},
		},
		{"a platform", "FROM --platform=$BUILDPLATFORM x AS b", handover.Stage{Line: 1, Base: "x", Name: "b", Platform: "$BUILDPLATFORM"}},
		{"folders of Windows", "# escape=`\nFROM x\nWORKDIR C:\\a\nWORKDIR b", handover.Stage{Line: 2, Base: "x", Workdir: "b"}},
		{"a folder after a variable", "FROM x\nWORKDIR /a\nWORKDIR $HOME", handover.Stage{Line: 1, Base: "x", Workdir: "$HOME"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, handover.Final(read(test.src))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestEvidenceIsShort(t *testing.T) {
	for _, text := range []string{strings.Repeat("x", 1000), strings.Repeat("é", 500), strings.Repeat("a\xff\x80", 500), strings.Repeat(" \\\n x", 100_000)} {
		f := read("FROM x\nRUN " + text)
		fix := handover.Fix("", "", handover.Request{Signals: []handover.Signal{handover.SignalOf("run", f.Stages[0].Instructions[0])}})
		var request handover.Request
		if err := json.Unmarshal(fix.Resolver.Data, &request); err != nil {
			t.Fatal(err)
		}
		got := request.Signals[0].Evidence
		if len(got) > 303 || !strings.HasSuffix(got, "...") || !json.Valid([]byte(`"`+got+`"`)) {
			t.Errorf("%d bytes: %q", len(got), got)
		}
	}
}

func TestFixHasNoSecrets(t *testing.T) {
	const token = "ghp_0123456789abcdefABCDEF0123456789abcd"
	f := read("FROM debian:12\nRUN curl -H 'Authorization: token " + token + "' https://example.com " + strings.Repeat("x", 400) + " " + token + "\n" +
		"RUN DB_PASSWORD=hunter2hunter2 make\nENTRYPOINT [\"app\", \"--token=" + token + "\"]\nONBUILD RUN echo " + token + "\n")
	stage := f.Stages[0]
	fix := handover.Fix("Do it", f.Path, handover.Request{
		Rule: "dockerfile/x", FinalStage: handover.Final(f),
		Signals: []handover.Signal{
			handover.SignalOf("run", stage.Instructions[0]), handover.SignalOf("run", stage.Instructions[1]),
			{Kind: "package_install", Packages: []string{"git+https://u:" + token + "@example.com/x"}},
		},
	})
	for _, secret := range []string{token, token[4:24], "hunter2"} {
		if bytes.Contains(fix.Resolver.Data, []byte(secret)) {
			t.Errorf("the data has %s:\n%s", secret, fix.Resolver.Data)
		}
	}
	for _, kept := range []string{"https://example.com", "make", "--token="} {
		if !bytes.Contains(fix.Resolver.Data, []byte(kept)) {
			t.Errorf("the data lacks %s:\n%s", kept, fix.Resolver.Data)
		}
	}
}
