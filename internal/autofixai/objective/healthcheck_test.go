package objective

import (
	"strings"
	"testing"
)

func TestHealthcheck(t *testing.T) {
	check := func(line string) string { return with("CMD", line+"\nCMD") }
	const notOne = "not one call of a program"
	judgeAll(t, request("hadolint/DL3057", ""), server, []judgment{
		{name: "good", text: check("HEALTHCHECK CMD curl -f http://localhost:8080/ || exit 1")},
		{name: "with flags, on lines", text: check("HEALTHCHECK --interval=5s --retries=3 --start-period=0s \\\n  # every\n  CMD curl -f http://localhost:8080 \\\n  || exit 1")},
		{name: "lower case with a comment", text: check("# Is it up?\n  healthcheck cmd curl -fo /dev/null localhost:8080")},
		{name: "exec form", text: check("HEALTHCHECK CMD [\"curl\", \"-f\", \"http://127.0.0.1:8080/\"]")},
		{name: "exec form with a shell", text: check("HEALTHCHECK CMD [\"/bin/sh\", \"-c\", \"curl -fsS http://[::1]:8080/ > /dev/null 2>&1 || exit 1\"]")},
		{name: "at the end of a file without a newline", base: "FROM nginx\nCMD [\"a\"]", text: "FROM nginx\nCMD [\"a\"]\nHEALTHCHECK CMD curl localhost"},
		{name: "the port of a variable", base: "FROM nginx\nENV PORT=3000\nEXPOSE $PORT\n", text: "FROM nginx\nENV PORT=3000\nEXPOSE $PORT\nHEALTHCHECK CMD curl -f localhost:3000\n"},
		{name: "the program of a stage below", base: "FROM debian AS a\nRUN apt-get install -y curl\nEXPOSE 80-90/tcp\nFROM a\n", text: "FROM debian AS a\nRUN apt-get install -y curl\nEXPOSE 80-90/tcp\nFROM a\nHEALTHCHECK CMD curl -f localhost:85\n"},
		{name: "the program of a builder", base: "FROM debian AS a\nRUN apt-get install -y curl\nFROM debian\nEXPOSE 80\n", text: "FROM debian AS a\nRUN apt-get install -y curl\nFROM debian\nEXPOSE 80\nHEALTHCHECK CMD curl -f localhost\n", want: "shows that curl is in the image"},
		{name: "a program that goes", base: "FROM debian\nRUN apt-get install -y curl && apt-get purge -y curl\nEXPOSE 80\n", text: "FROM debian\nRUN apt-get install -y curl && apt-get purge -y curl\nEXPOSE 80\nHEALTHCHECK CMD curl -f localhost\n", want: "shows that curl is in the image"},
		{name: "a program in a comment", base: "FROM debian\n# curl is in the image\nLABEL a=\"RUN curl x\"\nRUN echo 'curl x' # curl\nEXPOSE 80\n", text: "FROM debian\n# curl is in the image\nLABEL a=\"RUN curl x\"\nRUN echo 'curl x' # curl\nEXPOSE 80\nHEALTHCHECK CMD curl -f localhost\n", want: "shows that curl is in the image"},
		{name: "a port in a variable", text: check("HEALTHCHECK CMD curl -f http://localhost:${PORT:-8080}/"), want: notOne},
		{name: "a program of the image", text: check("HEALTHCHECK CMD [\"/usr/bin/serve\", \"-check\"]"), want: "/usr/bin/serve is not accepted"},
		{name: "curl of another folder", text: check("HEALTHCHECK CMD /tmp/curl localhost:8080"), want: "/tmp/curl is not accepted"},
		{name: "curl of this folder", text: check("HEALTHCHECK CMD ./curl localhost:8080"), want: "./curl is not accepted"},
		{name: "curl of the system", text: check("HEALTHCHECK CMD /usr/bin/curl localhost:8080")},
		{name: "a socket of bash", text: check("HEALTHCHECK CMD [\"bash\", \"-c\", \"</dev/tcp/localhost/8080\"]"), want: "the program bash is not accepted"},
		{name: "the request of nc", text: check("HEALTHCHECK CMD printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc localhost 8080"), want: notOne},
		{name: "success in any case", text: check("HEALTHCHECK CMD curl -f localhost:8080 || exit 0"), want: notOne},
		{name: "true in any case", text: check("HEALTHCHECK CMD curl -f localhost:8080 || true"), want: notOne},
		{name: "in the background", text: check("HEALTHCHECK CMD curl -f localhost:8080 &"), want: notOne},
		{name: "in the background, as bash reads it not", text: check("HEALTHCHECK CMD curl -f localhost:8080 &> /dev/null"), want: notOne},
		{name: "not", text: check("HEALTHCHECK CMD ! curl -f localhost:8080"), want: notOne},
		{name: "another output", text: check("HEALTHCHECK CMD curl -f localhost:8080 > /etc/x"), want: notOne},
		{name: "another output of curl", text: check("HEALTHCHECK CMD curl -fo /etc/x localhost:8080"), want: "the output /etc/x is a file"},
		{name: "an input", text: check("HEALTHCHECK CMD curl -f localhost:8080 < /etc/x"), want: notOne},
		{name: "a variable of the command", text: check("HEALTHCHECK CMD http_proxy=x curl -f localhost:8080"), want: notOne},
		{name: "a prefix", text: check("HEALTHCHECK CMD timeout 5 curl -f localhost:8080"), want: "the program timeout"},
		{name: "two commands", text: check("HEALTHCHECK CMD curl -f localhost:8080; curl -f localhost:8080"), want: notOne},
		{name: "two addresses", text: check("HEALTHCHECK CMD curl -f localhost:8080 localhost:8080"), want: "there are 2 arguments"},
		{name: "no address", text: check("HEALTHCHECK CMD curl -f"), want: "there are 0 arguments"},
		{name: "wget with a file", base: "FROM alpine\nEXPOSE 80\n", text: "FROM alpine\nEXPOSE 80\nHEALTHCHECK CMD wget -q localhost\n", want: "the flag --spider or -O or --output-document is missing"},
		{name: "node without a program", base: "FROM node\nEXPOSE 80\n", text: "FROM node\nEXPOSE 80\nHEALTHCHECK CMD node\n", want: "the flag -e or --eval is missing"},
		{name: "a flag without its value", text: check("HEALTHCHECK CMD curl localhost:8080 -m"), want: "-m has no value"},
		{name: "a file of flags", text: check("HEALTHCHECK CMD curl -K /x localhost:8080"), want: "-K is not accepted"},
		{name: "data", text: check("HEALTHCHECK CMD curl -fd @/etc/passwd localhost:8080"), want: "-fd is not accepted"},
		{name: "a proxy", text: check("HEALTHCHECK CMD curl -fx evil.example localhost:8080"), want: "-fx is not accepted"},
		{name: "another port", text: check("HEALTHCHECK CMD curl -f localhost:9090"), want: "the port 9090 is not one"},
		{name: "the default port", text: check("HEALTHCHECK CMD curl -f localhost"), want: "the port 80 is not one"},
		{name: "the default port of https", text: check("HEALTHCHECK CMD curl -fk https://localhost"), want: "the port 443 is not one"},
		{name: "a port of UDP", base: "FROM nginx\nEXPOSE 53/udp\n", text: "FROM nginx\nEXPOSE 53/udp\nHEALTHCHECK CMD curl -f localhost:53\n", want: "the port 53 is not one"},
		{name: "PowerShell", base: "FROM nginx\nSHELL [\"pwsh\", \"-c\"]\n", text: "FROM nginx\nSHELL [\"pwsh\", \"-c\"]\nHEALTHCHECK CMD curl -f localhost\n", want: "use the exec form"},
		{name: "an interval of a year", text: check("HEALTHCHECK --interval=8760h CMD curl -f localhost:8080"), want: "not a duration from 1s to 1h0m0s"},
		{name: "an interval of nothing", text: check("HEALTHCHECK --interval=1ms CMD curl -f localhost:8080"), want: "not a duration"},
		{name: "an interval of a day", text: check("HEALTHCHECK --interval=24h CMD curl -f localhost:8080"), want: "not a duration from 1s to 1h0m0s"},
		{name: "a timeout of an hour", text: check("HEALTHCHECK --timeout=1h CMD curl -f localhost:8080"), want: "not a duration from 1s to 10m0s"},
		{name: "many retries", text: check("HEALTHCHECK --retries=100 CMD curl -f localhost:8080"), want: "from 1 to 20"},
		{name: "redirects", text: check("HEALTHCHECK CMD curl -fL localhost:8080"), want: "-fL is not accepted"},
		{name: "no interval", text: check("HEALTHCHECK --interval=0s CMD curl -f localhost:8080"), want: "not a duration"},
		{name: "no retries", text: check("HEALTHCHECK --retries=0 CMD curl -f localhost:8080"), want: "from 1 to 20"},
		{name: "NONE", text: check("HEALTHCHECK NONE"), want: "has no HEALTHCHECK with CMD"},
		{name: "in a comment", text: check("# HEALTHCHECK CMD x"), want: "adds no HEALTHCHECK"},
		{name: "in a heredoc", text: check("COPY <<E /x\nHEALTHCHECK CMD x\nE"), want: "another instruction"},
		{name: "in ONBUILD", text: check("ONBUILD HEALTHCHECK CMD x"), want: "another instruction"},
		{name: "two", text: check("HEALTHCHECK CMD a\nHEALTHCHECK CMD b"), want: "adds 2 HEALTHCHECKs"},
		{name: "of another stage", base: "FROM a AS b\nFROM c\nCOPY --from=b /x /x\n", text: "FROM a AS b\nHEALTHCHECK CMD x\nFROM c\nCOPY --from=b /x /x\n", want: "not in the final stage"},
		{name: "and a RUN", text: check("RUN true\nHEALTHCHECK CMD curl localhost"), want: "another instruction"},
		{name: "and another comment goes", base: "FROM x\n# keep\nCMD [\"a\"]\n", text: "FROM x\nHEALTHCHECK CMD y\nCMD [\"a\"]\n", want: "deletes or changes lines"},
		{name: "and another comment moves", base: "FROM nginx\n# hadolint ignore=DL3008\nRUN a\nRUN b\n", text: "FROM nginx\nRUN a\n# hadolint ignore=DL3008\nRUN b\nHEALTHCHECK CMD curl localhost\n", want: "deletes or changes lines"},
		{name: "and another layout", text: strings.Replace(check("HEALTHCHECK CMD curl localhost:8080"), "EXPOSE 8080", "EXPOSE  8080", 1), want: "deletes or changes lines"},
		{name: "and a comment in between", base: "FROM nginx\n# hadolint ignore=DL3025\nCMD a\n", text: "FROM nginx\n# hadolint ignore=DL3025\nHEALTHCHECK CMD curl localhost\nCMD a\n", want: "the comment of line 2 changed, moved"},
		{name: "and another CMD", text: strings.Replace(check("HEALTHCHECK CMD curl localhost"), "serve", "server", 1), want: "another instruction"},
		{name: "and an instruction goes", text: strings.Replace(check("HEALTHCHECK CMD curl localhost"), "ENV V=$VERSION\n", "", 1), want: "another instruction"},
		{name: "a new package", text: check("HEALTHCHECK CMD apt-get install -y wget2 && wget localhost"), want: notOne},
		{name: "a value that curl does not read", text: check("HEALTHCHECK CMD curl -f --max-time=3 http://localhost:8080/"), want: "the flag --max-time=3 is not accepted"},
		{name: "a path", text: check("HEALTHCHECK CMD curl -f http://localhost:8080/health"), want: "the path /health is a guess"},
		{name: "a path over lines", text: check("HEALTHCHECK CMD curl -f http://localhost:8080/\\\nhealth"), want: "the path /health is a guess"},
		{name: "a query", text: check("HEALTHCHECK CMD curl 'http://localhost:8080/?a=b'"), want: "the path /?a=b is a guess"},
		{name: "a path in a variable", text: check("HEALTHCHECK CMD curl http://localhost:8080/$V"), want: notOne},
		{name: "a host", text: check("HEALTHCHECK CMD curl https://evil.example/"), want: "not one of localhost"},
		{name: "a host that begins like it", text: check("HEALTHCHECK CMD curl http://localhost.evil.example:8080/"), want: "not one of localhost"},
		{name: "a user that looks like it", text: check("HEALTHCHECK CMD curl http://localhost:8080@evil.example/"), want: "not one of localhost"},
	})
	for program, install := range map[string]string{
		"wget -q --spider http://localhost:8080/ || exit 1": "RUN apk add wget", "wget -nv -t1 -qO- localhost:8080": "RUN wget x",
		"wget --no-verbose --tries=1 --spider http://localhost:8080/ || exit 1": "RUN apt-get install wget", "nc -zv -w 3 localhost 8080": "RUN apt-get install -y netcat-openbsd",
		"pg_isready -U app -p 8080 -d app": "RUN apt-get install -y postgresql-client", "redis-cli -h localhost -p 8080 ping": "RUN apk add redis", "mysqladmin ping -h localhost --silent": "RUN dnf install -y mysql-client",
		"curl --fail --silent --max-time 3 --output /dev/null http://localhost:8080/ || exit 1": "RUN apt-get install -y curl=8.*",
	} {
		base := "FROM debian:12\n" + install + "\nEXPOSE 8080\n"
		if got := judged(t, request("hadolint/DL3057", ""), base, base+"HEALTHCHECK CMD "+program+"\n"); len(got) > 0 {
			t.Errorf("%s: %q", program, got)
		}
	}
	for line, image := range map[string]string{
		`pg_isready -U postgres`: "postgres:17", `redis-cli ping`: "redis:8-alpine", `mariadb-admin ping -h 127.0.0.1 -u root`: "mariadb:11", `healthcheck.sh --connect --innodb_initialized`: "mariadb:11",
		`rabbitmq-diagnostics -q ping`: "rabbitmq:4", `mongosh --quiet --eval "db.adminCommand('ping')"`: "mongo:8", `wget -qO /dev/null http://127.0.0.1:80`: "caddy:2",
		`python -c "import urllib.request; urllib.request.urlopen('http://localhost:8000/', timeout=3)" || exit 1`:                        "python:3.14-slim",
		`["python3", "-c", "import socket; socket.create_connection(('localhost', 8000), timeout=2)"]`:                                    "python:3.14-slim",
		`node -e "fetch('http://localhost:8000/').then(r => process.exit(r.ok ? 0 : 1)).catch(() => process.exit(1))"`:                    "node:24-alpine",
		`node -e "require('http').get('http://localhost:8000', r=>process.exit(r.statusCode===200?0:1)).on('error',()=>process.exit(1))"`: "node:24-slim",
	} {
		base := "FROM " + image + "\nEXPOSE 8000\n"
		if got := judged(t, request("hadolint/DL3057", ""), base, base+"HEALTHCHECK CMD "+line+"\n"); len(got) > 0 {
			t.Errorf("%s: %q", line, got)
		}
	}
	for _, program := range []string{
		`import os; os.system('x')`, `import urllib.request; urllib.request.urlopen('http://evil.example/')`,
		`import urllib.request; urllib.request.urlopen('http://localhost:8000/'); import os`, `import urllib.request; urllib.request.urlopen('file:///etc/passwd')`,
		`import urllib.request; urllib.request.urlopen('http://localhost:8000/' + open('/etc/passwd').read())`, `import urllib.request; urllib.request.urlopen('localhost:8000')`,
	} {
		const base = "FROM python:3\nEXPOSE 8000\n"
		if got := judged(t, request("hadolint/DL3057", ""), base, base+"HEALTHCHECK CMD [\"python\", \"-c\", \""+program+"\"]\n"); len(got) != 1 {
			t.Errorf("%s: %q", program, got)
		}
	}
}
