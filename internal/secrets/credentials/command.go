package credentials

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// A command takes a secret as an argument.
type command struct {
	names string                // of the program, separated by spaces
	needs string                // one of these words must be an argument; "": any will do
	flags string                // whose value is the secret, in the next argument or after "="
	short func() *regexp.Regexp // likewise, for a flag of one letter that may end a group of flags
	glued string                // flags whose value follows in the same argument
	pair  string                // the value is a user and a password with one of these between
	after func() *regexp.Regexp // matches an argument: the secret is the nth one after it
	nth   int                   // without flags; -1: the last one
}

const mysqls = "mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mysqlpump mysqlsh mariadb mariadb-dump mariadb-admin mycli"

// commands are the ones whose flags have ambiguous names. Flags such as
// --password are found with any command.
var commands = []command{
	{names: "docker podman buildah skopeo nerdctl oras crane regctl singularity apptainer helm az oc cf ibmcloud kubectl argocd rancher twine", needs: "login add upload", flags: "-p", glued: "-p"},
	{names: "skopeo buildah podman crane", flags: "--creds --src-creds --dest-creds", pair: ":"},
	{names: "sshpass", flags: "-p", glued: "-p"},
	{names: mysqls, flags: "--password1", glued: "-p"},
	{names: "mysqladmin mariadb-admin", after: lazyregexp.New(`^(?:password|old-password)$`), nth: 1},
	{names: "mongo mongosh mongodump mongorestore mongoimport mongoexport cypher-shell neo4j-admin ldapadd clickhouse-client rdesktop useradd usermod xfreerdp", flags: "-p"},
	{names: "mongo mongosh mongodump mongorestore", glued: "-p"},
	{names: "curl", flags: "--user --proxy-user", short: lazyregexp.New(`^-[a-zA-Z#0-9]*?[uU]`), pair: ":"},
	{names: "curl", flags: "--oauth2-bearer --pass --proxy-pass --tlspassword"},
	{names: "http https xh", flags: "-a --auth", pair: ":"},
	{names: "redis-cli valkey-cli keydb-cli", flags: "-a --pass", glued: "-a"},
	{names: "openssl", flags: "-passin -passout -pass", pair: ":"},
	{names: "openssl", needs: "enc aes-256-cbc", flags: "-k -K"},
	{names: "openssl", after: lazyregexp.New(`^passwd$`), nth: -1},
	{names: "htpasswd", after: lazyregexp.New(`^-[a-zA-Z0-9]*b[a-zA-Z0-9]*$`), nth: -1},
	{names: "ldapsearch ldapmodify ldapadd ldapdelete ldappasswd ldapwhoami", flags: "-w -s", glued: "-w"},
	{names: "sqlcmd bcp osql", flags: "-P", glued: "-P"},
	{names: "smbclient rpcclient net smbmap mount.cifs", flags: "-U --user", pair: "%"},
	{names: "lftp", flags: "-u --user", pair: ","},
	{names: "zip unzip", flags: "-P"},
	{names: "7z 7za 7zr rar unrar", glued: "-p"},
	{names: "ssh-keygen", flags: "-N -P"},
	{names: "dotnet nuget", needs: "nuget push add source setapikey", flags: "-p -k -Password -ApiKey"},
	{names: "nuget", after: lazyregexp.New(`(?i)^setapikey$`), nth: 1},
	{names: "keytool jarsigner apksigner", flags: "-storepass -keypass -srcstorepass -deststorepass -srckeypass -destkeypass -new --ks-pass --key-pass"},
	{names: "rabbitmqctl", after: lazyregexp.New(`^(?:add_user|change_password|authenticate_user)$`), nth: 2},
	{names: "neo4j-admin", after: lazyregexp.New(`^set-initial-password$`), nth: 1},
	{names: "cargo snyk vault", after: lazyregexp.New(`^(?:login|auth)$`), nth: 1},
	{names: "wpa_passphrase", after: lazyregexp.New(`^`), nth: 1},
	{names: "poetry composer", after: lazyregexp.New(`^http-basic\.`), nth: 2},
	{names: "poetry composer", after: lazyregexp.New(`^(?:pypi-token|github-oauth|gitlab-token|gitlab-oauth|bearer)\.`), nth: 1},
	{names: "npm pnpm yarn", after: lazyregexp.New(`(?i)(?:_auth|_authToken|_password|npmAuthToken|npmAuthIdent)$`), nth: 1},
	{names: "aws", after: lazyregexp.New(`(?:^|\.)aws_(?:secret_access_key|session_token)$`), nth: 1},
	{names: "bundle", needs: "config", after: lazyregexp.New(`^[\w-]+(?:\.[\w-]+)+$`), nth: 1, pair: ":"},
	{names: "git", after: lazyregexp.New(`(?i)^(?:user\.password|credential\..*password|.*\.token)$`), nth: 1},
	{names: "x11vnc", flags: "-storepasswd"},
	{names: "redis-cli valkey-cli", after: lazyregexp.New(`(?i)^(?:requirepass|masterauth|auth)$`), nth: -1},
	{names: "rclone", after: lazyregexp.New(`^(?:pass|password|secret_access_key|token)$`), nth: 1},
	{names: "gpg gpg2", flags: "--passphrase"},
	{names: "net", after: lazyregexp.New(`(?i)^user$`), nth: 2},
	{names: "smbpasswd", flags: "-w"},
	{names: "influx", flags: "-password"},
}

