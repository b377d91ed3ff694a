package dockerfile_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// handed returns the data of the fixes of a rule for src, which is the same for
// all findings.
func handed(t *testing.T, rule, src string) string {
	t.Helper()
	a := find(t, src, surroundings{}, rule)
	if _, err := artifact.Marshal(a); err != nil {
		t.Fatal(err)
	}
	var data []byte
	for _, f := range a.Fixes {
		if f.Rule != rule {
			continue
		}
		if f.Resolver == nil {
			continue
		}
		if data != nil {
			t.Fatalf("more than one fix of %s", rule)
		}
		data = f.Resolver.Data
	}
	var out bytes.Buffer
	if err := json.Indent(&out, data, "", " "); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestDataOfDownloads(t *testing.T) {
	got := handed(t, "hadolint/DL4001", `FROM debian:12
RUN curl -fsSLO https://example.com/a && wget -q https://example.com/b
RUN wget --mirror https://example.com/c
FROM debian:12
RUN wget https://example.com/d
RUN curl -X POST https://example.com/e
`)
	want := `{
 "rule": "hadolint/DL4001",
 "stage": 0,
 "signals": [
  {
   "kind": "first_download",
   "tool": "curl",
   "evidence": "RUN curl -fsSLO https://example.com/a && wget -q https://example.com/b",
   "line": 2
  },
  {
   "kind": "other_download",
   "tool": "wget",
   "evidence": "RUN wget --mirror https://example.com/c",
   "line": 3
  },
  {
   "kind": "first_download",
   "tool": "wget",
   "evidence": "RUN wget https://example.com/d",
   "line": 5
  },
  {
   "kind": "other_download",
   "tool": "curl",
   "evidence": "RUN curl -X POST https://example.com/e",
   "line": 6
  }
 ],
 "final_stage": {
  "index": 1,
  "line": 4,
  "base": "debian:12"
 }
}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDataOfHealthcheck(t *testing.T) {
	got := handed(t, "hadolint/DL3057", `FROM debian:12 AS base
RUN apt-get update && apt-get install -y curl nginx
FROM base
RUN curl -fsSL https://example.com/a | sh; wget https://example.com/b
EXPOSE 8080
ENTRYPOINT ["nginx"]
CMD ["-g", "daemon off;"]
`)
	want := `{
 "rule": "hadolint/DL3057",
 "stage": 1,
 "signals": [
  {
   "kind": "http_client",
   "tool": "curl",
   "evidence": "RUN apt-get update && apt-get install -y curl nginx",
   "line": 2
  },
  {
   "kind": "http_client",
   "tool": "wget",
   "evidence": "RUN curl -fsSL https://example.com/a | sh; wget https://example.com/b",
   "line": 4
  },
  {
   "kind": "port",
   "evidence": "EXPOSE 8080",
   "line": 5
  },
  {
   "kind": "entrypoint",
   "evidence": "ENTRYPOINT [\"nginx\"]",
   "line": 6
  },
  {
   "kind": "cmd",
   "evidence": "CMD [\"-g\", \"daemon off;\"]",
   "line": 7
  }
 ],
 "final_stage": {
  "index": 1,
  "line": 3,
  "base": "base",
  "base_image": "debian:12",
  "ports": [
   "8080"
  ],
  "entrypoint": {
   "form": "exec",
   "words": [
    "nginx"
   ],
   "line": 6
  },
  "cmd": {
   "form": "exec",
   "words": [
    "-g",
    "daemon off;"
   ],
   "line": 7
  }
 }
}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The data has the names of secrets and the commands that use them, but no
// value.
func TestDataOfSecretsHasNoValues(t *testing.T) {
	got := handed(t, "hadolint/DL3064", `ARG NPM_TOKEN=hush
FROM node:24 AS a
ARG NPM_TOKEN
ENV DB_PASSWORD=hunter2 PORT=80
RUN npm config set token ${NPM_TOKEN} && echo $NPM_TOKEN
RUN <<EOF
echo "$DB_PASSWORD"
EOF
RUN make
`)
	want := `{
 "rule": "hadolint/DL3064",
 "stage": 0,
 "signals": [
  {
   "kind": "secret",
   "name": "NPM_TOKEN",
   "evidence": "ARG NPM_TOKEN",
   "line": 1
  },
  {
   "kind": "secret",
   "name": "NPM_TOKEN",
   "evidence": "ARG NPM_TOKEN",
   "line": 3
  },
  {
   "kind": "secret",
   "name": "DB_PASSWORD",
   "evidence": "ENV DB_PASSWORD",
   "line": 4
  },
  {
   "kind": "secret_use",
   "name": "NPM_TOKEN",
   "evidence": "RUN npm config set token ${NPM_TOKEN} && echo $NPM_TOKEN",
   "line": 5
  },
  {
   "kind": "secret_use",
   "name": "DB_PASSWORD",
   "evidence": "RUN <<EOF",
   "line": 6
  }
 ],
 "final_stage": {
  "index": 0,
  "name": "a",
  "line": 2,
  "base": "node:24",
  "env": [
   "DB_PASSWORD",
   "PORT"
  ]
 }
}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if strings.Contains(got, "hush") || strings.Contains(got, "hunter2") {
		t.Error("the data has a value")
	}
}
