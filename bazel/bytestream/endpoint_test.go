package bytestream

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestEndpointOf(t *testing.T) {
	tests := []struct {
		name  string
		flags []string
		want  Endpoint
	}{
		{
			"the executor has the cache where no other is named, and of two the later one counts",
			[]string{"--config=x", "--remote_executor=grpc://old:1", "--remote_executor=grpc://one:8980"},
			Endpoint{Target: "one:8980"},
		},
		{
			"a cache of its own comes first",
			[]string{"--remote_cache=grpcs://cache.example/", "--remote_executor=grpc://one:8980"},
			Endpoint{Target: "cache.example:443", TLS: true},
		},
		{
			"a cache that was taken back is none",
			[]string{"--remote_cache=grpcs://cache.example", "--remote_executor=grpc://one", "--remote_cache="},
			Endpoint{Target: "one:80"},
		},
		{
			"without a scheme it is TLS",
			[]string{"--remote_cache=cache.example:8980"},
			Endpoint{Target: "cache.example:8980", TLS: true},
		},
		{
			"an address of version 6",
			[]string{"--remote_cache=grpc://[::1]"},
			Endpoint{Target: "[::1]:80"},
		},
		{
			"a socket, and one that leads elsewhere",
			[]string{"--remote_cache=unix:/run/cache", "--remote_proxy=unix:/run/proxy"},
			Endpoint{Target: "unix:/run/cache", Proxy: "unix:/run/proxy"},
		},
		{
			"the headers of all requests and of those to the cache, and no others",
			[]string{"--remote_cache=c:1", "--remote_header=X-Key=a=b", "--remote_cache_header=y=", "--remote_exec_header=z=1", "--bes_header=w=1"},
			Endpoint{Target: "c:1", TLS: true, Headers: []Header{{"x-key", "a=b"}, {"y", ""}}},
		},
		{
			"certificates and the instance",
			[]string{"--remote_cache=c:1", "--remote_instance_name=an/instance", "--tls_certificate=/ca.pem", "--tls_client_certificate=/me.pem", "--tls_client_key=/me.key"},
			Endpoint{Target: "c:1", TLS: true, Instance: "an/instance", Certificate: "/ca.pem", ClientCertificate: "/me.pem", ClientKey: "/me.key"},
		},
		{"seconds have no unit", []string{"--remote_cache=c:1", "--remote_timeout=5"}, Endpoint{Target: "c:1", TLS: true, Timeout: 5 * time.Second}},
		{"other units", []string{"--remote_cache=c:1", "--remote_timeout=90m"}, Endpoint{Target: "c:1", TLS: true, Timeout: 90 * time.Minute}},
		{"days", []string{"--remote_cache=c:1", "--remote_timeout=2d"}, Endpoint{Target: "c:1", TLS: true, Timeout: 48 * time.Hour}},
		{
			"what authenticates and cannot be obeyed is remembered, once",
			[]string{
				"--remote_cache=c:1", "--google_default_credentials", "--google_credentials=/key.json", "--credential_helper=/h",
				"--credential_helper=*.example=/h", "--remote_header=<REDACTED>", "--remote_cache_header=authorization=<REDACTED>",
			},
			Endpoint{Target: "c:1", TLS: true, Withheld: []string{
				"--credential_helper", "--google_credentials", "--google_default_credentials", "--remote_cache_header", "--remote_header",
			}},
		},
		{
			"and forgotten where it is taken back",
			[]string{"--remote_cache=c:1", "--google_default_credentials", "--nogoogle_default_credentials", "--google_credentials=/key.json", "--google_credentials="},
			Endpoint{Target: "c:1", TLS: true},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.want.Timeout == 0 {
				test.want.Timeout = time.Minute
			}
			got, err := EndpointOf(test.flags)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&test.want, got, cmpopts.IgnoreUnexported(Endpoint{})); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestEndpointOfRefuses(t *testing.T) {
	tests := []struct {
		name  string
		flags []string
		want  string
	}{
		{"no cache", []string{"--disk_cache=/x"}, "no flag of the build names a remote cache: --remote_cache, --remote_executor"},
		{"a cache of HTTP", []string{"--remote_cache=https://c"}, "remote cache https://c: only a cache of gRPC has a byte stream: grpc://, grpcs:// or unix:"},
		{"a timeout that is none", []string{"--remote_cache=c", "--remote_timeout=soon"}, "--remote_timeout=soon: not a duration, such as 60s"},
		{"a timeout before now", []string{"--remote_cache=c", "--remote_timeout=-5"}, "--remote_timeout=-5: not a duration, such as 60s"},
		{"a file that is not the same everywhere", []string{"--remote_cache=c", "--tls_certificate=ca.pem"}, "--tls_certificate=ca.pem: name the file by an absolute path, such as %workspace%/ca.pem in a .bazelrc"},
		{"half an identity", []string{"--remote_cache=c", "--tls_client_key=/k"}, "--tls_client_certificate and --tls_client_key: one without the other"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := EndpointOf(test.flags)
			if err == nil || err.Error() != test.want {
				t.Errorf("got error %v, want %s", err, test.want)
			}
		})
	}
}

func TestServes(t *testing.T) {
	tests := []struct {
		flags  []string
		prefix string
		want   bool
	}{
		{[]string{"--remote_cache=grpc://Cache.example:1"}, "cache.example:1", true},
		{[]string{"--remote_cache=grpc://cache.example"}, "cache.example", true},
		{[]string{"--remote_cache=grpcs://cache.example"}, "cache.example:443", true},
		{[]string{"--remote_cache=grpcs://cache.example"}, "cache.example:444", false},
		{[]string{"--remote_cache=grpcs://cache.example"}, "evil.example", false},
		{[]string{"--remote_cache=grpcs://cache.example"}, "cache.example.evil.example", false},
		{[]string{"--remote_cache=c:1", "--remote_instance_name=i/j"}, "c:1/i/j", true},
		{[]string{"--remote_cache=c:1", "--remote_instance_name=i/j"}, "c:1/i", false},
		{[]string{"--remote_cache=c:1"}, "c:1/i", false},
		{[]string{"--remote_cache=unix:/run/c"}, "localhost", true},
		{[]string{"--remote_cache=unix:/run/c"}, "localhost/i", false},
		{[]string{"--remote_cache=unix:/run/c", "--remote_bytestream_uri_prefix=public.example/i"}, "public.example/i", true},
		{[]string{"--remote_cache=c:1", "--remote_bytestream_uri_prefix=public.example/i"}, "c:1", false},
	}
	for _, test := range tests {
		e, err := EndpointOf(test.flags)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Serves(test.prefix); got != test.want {
			t.Errorf("%v serves %s: %v, want %v", test.flags, test.prefix, got, test.want)
		}
	}
}