// byName has the commands by the names of their programs.
var byName = sync.OnceValue(func() map[string][]*command {
	all := map[string][]*command{}
	for i := range commands {
		for _, name := range strings.Fields(commands[i].names) {
			all[name] = append(all[name], &commands[i])
		}
	}
	return all
})

// words finds the secrets in the arguments and the input of commands. A word
// here is a name or a flag.
func (s *search) words() {
	byName := byName()
	for at := 0; at < len(s.text); {
		if !wordByte(s.text[at]) {
			at++
			continue
		}
		start := at
		for at < len(s.text) && wordByte(s.text[at]) {
			at++
		}
		word := s.text[start:at]
		if len(word) < 2 {
			continue
		}
		if word[0] == '-' {
			s.flag(start, at)
			continue
		}
		if at < len(s.text) && strings.IndexByte(":\"'\\ ", s.text[at]) >= 0 && strings.IndexByte(word, '-') > 0 {
			s.header(start, at)
		}
		end := at
		for _, extension := range []string{".exe", ".bat", ".cmd"} {
			if strings.HasPrefix(s.text[at:], extension) {
				end += len(extension)
			}
		}
		if !s.program(start, end) && word != "chpasswd" {
			continue
		}
		for _, c := range byName[word] {
			s.command(c, word, start, end)
		}
		s.input(word, start, end)
	}
}

func wordByte(c byte) bool { return c == '-' || secretname.NameByte(c) }

// program reports whether a word may be the name of a program: it is not a part
// of a path, of an address, or of an assignment.
func (s *search) program(start, end int) bool {
	before, after := s.text[:start], s.text[end:]
	if before != "" && strings.IndexByte(".=@$", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "/") && !strings.HasSuffix(before, "bin/") {
		return false
	}
	return after == "" || strings.IndexByte(".=:@", after[0]) < 0
}

// maxArgs is the maximum number of arguments of a command that are read.
const maxArgs = 100

// command finds the secrets in the arguments of a command.
func (s *search) command(c *command, name string, start, end int) {
	l := lexerAt(s.text, start, end)
	if l.at < len(l.text) && l.quote == "" && strings.IndexByte(" \t\\`\n", l.text[l.at]) < 0 {
		return
	}
	var args [][2]int
	for len(args) < maxArgs {
		from, to, ok := l.next()
		if !ok {
			break
		}
		args = append(args, [2]int{from, to})
	}
	arg := func(i int) string {
		from, to := unquoted(s.text, args[i][0], args[i][1])
		return s.text[from:to]
	}
	needed := c.needs == ""
	for i := range args {
		needed = needed || slices.Contains(strings.Fields(c.needs), arg(i))
	}
	if !needed {
		return
	}
	flags, glued := strings.Fields(c.flags), strings.Fields(c.glued)
	for i := range args {
		from, to := unquoted(s.text, args[i][0], args[i][1])
		text := s.text[from:to]
		flag, _, hasValue := strings.Cut(text, "=")
		switch {
		case slices.Contains(flags, text) && i+1 < len(args):
			if value := arg(i + 1); !strings.HasPrefix(value, "-") || len(value) > 12 {
				s.argument(c, name, args[i+1][0], args[i+1][1])
			}
		case hasValue && slices.Contains(flags, flag):
			s.argument(c, name, from+len(flag)+1, to)
		case c.short != nil && c.short().MatchString(text):
			if n := len(c.short().FindString(text)); n < len(text) {
				s.argument(c, name, from+n, to)
			} else if i+1 < len(args) {
				s.argument(c, name, args[i+1][0], args[i+1][1])
			}
		default:
			for _, flag := range glued {
				if strings.HasPrefix(text, flag) && len(text) > len(flag) {
					s.argument(c, name, from+len(flag), to)
				}
			}
		}
		if c.after != nil && c.after().MatchString(text) {
			s.positional(c, name, args[i+1:])
		}
	}
}

