package split

import (
	"strings"
	"testing"
)

// The build stage may leave out variables without an effect on its commands, and
// the last stage may have them before commands that they came after.
func TestUnreadVariables(t *testing.T) {
	const old = "FROM node:24\nVARIABLES\nWORKDIR /app\nCOPY . .\nRUN COMMAND\nCMD [\"/app/x\"]\n"
	const divided = "FROM node:24 AS build\nWORKDIR /app\nCOPY . .\nRUN COMMAND\n\nFROM node:24-slim\nVARIABLES\nWORKDIR /app\nCOPY --from=build /app/x /app/x\nCMD [\"/app/x\"]\n"
	for _, test := range []struct{ variables, command, refused string }{
		{"ENV PORT=8080", "npm run build", ""},
		{"ENV PORT 8080", "make", ""},
		{"ARG PORT", "make", ""},
		{"ARG PORT=80\nENV PORT=$PORT", "make", ""},
		{"ENV SERVER_PORT=8080 HOST=0.0.0.0 BIND=[::]:80 ASPNETCORE_URLS=http://+:80", "dotnet publish", ""},
		{"ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1", "pip install -r requirements.txt", ""},
		{"ENV FLASK_APP=app.py FLASK_RUN_HOST=0.0.0.0", "pip install -r requirements.txt", ""},
		{"ENV RAILS_LOG_TO_STDOUT=1 PORT=3000", "SECRET_KEY_BASE=1 ./bin/rails assets:precompile", ""},
		{"ENV PHX_SERVER=true PORT=4000", "mix release", ""},
		{"ENV RUST_LOG=info", "cargo build --release", ""},
		{"ENV RUST_LOG=info", "./gradlew build && ./node_modules/.bin/tsc", ""},
		{"ARG user=app\nARG uid=1000", "make\nRUN useradd -u $uid $user && mkdir /home/$user && chown $user:$user /home/$user", "the command useradd -u $uid $user: repeat ARG uid, ARG user"},
		{"ENV ENDPOINT=https://example.com", "go build -o x ./cmd/x", ""},
		{"ENV ENDPOINT=https://example.com", "go mod download && CGO_ENABLED=0 go build -ldflags \"-X main.v=$(git describe)\" -o x", ""},
		{"ENV ENDPOINT=https://example.com DATA_PATH=/data", "curl -O https://example.com/x.tgz && tar xf x.tgz && mv a x && chmod +x x && rm -r b", ""},
		{"LABEL a=PORT\nENV PORT=80", "make", ""},
		{"ENV DEBIAN_FRONTEND=noninteractive DEBIAN_PRIORITY=critical TERM=linux", "make && npm ci && ./install.sh", ""},
		{"ENV DEBCONF_NOWARNINGS=yes DEBCONF_NONINTERACTIVE_SEEN=true", "[\"make\"]", ""},
		{"ARG REVISION\nARG DATE=today\nLABEL revision=$REVISION date=\"${DATE}\"", "npm run build && ./gradlew build", ""},
		{"ARG RELEASE=v1", "/usr/sbin/locale-gen && a2enmod rewrite && /usr/sbin/a2dissite default", ""},
		{"ENV ENDPOINT=https://example.com", "localedef -i en_US -f UTF-8 en_US.UTF-8 && /bin/mv a x", ""},

		{"ENV NODE_ENV=production", "npm ci", "repeat ENV NODE_ENV"},
		{"ENV APACHE_CONFDIR=/srv/apache", "a2enmod rewrite", "repeat ENV APACHE_CONFDIR"},
		{"ENV PATH=/x:$PATH", "a2enmod rewrite", "repeat ENV PATH"},
		{"ARG RELEASE=v1", "a2enmod $RELEASE", "repeat ARG RELEASE"},
		{"ARG RELEASE=v1", "a2enmod $(./modules)", "repeat ARG RELEASE"},
		{"ARG RELEASE=v1", "/app/bin/mv a x", "repeat ARG RELEASE"},
		{"ARG RELEASE=v1", "/usr/local/bin/a2enmod rewrite", "repeat ARG RELEASE"},
		{"ARG RELEASE=v1", "/usr/bin/../../app/mv a x", "repeat ARG RELEASE"},
		{"ENV TERM=linux", "echo $TERM > x", "repeat ENV TERM"},
		{"ENV TERM=linux A=$TERM", "mv a $A", "repeat ENV A, ENV TERM"},
		{"ENV TERM=linux", "cat /proc/self/environ > x", "repeat ENV TERM"},
		{"ENV DEB_BUILD_OPTIONS=nocheck DEBIAN=x", "make", "repeat ENV DEBIAN, ENV DEB_BUILD_OPTIONS"},
		{"ARG REVISION\nLABEL revision=$REVISION", "make REVISION=$REVISION", "repeat ARG REVISION"},
		{"ARG REVISION\nLABEL revision=$REVISION", "./build.sh", "repeat ARG REVISION"},
		{"ARG REVISION\nENV V=$REVISION\nLABEL revision=$REVISION", "make", "repeat ARG REVISION, ENV V"},
		{"ARG CFLAGS\nLABEL flags=$CFLAGS", "make", "repeat ARG CFLAGS"},
		{"ARG REVISION\nLABEL note=REVISION", "make", "repeat ARG REVISION"},
		{"ENV LANG=C.UTF-8", "go build -o x", "repeat ENV LANG"},
		{"ENV GOFLAGS=-mod=readonly", "go build -o x", "repeat ENV GOFLAGS"},
		{"ENV GOPROXY=https://example.com CGO_ENABLED=0", "go mod download", "repeat ENV CGO_ENABLED, ENV GOPROXY"},
		{"ENV CFLAGS=-fstack-protector", "go build -o x", "repeat ENV CFLAGS"},
		{"ENV C_INCLUDE_PATH=/x", "go build -o x", "repeat ENV C_INCLUDE_PATH"},
		{"ENV PATH=/x:$PATH", "chmod +x x", "repeat ENV PATH"},
		{"ENV GIT_SSL_CAINFO=/x", "git clone https://example.com/x", "repeat ENV GIT_SSL_CAINFO"},
		{"ENV https_proxy=http://0.0.0.0:80", "curl -O https://example.com", "repeat ENV https_proxy"},
		{"ENV HTTP_PROXY=0.0.0.0", "npm ci", "repeat ENV HTTP_PROXY"},
		{"ENV LD_PRELOAD=/x.so", "mv a x", "repeat ENV LD_PRELOAD"},
		{"ENV BASH_ENV=/x IFS=x ENV=/x", "mv a x", "repeat ENV BASH_ENV, ENV ENV, ENV IFS"},
		{"ENV ENDPOINT=https://example.com", "go generate ./...", "repeat ENV ENDPOINT"},
		{"ENV ENDPOINT=https://example.com", "go run ./gen", "repeat ENV ENDPOINT"},
		{"ENV ENDPOINT=https://example.com", "go build -toolexec=/app/x -o x", "repeat ENV ENDPOINT"},
		{"ENV ENDPOINT=https://example.com", "go build -ldflags \"$(make flags)\" -o x", "repeat ENV ENDPOINT"},
		{"ENV ENDPOINT=https://example.com", "go build -ldflags \"-X main.e=$ENDPOINT\" -o x", "repeat ENV ENDPOINT"},
		{"ENV ENDPOINT=https://example.com", "go build -o x && make", "the command make: repeat ENV ENDPOINT"},
		{"ENV ENDPOINT=https://example.com", "sh -c 'go generate'", "repeat ENV ENDPOINT"},
		{"ENV ENDPOINT=https://example.com", "git submodule foreach make", "repeat ENV ENDPOINT"},
		{"ENV HOST=x86_64-linux-gnu", "make", "repeat ENV HOST"},
		{"ENV VERIFY_PORT=yes", "make", "repeat ENV VERIFY_PORT"},
		{"ENV PORT=80 URL=http://x:$PORT", "npm run build", "repeat ENV PORT, ENV URL"},
		{"ENV PORT=80 A=$PORT B=$A", "mv a $B", "repeat ENV A, ENV B, ENV PORT"},
		{"ENV PORT=80", "echo $PORT > port", "repeat ENV PORT"},
		{"ENV PORT=80", "node -e 'console.log(process.env.PORT)' > port", "repeat ENV PORT"},
		{"ENV PORT=80", "envsubst < a > x", "repeat ENV PORT"},
		{"ENV PORT=80", "env > x", "repeat ENV PORT"},
		{"ENV PORT=80", "cat /proc/self/environ > x", "repeat ENV PORT"},
		{"ENV PORT=80", "./configure.sh", "repeat ENV PORT"},
		{"ENV PORT=80", "bash build.sh", "repeat ENV PORT"},
		{"ENV PORT=80", "$X build", "repeat ENV PORT"},
		{"ENV PORT=80", "[\"/app/build\"]", "repeat ENV PORT"},
		{"ENV FLASK_APP=app.py", "flask assets build", "repeat ENV FLASK_APP"},
		{"ENV PYTHONPATH=/app", "pip install -r requirements.txt", "repeat ENV PYTHONPATH"},
		{"ARG user=app", "make USER_NAME=$user\nRUN useradd $user", "the command make USER_NAME=$user: repeat ARG user"},
		{"ARG USER=app", "make\nRUN useradd $USER", "the command make: repeat ARG USER"},
		{"ARG user=app\nENV HOME=/home/$user", "make\nRUN useradd $user", "repeat ARG user, ENV HOME"},
		{"ARG user=app\nUSER $user", "make", "the user is another one"},
	} {
		put := strings.NewReplacer("VARIABLES", test.variables, "COMMAND", test.command)
		got := refused(put.Replace(old), put.Replace(divided))
		if got == "" != (test.refused == "") || !strings.Contains(got, test.refused) {
			t.Errorf("%s before %s: refused: %q, want %q", test.variables, test.command, got, test.refused)
		}
		// The same variables, after the command in the file and before it now.
		late := strings.NewReplacer("VARIABLES\n", "", "CMD", "VARIABLES\nCMD").Replace(old)
		early := strings.NewReplacer("VARIABLES\n", "", "AS build\n", "AS build\nVARIABLES\n").Replace(divided)
		if got := refused(put.Replace(late), put.Replace(early)); got == "" != (test.refused == "") {
			t.Errorf("%s after %s: refused: %q, want %q", test.variables, test.command, got, test.refused)
		}
	}
}

