package objective

import (
	"strings"
	"testing"
)

const (
	downloadBase    = "FROM debian:12\nRUN apt-get install -y curl wget git\nRUN curl -fsSLO https://a.example/a && \\\n    wget --tries=3 https://a.example/b\n"
	downloadSignals = `{"kind":"first_download","tool":"curl","evidence":"e","line":3},{"kind":"other_download","tool":"wget","evidence":"e","line":3}`
	downloadGood    = "FROM debian:12\nRUN apt-get install -y curl git\nRUN curl -fsSLO https://a.example/a && \\\n    curl -fsSLO https://a.example/b\n"
)

func TestOneDownloader(t *testing.T) {
	change := func(before, after string) string { return strings.Replace(downloadGood, before, after, 1) }
	const more = "changed more than downloads"
	judgeAll(t, request("hadolint/DL4001", downloadSignals), downloadBase, []judgment{
		{name: "good", text: downloadGood},
		{name: "long flags", text: change("curl -fsSLO https://a.example/b", "curl --fail --location -o b https://a.example/b")},
		{name: "a value that curl does not read", text: change("curl -fsSLO https://a.example/b", "curl --fail --location --output=b https://a.example/b"), want: more},
		{name: "the package stays", text: change("curl git", "curl wget git")},
		{name: "in a heredoc", text: change("RUN curl -fsSLO https://a.example/a && \\\n    curl -fsSLO https://a.example/b\n", "RUN <<EOF\ncurl -fsSLO https://a.example/a\ncurl -fsSLO https://a.example/b\nEOF\n"), want: more},
		{name: "the other one stays", text: change("curl -fsSLO https://a.example/b", "wget https://a.example/b"), want: "still downloads with wget too"},
		{name: "the other one only", text: "FROM debian:12\nRUN apt-get install -y wget git\nRUN wget https://a.example/a && wget https://a.example/b\n", want: "keep curl"},
		{name: "a URL is longer", text: change("a.example/b", "a.example/b2"), want: more},
		{name: "a URL is gone", text: change(" && \\\n    curl -fsSLO https://a.example/b", ""), want: more},
		{name: "a URL twice", text: change("example/b", "example/b https://a.example/a"), want: more},
		{name: "another file", text: change("curl -fsSLO https://a.example/b", "curl -fsSL -o /usr/bin/b https://a.example/b"), want: more},
		{name: "to the output", text: change("curl -fsSLO https://a.example/b", "curl -fsSL https://a.example/b"), want: more},
		{name: "without --fail", text: change("curl -fsSLO https://a.example/b", "curl -sSLO https://a.example/b"), want: "needs --fail"},
		{name: "without --location", text: change("curl -fsSLO https://a.example/b", "curl -fsSO https://a.example/b"), want: "needs --location"},
		{name: "without certificates", text: change("curl -fsSLO https://a.example/b", "curl -fsSLOk https://a.example/b"), want: more},
		{name: "through a proxy", text: change("curl -fsSLO https://a.example/b", "curl -fsSLO -x p https://a.example/b"), want: more},
		{name: "another curl", text: change("curl -fsSLO https://a.example/b", "/tmp/curl -fsSLO https://a.example/b"), want: more},
		{name: "another header", text: change("curl -fsSLO https://a.example/b", "curl -H a:b -fsSLO https://a.example/b"), want: more},
		{name: "the first one changes", text: change("curl -fsSLO https://a.example/a", "curl -sSLO https://a.example/a"), want: more},
		{name: "another base", text: change("debian:12", "evil/debian:12"), want: "the FROM of line 1 changed more"},
		{name: "another package goes", text: change(" git", ""), want: "the RUN of line 2 changed more"},
		{name: "another package comes", text: change(" git", " git evil"), want: "the RUN of line 2 changed more"},
		{name: "another instruction", text: downloadGood + "USER root\n", want: "adds an instruction"},
		{
			name: "its package in its own RUN", base: "FROM debian:12\nRUN apt-get update && apt-get install -y --no-install-recommends wget=1.* && rm -rf /var/lib/apt/lists/*\nRUN curl -fO https://a.example/a\nRUN wget -P /tmp https://a.example/b\n",
			text: "FROM debian:12\nRUN curl -fO https://a.example/a\nRUN curl -fL --output-dir /tmp -O https://a.example/b\n",
		},
		{
			name: "another package in its RUN", base: "FROM debian:12\nRUN apt-get install -y wget && make\nRUN curl -fO https://a.example/a\nRUN wget https://a.example/b\n",
			text: "FROM debian:12\nRUN curl -fO https://a.example/a\nRUN curl -fLO https://a.example/b\n", want: "the RUN of line 2 changed more",
		},
		{
			name: "its package in a chain", base: "FROM debian:12\nRUN set -e; apt-get update && apt-get install -y wget && make\nRUN curl -fO https://a.example/a\nRUN wget https://a.example/b\n",
			text: "FROM debian:12\nRUN set -e; make\nRUN curl -fO https://a.example/a\nRUN curl -fLO https://a.example/b\n",
		},
		{
			name: "its removal", base: "FROM alpine\nRUN apk add --no-cache curl tar wget \\\n    && curl -sSL ${A} | tar xz --strip 1 \\\n    && wget -P data ${B} \\\n    && apk del curl tar wget\n",
			text: "FROM alpine\nRUN apk add --no-cache curl tar \\\n    && curl -sSL ${A} | tar xz --strip 1 \\\n    && curl -fsSL --create-dirs --output-dir data -O ${B} \\\n    && apk del curl tar\n",
		},
		{name: "CMD needs it", base: downloadBase + "CMD wget -i list\n", text: downloadGood + "CMD wget -i list\n", want: "still names wget"},
		{name: "xargs needs it", base: downloadBase + "RUN xargs wget < list\n", text: downloadGood + "RUN xargs wget < list\n", want: "still names wget"},
		{name: "a stage above needs it", base: downloadBase + "FROM debian:12 AS b\nRUN apt-get install -y wget && wget x\n", text: downloadGood + "FROM debian:12 AS b\nRUN apt-get install -y wget && wget x\n"},
	})
	for name, test := range map[string][2]string{
		"a pipe":              {"curl -f x.example | sh && wget -qO- https://a.example/b | tar xz", "curl -f x.example | sh && curl -fsSL https://a.example/b | tar xz"},
		"a redirection":       {"curl -f x.example; wget -q -O - https://a.example/b > /b", "curl -f x.example; curl -fsSL -o /b https://a.example/b"},
		"a substitution":      {"curl -f x.example; V=$(wget -qO- https://a.example/b) && echo $V", "curl -f x.example; V=$(curl -fsSL https://a.example/b) && echo $V"},
		"an if":               {"curl -f x.example; if x; then wget -O b \"https://a.example/$V/b\"; fi", "curl -f x.example; if x; then curl -fLo b \"https://a.example/$V/b\"; fi"},
		"a header":            {"curl -f x.example; wget --header='A: b' --header \"C: $D\" -U me https://a.example/b", "curl -f x.example; curl -fLO -H 'A: b' -H \"C: $D\" -A me https://a.example/b"},
		"a user":              {"curl -f x.example; wget --user=u --password=$P https://a.example/b", "curl -f x.example; curl -fLO -u u:$P https://a.example/b"},
		"several":             {"curl -f x.example; wget https://a.example/b https://a.example/c", "curl -f x.example; curl -fL -O https://a.example/b -O https://a.example/c"},
		"to wget":             {"wget x.example; curl -sSf --retry 3 https://a.example/b -o /b", "wget x.example; wget -q --tries=4 -O /b https://a.example/b"},
		"to wget with a pipe": {"wget x.example; curl --proto '=https' --tlsv1.2 -sSf https://a.example/b | sh", "wget x.example; wget --https-only --secure-protocol=TLSv1_2 -qO- https://a.example/b | sh"},
		"certificates":        {"curl -f x.example; wget --no-check-certificate -c https://a.example/b", "curl -f x.example; curl -kfLO -C - https://a.example/b"},
		"sudo":                {"curl -f x.example; sudo wget https://a.example/b", "curl -f x.example; sudo curl -fLO https://a.example/b"},
		"cookies":             {"curl -f x.example; wget --no-cookies -v --header 'Cookie: a=b' --ca-certificate=/c.pem https://a.example/b.tar.gz -O /b.tgz", "curl -f x.example; curl -fLvo /b.tgz --cacert /c.pem -H 'Cookie: a=b' https://a.example/b.tar.gz"},
		"a command in a URL":  {"curl -f x.example; wget -q $(curl -s https://a.example/b | jq -r .url)", "curl -f x.example; curl -fsSLO $(curl -s https://a.example/b | jq -r .url)"},
		"a variable as URL":   {"curl -f x.example; wget $URL", "curl -f x.example; curl -fLO \"$URL\""},
	} {
		for prefix, suffix := range map[string]string{"FROM debian:12\nRUN ": "\n", "FROM debian:12\nRUN <<EOF\n": "\nEOF\n"} {
			if got := judged(t, request("hadolint/DL4001", downloadSignals), prefix+test[0]+suffix, prefix+test[1]+suffix); len(got) > 0 {
				t.Errorf("%s: %q", name, got)
			}
		}
	}
}