// positional finds the secret among the arguments after a word.
func (s *search) positional(c *command, name string, args [][2]int) {
	left, found := c.nth, [2]int{}
	for _, a := range args {
		from, to := unquoted(s.text, a[0], a[1])
		if strings.HasPrefix(s.text[from:to], "-") {
			continue
		}
		found = a
		if left--; left == 0 {
			break
		}
	}
	if left <= 0 {
		s.argument(c, name, found[0], found[1])
	}
}

// argument adds the secret that is an argument, or its part after a user.
func (s *search) argument(c *command, name string, start, end int) {
	start, end = unquoted(s.text, start, end)
	if c.pair != "" {
		i := strings.Index(s.text[start:end], c.pair)
		if i < 0 {
			return
		}
		if c.names == "openssl" && s.text[start:start+i] != "pass" {
			return // a file or a variable
		}
		start += i + len(c.pair)
	}
	value := s.text[start:end]
	if strings.HasPrefix(value, "env:") || strings.HasPrefix(value, "file:") {
		return
	}
	if strings.HasPrefix(value, "pass:") {
		start += len("pass:")
	}
	s.add(name+"-password", "a password in the arguments of "+name, start, end)
}

// notFirst and notLast are words of flags whose value is not a secret, although
// their names have a word such as password.
var (
	notFirst = []string{
		"no", "with", "disabled", "disable", "without", "generate", "skip", "ask", "require", "required", "use", "allow", "empty", "random", "reset", "show",
		"hide", "enable",
	}
	notLast = []string{
		"stdin", "prompt", "env", "fd", "only", "less", "auth", "manager", "helper", "provider", "command", "cmd", "source", "from", "in", "out", "store", "list",
	}
)

// prose has the words that may follow the name of a flag in a sentence.
var prose = []string{"to", "is", "are", "and", "or", "for", "flag", "flags", "option", "options", "argument", "the", "a", "an", "if", "in", "on", "with", "when", "must", "should", "can", "will", "as", "was", "at", "of", "from", "instead"}

// flag finds the value of a flag such as --password or -storepass, of any
// command.
func (s *search) flag(start, end int) {
	name := strings.TrimLeft(s.text[start:end], "-")
	long := end-start-len(name) == 2
	if !long && !slices.Contains(singleDash, strings.ToLower(name)) || start > 0 && !strings.ContainsRune(" \t\n\"'`[(,=", rune(s.text[start-1])) {
		return
	}
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return c == '-' || c == '_' })
	if len(words) == 0 || slices.Contains(notFirst, words[0]) || slices.Contains(notLast, words[len(words)-1]) || !secretname.Is(name) && !slices.Contains([]string{"pass", "passwd"}, words[len(words)-1]) {
		return
	}
	from, to := end, 0
	if end < len(s.text) && s.text[end] == '=' {
		l := lexerAt(s.text, start, end+1)
		if l.at >= len(s.text) || s.text[l.at] <= ' ' {
			return
		}
		var ok bool
		if from, to, ok = l.next(); !ok || from != end+1 {
			return
		}
	} else {
		l := lexerAt(s.text, start, end)
		if l.at < len(s.text) && l.quote == "" && strings.IndexByte(" \t\\`\n\r", s.text[l.at]) < 0 {
			return
		}
		var ok bool
		if from, to, ok = l.next(); !ok {
			return
		}
		a, b := unquoted(s.text, from, to)
		if value := s.text[a:b]; strings.HasPrefix(value, "-") || slices.Contains(prose, strings.ToLower(value)) {
			return
		}
	}
	a, b := unquoted(s.text, from, to)
	if slices.ContainsFunc(places, func(start string) bool { return strings.HasPrefix(s.text[a:b], start) }) {
		return
	}
	s.add("flag-password", "the value of the flag "+s.text[start:end], a, b)
}

// places are the starts of values that say where a secret is.
var places = []string{"id=", "type=", "source=", "src=", "env:", "@"}

// singleDash has the flags with one dash that are found with any command.
var singleDash = []string{"password", "passwd", "passphrase", "apikey", "storepass", "keypass", "pwd", "authtoken"}
