package credentials_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/secrets/credentials"
)

// A § in a text stands for a secret. The values are put in here, so that secret
// scanners do not report this file.
var values = []string{"hunter" + "2", "p", "S3c.ret!9x", "k3J8s0Qw7Zx2" + "Lm5NtR"}

func TestFind(t *testing.T) {
	for _, row := range []struct {
		rule string
		line int // of the first one
		text string
	}{
		{"url-password", 2, "FROM a\nENV DATABASE_URL=postgres://u:§@db:5432/x?sslmode=disable\n"},
		{"url-password", 1, "RUN git clone https://oauth2:§@gitlab.example.com/a/b.git /src\n"},
		{"url-password", 1, "RUN pip install --index-url https://u:§@pypi.example.com/simple x\n"},
		{"url-password", 1, "RUN pip install git+https://x-access-token:§@github.com/a/b@v1\n"},
		{"url-password", 1, "  REDIS_URL: 'redis://:§@cache:6379/0'\n"},
		{"url-password", 1, "SQLALCHEMY_DATABASE_URI = \"postgresql+psycopg2://u:§@$HOST/x\"\n"},
		{"url-password", 1, "mongodb+srv://${USER}:§@cluster0.example.net/?retryWrites=true\n"},
		{"url-password", 1, "export https_proxy=http://u:§@proxy.example.com:3128\n"},
		{"url-password", 1, "http_proxy=u:§@proxy:3128\n"},
		{"url-password", 1, "ADD https://u:§@example.com/x.tar.gz /x\n"},
		{"url-password", 1, "amqp://u:§@[::1]:5672/%2f"},
		{"url-password", 1, "dsn: u:§@tcp(127.0.0.1:3306)/app\n"},
		{"url-password", 1, "RUN sqlplus system/§@//db:1521/XE @x.sql\n"},
		{"url-password", 1, "{\"registry\": \"https://u:§@npm.example.com/\"}\n"},
		{"url-parameter", 1, "jdbc:postgresql://db/x?user=u&password=§&ssl=true\n"},
		{"url-parameter", 1, "curl 'https://example.com/x?access_token=§&a=b'\n"},

		{"netrc-password", 1, "machine github.com login u password §\n"},
		{"netrc-password", 3, "machine github.com\n  login u\n  password §\n"},
		{"netrc-password", 1, "RUN echo \"machine github.com login u password §\" > ~/.netrc\n"},
		{"netrc-password", 1, "RUN printf 'machine github.com\\nlogin u\\npassword §\\n' > /root/.netrc\n"},
		{"netrc-password", 1, "default login anonymous password §\n"},

		{"docker-password", 1, "RUN docker login -u u -p § registry.example.com\n"},
		{"docker-password", 1, "  - docker login registry.example.com -u u -p'§'\n"},
		{"docker-password", 3, "RUN docker \\\n  login -u u \\\n  -p §\n"},
		{"docker-password", 1, "RUN sh -c \"docker login -u u -p §\" && docker run -p 80:80 x\n"},
		{"flag-password", 1, "docker login -u u --password § registry.example.com\n"},
		{"flag-password", 1, "docker login -u u --password=\"§\" registry.example.com\n"},
		{"docker-input", 1, "echo § | docker login -u u --password-stdin registry.example.com\n"},
		{"docker-input", 1, "docker login -u u --password-stdin <<< \"§\"\n"},
		{"podman-password", 1, "podman login -p § registry.example.com\n"},
		{"skopeo-password", 1, "skopeo copy --src-creds u:§ docker://a docker://b\n"},
		{"flag-password", 1, "kubectl create secret docker-registry r --docker-username=u --docker-password=§\n"},
		{"flag-password", 1, "helm repo add x https://example.com --username u --password §\n"},
		{"sshpass-password", 1, "RUN sshpass -p § ssh u@host uname\n"},
		{"sshpass-password", 1, "sshpass -p'§' scp a u@host:b\n"},
		{"sshpass-password", 1, "CMD [\"sshpass\", \"-p\", \"§\", \"ssh\", \"u@host\"]\n"},
		{"mysql-password", 1, "RUN mysql -u root -p§ -e 'select 1'\n"},
		{"mysqldump-password", 1, "mysqldump -uroot -p\"§\" app > x.sql\n"},
		{"mysql-password", 1, "C:\\bin\\mysql.exe -u root -p§ app\n"},
		{"npm-password", 1, "npm.cmd config set //npm.example.com/:_authToken §\n"},
		{"chpasswd-input", 1, "RUN echo root:§|/usr/sbin/chpasswd\n"},
		{"flag-password", 1, "mysqladmin ping --password=§\n"},
		{"flag-password", 1, "test: [\"CMD\", \"mysqladmin\", \"ping\", \"--password=§\"]\n"},
		{"mysqladmin-password", 1, "mysqladmin -u root password §\n"},
		{"chpasswd-input", 1, "RUN echo 'root:§' | chpasswd\n"},
		{"chpasswd-input", 1, "RUN useradd u && echo u:§ | sudo chpasswd && true\n"},
		{"chpasswd-input", 1, "RUN printf 'a:§\\nb:§\\n' | chpasswd\n"},
		{"chpasswd-input", 1, "RUN chpasswd <<< \"root:§\"\n"},
		{"chpasswd-input", 2, "RUN chpasswd <<EOF\nroot:§\nu:§\nEOF\n"},
		{"chpasswd-input", 1, "RUN printf '%s:%s' root § | chpasswd\n"},
		{"chpasswd-input", 4, "chpasswd:\n  expire: false\n  list: |\n    root:§\n"},
		{"passwd-input", 1, "echo \"§\" | passwd --stdin root\n"},
		{"passwd-input", 1, "(echo §; echo §) | passwd u\n"},
		{"sudo-input", 1, "echo § | sudo -S apt-get update\n"},
		{"vncpasswd-input", 1, "RUN echo '§' | vncpasswd -f > ~/.vnc/passwd\n"},
		{"gh-input", 1, "gh auth login --with-token <<< §\n"},

		{"curl-password", 1, "RUN curl -u u:§ https://example.com/x\n"},
		{"curl-password", 1, "curl --user 'u:§' -O https://example.com/x\n"},
		{"curl-password", 1, "curl -sSLuu:§ x; curl -uu:§ https://example.com\n"},
		{"curl-password", 1, "{\"scripts\": {\"get\": \"curl -u \\\"u:§\\\" https://example.com\"}}\n"},
		{"curl-password", 1, "curl --oauth2-bearer § https://example.com\n"},
		{"authorization-header", 1, "curl -H \"Authorization: Bearer §\" https://example.com\n"},
		{"authorization-header", 1, "curl -H 'authorization: token §' https://example.com\n"},
		{"authorization-header", 1, "git config http.extraheader \"AUTHORIZATION: basic §\"\n"},
		{"authorization-header", 1, "headers = {\"Authorization\": \"Bearer §\"}\n"},
		{"secret-header", 1, "curl -H 'X-Api-Key: §' https://example.com\n"},
		{"secret-header", 1, "wget --header=\"PRIVATE-TOKEN: §\" https://gitlab.example.com/x\n"},
		{"flag-password", 1, "wget --user=u --password=§ https://example.com/x\n"},
		{"flag-password", 1, "wget --http-password=§ https://example.com/x\n"},
		{"htpasswd-password", 1, "RUN htpasswd -cb /etc/nginx/.htpasswd u §\n"},
		{"htpasswd-password", 1, "htpasswd -nbB u '§' > x\n"},
		{"openssl-password", 1, "openssl pkcs12 -in a -passin pass:§ -passout pass:§\n"},
		{"openssl-password", 1, "openssl passwd -1 §\n"},
		{"openssl-password", 1, "openssl enc -aes-256-cbc -d -k § -in a\n"},
		{"redis-cli-password", 1, "redis-cli -h cache -a § ping\n"},
		{"config-password", 2, "port 6379\nrequirepass §\n"},
		{"config-password", 1, "command: redis-server --requirepass §\n"},
		{"keytool-password", 1, "RUN keytool -importkeystore -srcstorepass § -deststorepass § -noprompt\n"},
		{"ldapsearch-password", 1, "ldapsearch -x -D cn=admin -w § -b dc=x\n"},
		{"mongosh-password", 1, "mongosh -u root -p § --eval 'db.x()'\n"},
		{"sqlcmd-password", 1, "/opt/mssql-tools/bin/sqlcmd -S localhost -U sa -P '§' -Q 'select 1'\n"},
		{"smbclient-password", 1, "smbclient //host/share -U u%§\n"},
		{"7z-password", 1, "7z x -p§ a.7z\n"},
		{"unzip-password", 1, "unzip -P § a.zip\n"},
		{"ssh-keygen-password", 1, "ssh-keygen -t ed25519 -N '§' -f k\n"},
		{"rabbitmqctl-password", 1, "rabbitmqctl add_user u §\n"},
		{"cargo-password", 1, "RUN cargo login §\n"},
		{"npm-password", 1, "npm config set //npm.example.com/:_authToken §\n"},
		{"npm-token", 1, "//npm.example.com/:_authToken=§\n"},
		{"npm-token", 1, "RUN echo \"//npm.example.com/:_authToken=§\" > .npmrc\n"},
		{"aws-password", 1, "aws configure set aws_secret_access_key §\n"},
		{"poetry-password", 1, "poetry config http-basic.x u §\n"},
		{"twine-password", 1, "twine upload -u u -p § dist/*\n"},
		{"xml-password", 1, "<server><id>x</id><password>§</password></server>\n"},
		{"xml-password", 1, "<add key=\"ClearTextPassword\" value=\"§\" />\n"},
		{"pgpass-password", 1, "db.example.com:5432:app:u:§\n"},
		{"sql-password", 1, "RUN mysql -e \"CREATE USER 'u'@'%' IDENTIFIED BY '§'\"\n"},
		{"sql-password", 1, "psql -c \"ALTER USER postgres WITH PASSWORD '§';\"\n"},
		{"powershell-password", 1, "$p = ConvertTo-SecureString \"§\" -AsPlainText -Force\n"},
		{"url-password", 1, "git clone https://u:\"§\"@example.com/a.git\n"},
		{"url-password", 1, "RUN curl -x u:§@proxy:3128 https://example.com\n"},
		{"docker-input", 2, "RUN cat <<EOF | docker login -u u --password-stdin\n§\nEOF\n"},
		{"chpasswd-input", 1, "RUN echo 'root:§' > /p && chpasswd < /p && rm /p\n"},
		{"chpasswd-input", 1, "RUN [\"sh\", \"-c\", \"echo root:§ | chpasswd\"]\n"},
		{"passwd-input", 1, "RUN yes § | passwd root\n"},
		{"netrc-password", 1, "RUN printf \"machine %s login %s password %s\" h u § > ~/.netrc\n"},
		{"authorization-header", 1, "proxy_set_header Authorization \"Basic §\";\n"},
		{"authorization-header", 1, "curl -H Authorization:\\ Bearer\\ § https://example.com\n"},
		{"redis-cli-password", 1, "redis-cli CONFIG SET requirepass §\n"},
		{"config-password", 1, "  wpa-psk §\n"},
		{"flag-password", 1, "sentry-cli --auth-token § releases list\n"},
		{"net-password", 1, "RUN net user u § /add\n"},
		{"usermod-password", 1, "RUN usermod -p '§' root\n"},
		{"flag-password", 2, "args:\n  - --password=§\n"},
		{"flag-password", 3, "args:\n  - --password\n  - §\n"},
		{"flag-password", 3, "args: [\n  \"--token\",\n  \"§\"]\n"},
		{"flag-password", 1, "ENTRYPOINT [\"app\", \"--api-key\", \"§\"]\n"},
	} {
		for _, value := range values {
			text := strings.ReplaceAll(row.text, "§", value)
			var want, got []string
			rest, at, line := row.text, 0, 0
			for {
				before, after, found := strings.Cut(rest, "§")
				if !found {
					break
				}
				at += len(before)
				if line == 0 {
					line = 1 + strings.Count(text[:at], "\n")
				}
				want = append(want, fmt.Sprint(at, "-", at+len(value), " ", row.rule))
				at += len(value)
				rest = after
			}
			for _, f := range credentials.Find(text) {
				if f.Description == "" || f.Reference {
					t.Errorf("%+v", f)
				}
				if row.rule != "url-token" && f.Rule == "url-token" {
					continue
				}
				got = append(got, fmt.Sprint(f.Start, "-", f.End, " ", f.Rule))
			}
			if strings.Join(got, ", ") != strings.Join(want, ", ") || line != row.line {
				t.Errorf("%q: line %d\n got %v\nwant %v at %d", text, row.line, got, want, line)
			}
		}
	}
}

