package bytestream

import (
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Endpoint is the remote cache of a build, and how the build reaches it.
type Endpoint struct {
	Target            string        // HOST:PORT, or unix:PATH
	TLS               bool          // not so for grpc:// and unix:
	Proxy             string        // the socket to connect to instead, unix:PATH; "" for none
	Instance          string        // --remote_instance_name
	Headers           []Header      // --remote_header and --remote_cache_header
	Certificate       string        // PEM file of the certificate authority to trust; "" for those of the system
	ClientCertificate string        // PEM file; "" for none
	ClientKey         string        // PEM file; "" for none
	Timeout           time.Duration // for one blob

	// Withheld are the flags of the build that authenticate, and that cannot be obeyed here: of a kind that only Bazel
	// knows, or with their value left out of the build events.
	Withheld []string

	prefix string // --remote_bytestream_uri_prefix
}

// A Header is metadata of each call.
type Header struct{ Name, Value string }

const defaultTimeout = 60 * time.Second // of --remote_timeout

// EndpointOf returns the remote cache that the flags of a build name. They are flags as the event OptionsParsed has
// them: --NAME=VALUE, later ones winning.
//
// Errors: no flag names a remote cache, it is not one of gRPC, or a flag has a value that Bazel would not take.
func EndpointOf(flags []string) (*Endpoint, error) {
	var cache, executor string
	e := &Endpoint{Timeout: defaultTimeout}
	texts := map[string]*string{
		"remote_cache":                 &cache,
		"remote_executor":              &executor,
		"remote_proxy":                 &e.Proxy,
		"remote_instance_name":         &e.Instance,
		"remote_bytestream_uri_prefix": &e.prefix,
		"tls_certificate":              &e.Certificate,
		"tls_client_certificate":       &e.ClientCertificate,
		"tls_client_key":               &e.ClientKey,
	}
	withheld := map[string]bool{}
	for _, flag := range flags {
		name, value, assigned := strings.Cut(strings.TrimPrefix(flag, "--"), "=")
		switch name {
		case "remote_header", "remote_cache_header":
			if header, ok := headerOf(value); ok {
				e.Headers = append(e.Headers, header)
			} else {
				withheld["--"+name] = true
			}
		case "remote_timeout":
			timeout, err := durationOf(value)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", flag, err)
			}
			e.Timeout = timeout
		case "google_default_credentials", "nogoogle_default_credentials":
			withheld["--google_default_credentials"] = !assigned && !strings.HasPrefix(name, "no")
		case "google_credentials":
			withheld["--google_credentials"] = value != ""
		case "credential_helper", "experimental_credential_helper":
			withheld["--credential_helper"] = true
		default:
			if text, ok := texts[name]; ok {
				*text = value
			}
		}
	}
	for flag, set := range withheld {
		if set {
			e.Withheld = append(e.Withheld, flag)
		}
	}
	slices.Sort(e.Withheld)
	if cache == "" {
		cache = executor
	}
	if err := e.setTarget(cache); err != nil {
		return nil, err
	}
	return e, e.checkFiles()
}

// headerOf parses NAME=VALUE. Later versions of Bazel leave values that may be secrets out of the build events.
func headerOf(text string) (Header, bool) {
	name, value, ok := strings.Cut(text, "=")
	return Header{Name: strings.ToLower(name), Value: value}, ok && name != "" && !strings.Contains(value, "REDACTED")
}

// durationOf parses a duration as Bazel has it: seconds where it has no unit.
func durationOf(text string) (time.Duration, error) {
	unit := time.Second
	if days, ok := strings.CutSuffix(text, "d"); ok {
		text, unit = days, 24*time.Hour
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 0 && n < int(1<<31) {
		return time.Duration(n) * unit, nil
	}
	duration, err := time.ParseDuration(text)
	if err != nil || duration < 0 || unit != time.Second {
		return 0, errors.New("not a duration, such as 60s")
	}
	return duration, nil
}

var errNoCache = errors.New("no flag of the build names a remote cache: --remote_cache, --remote_executor")

func (e *Endpoint) setTarget(url string) error {
	scheme, rest, ok := strings.Cut(url, "://")
	switch {
	case url == "":
		return errNoCache
	case strings.HasPrefix(url, "unix:"):
		e.Target = url
		return nil
	case !ok:
		scheme, rest = "grpcs", url
	}
	rest = strings.TrimSuffix(rest, "/")
	switch scheme {
	case "grpc":
		e.Target = withPort(rest, "80")
	case "grpcs":
		e.Target, e.TLS = withPort(rest, "443"), true
	default:
		return fmt.Errorf("remote cache %s: only a cache of gRPC has a byte stream: grpc://, grpcs:// or unix:", url)
	}
	return nil
}

func withPort(host, port string) string {
	if _, _, err := net.SplitHostPort(host); err == nil {
		return host
	}
	return net.JoinHostPort(strings.Trim(host, "[]"), port)
}

// checkFiles refuses paths that mean one file to Bazel's server and another here, and half of a client's identity.
func (e *Endpoint) checkFiles() error {
	for _, file := range []struct{ flag, path string }{
		{"tls_certificate", e.Certificate},
		{"tls_client_certificate", e.ClientCertificate},
		{"tls_client_key", e.ClientKey},
	} {
		if file.path != "" && !filepath.IsAbs(file.path) {
			return fmt.Errorf("--%s=%s: name the file by an absolute path, such as %%workspace%%/%s in a .bazelrc", file.flag, file.path, file.path)
		}
	}
	if (e.ClientCertificate == "") != (e.ClientKey == "") {
		return errors.New("--tls_client_certificate and --tls_client_key: one without the other")
	}
	return nil
}

// Serves reports whether blobs with this prefix are those of the endpoint. The headers of a build are meant for its own
// cache, and never for whatever host a URI names.
func (e *Endpoint) Serves(prefix string) bool {
	if e.prefix != "" {
		return prefix == strings.TrimSuffix(e.prefix, "/")
	}
	host, instance, _ := strings.Cut(prefix, "/")
	if instance != e.Instance {
		return false
	}
	if strings.HasPrefix(e.Target, "unix:") {
		return true // the name of a socket is not in a URI in any form that could be compared
	}
	_, port, _ := net.SplitHostPort(e.Target)
	return strings.EqualFold(withPort(host, port), e.Target)
}
