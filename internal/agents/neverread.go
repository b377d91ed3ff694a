package agents

import (
	"path"
	"strings"
)

// neverFolders are names of folders with histories, keys and logins.
var neverFolders = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".jj": true, ".ssh": true, ".gnupg": true, ".aws": true, ".azure": true,
	".gcloud": true, ".kube": true, ".docker": true, ".terraform": true, ".password-store": true, ".secrets": true,
}

// neverFiles are patterns of path.Match of the names of files with keys and
// passwords, in lower case.
var neverFiles = []string{
	".env*", "*.env", ".envrc", ".netrc", "_netrc", ".npmrc", ".yarnrc*", ".pypirc", ".git-credentials", ".gitconfig",
	".htpasswd", ".pgpass", ".my.cnf", ".dockercfg", ".dockerconfigjson", ".vault-token", ".boto", ".s3cfg",
	"*.pem", "*.key", "*.p8", "*.p12", "*.pfx", "*.pkcs12", "*.jks", "*.keystore", "*.kdbx", "*.ppk", "*.asc", "*.gpg",
	"*.pgp", "*.ovpn", "*.tfstate", "*.tfstate.*", "*.tfvars", "*.tfvars.json", "id_rsa*", "id_dsa*", "id_ecdsa*",
	"id_ed25519*", "credentials", "credentials.*", "secrets.*", "service-account*.json", "service_account*.json",
	"kubeconfig*", "*.mobileprovision", "terraform.rc", ".terraformrc", "master.key", "known_hosts", "authorized_keys",
}

// NeverRead reports whether a file, by its path with slashes, is likely to hold
// keys, passwords or a history, so that no agent gets it, whatever is allowed.
// Case does not count.
func NeverRead(name string) bool {
	parts := strings.Split(strings.ToLower(name), "/")
	for i, part := range parts {
		// Windows opens `name.` and `name ` as `name`, and `name:stream` too.
		part, _, _ = strings.Cut(part, ":")
		part = strings.TrimRight(part, ". ")
		if neverFolders[part] {
			return true
		}
		if i < len(parts)-1 {
			continue
		}
		for _, pattern := range neverFiles {
			if matched, _ := path.Match(pattern, part); matched {
				return true
			}
		}
	}
	return false
}