// Placeholders, references to variables and texts about secrets are harmless.
func TestHarmless(t *testing.T) {
	for _, text := range []string{
		"postgres://$USER:$PASSWORD@db/x",
		"postgres://${USER}:${PASSWORD}@db/x",
		"postgres://u:${PASSWORD:?is not set}@db/x",
		"https://oauth2:${{ secrets.TOKEN }}@example.com/a.git",
		"https://u:<password>@example.com",
		"https://u:{{ password }}@example.com",
		"https://u:changeme@example.com",
		"https://u:***@example.com",
		"https://u:%s@example.com",
		"https://u:$(cat /run/secrets/p)@example.com",
		"https://u:YOUR_PASSWORD@example.com",
		"https://u:your-password@example.com",
		"ssh://git@github.com/a/b.git",
		"https://user@bitbucket.org/a/b.git",
		"http://localhost:8080/a@b",
		"http://localhost:$PORT/@scope/pkg",
		"https://unpkg.com/vue@3/dist/vue.js",
		"https://example.com/?token=$TOKEN&x=1",
		"https://fonts.example.com/css?family=Roboto:400@1",
		"machine github.com login u password $TOKEN",
		"the machine and its password are yours",
		"default password is in the vault",
		"docker login -u u -p $TOKEN registry.example.com",
		"docker login -u u -p \"${TOKEN}\"",
		"docker login -u u --password-stdin registry.example.com",
		"echo $TOKEN | docker login -u u --password-stdin registry.example.com",
		"docker run -p 80:80 nginx",
		"docker compose -p project up",
		"docker build --secret id=token,src=token.txt .",
		"mkdir -p /a/b && tar -xpf a.tar -C /b",
		"mysql -u root -p app < x.sql",
		"mysql -u root -p$MYSQL_ROOT_PASSWORD app",
		"mysql -P 3306 -h db --protocol tcp",
		"sshpass -e ssh u@host",
		"sshpass -f /run/secrets/p ssh u@host",
		"sshpass -p \"$PASS\" ssh u@host",
		"apt-get install -y sshpass curl mysql-client netrc",
		"adduser --disabled-password app",
		"adduser --disabled-password --gecos '' app",
		"curl -fsSL -o x https://example.com/x",
		"curl -u \"$USER:$PASS\" https://example.com",
		"curl -u user https://example.com",
		"curl --netrc-file /run/secrets/netrc https://example.com",
		"wget --password-file x --user u https://example.com",
		"echo \"root:$PASS\" | chpasswd",
		"echo 'root:*' | chpasswd -e",
		"cat list | chpasswd",
		"chpasswd < list",
		"passwd -d root && passwd -l app",
		"# run with --password to set it",
		"usage: app --token TOKEN --password <password> [--secret=SECRET]",
		"--token-file=/run/secrets/token --password-command 'pass show x'",
		"parser.add_argument(\"--password\", help=\"the password\")",
		"openssl req -x509 -nodes -passout env:PASS -subj '/CN=x'",
		"openssl passwd -6 -stdin < x",
		"openssl rand -base64 32",
		"htpasswd -c x u",
		"Authorization: Bearer $TOKEN",
		"Authorization: Bearer ${{ github.token }}",
		"headers[\"Authorization\"] = f\"Bearer {token}\"",
		"the Authorization: header",
		"permissions:\n  id-token: write\n",
		"X-Api-Key: {{ key }}",
		"//npm.example.com/:_authToken=${NPM_TOKEN}",
		"requirepass ${REDIS_PASSWORD}",
		"<password>${env.PASSWORD}</password><description>of a token</description>",
		"CREATE USER u IDENTIFIED BY '${PASSWORD}'",
		"CREATE TABLE users (login text, password varchar(40) NOT NULL)",
		"keytool -list -storepass changeit",
		"git config --global user.email u@example.com",
		"git@github.com:a/b.git",
		"12:30:45:10:20 host:8080:a",
		"ssh-keygen -t ed25519 -N '' -f k",
		"{\"auth\": \"none\", \"credsStore\": \"desktop\"}",
		"redis-cli -h cache -a \"$REDIS_PASSWORD\" ping",
		"vault login -method=github",
		"npm config set registry https://npm.example.com/",
		"FROM mysql:8 AS mysql\nFROM docker:dind",
		"sudo -S true < /run/secrets/p",
		"helm install -p x ./chart",
		"kubectl create secret generic x --from-file=token=./token",
		"gh auth login --with-token < token.txt",
	} {
		for _, f := range credentials.Find(text) {
			if !f.Reference {
				t.Errorf("%q: %+v", text, f)
			}
		}
	}
}