// Variables with the names of users are needed where users are made.
func TestVariablesOfUsers(t *testing.T) {
	const old = "FROM php:8.3-fpm\nARG user=app\nARG uid=1000\nRUN docker-php-ext-install gd\nRUN useradd -u $uid $user && mkdir /home/$user && chown $user:$user /home/$user\nWORKDIR /srv\nUSER $user\n"
	const good = "FROM php:8.3-fpm AS build\nRUN docker-php-ext-install gd\n\n" +
		"FROM php:8.3-fpm\nARG user=app\nARG uid=1000\nCOPY --from=build /usr/local/lib/php /usr/local/lib/php\nRUN useradd -u $uid $user && mkdir /home/$user && chown $user:$user /home/$user\nWORKDIR /srv\nUSER $user\n"
	for _, test := range []struct{ before, old, new, want string }{
		{old, "", "", ""},
		{old, "ARG uid=1000\n", "", "repeat ARG uid"},
		{old, "user=app", "user=root", "did not have this ARG"},
		{strings.Replace(old, "install gd", "install gd && make $uid", 1), "install gd", "install gd && make $uid", "the command make $uid: repeat ARG uid"},
		{strings.Replace(old, "install gd", "install gd && echo $(make $uid)", 1), "install gd", "install gd && echo $(make $uid)", "repeat ARG uid"},
	} {
		got := refused(test.before, strings.Replace(good, test.old, test.new, 1))
		if got == "" != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: %q, want %q", test.new, test.old, got, test.want)
		}
	}
}
