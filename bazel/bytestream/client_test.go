package bytestream

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pb "google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const hello = "hello, cache"

func TestReadSendsWhatTheFlagsSay(t *testing.T) {
	var request *pb.ReadRequest
	s := &server{read: func(r *pb.ReadRequest, stream pb.ByteStream_ReadServer) error {
		request = r
		return sends("hello", "", ", cache")(r, stream)
	}}
	address := s.start(t)
	client := dial(t, "--remote_cache=grpc://"+address, "--remote_instance_name=an/instance",
		"--remote_bytestream_uri_prefix=public.example/other", "--remote_header=X-Key=a=b", "--remote_cache_header=x-key=c")
	blob := blobOf(t, "public.example/other", hello)
	got, err := client.Read(t.Context(), blob)
	if err != nil || string(got) != hello {
		t.Fatalf("got %q, %v", got, err)
	}
	if want := "an/instance/blobs/" + blob.Hash + "/12"; request.GetResourceName() != want {
		t.Errorf("it asked for %q, want %q", request.GetResourceName(), want)
	}
	if diff := cmp.Diff([]string{"a=b", "c"}, s.headers.Load().Get("x-key")); diff != "" {
		t.Errorf("headers: -want +got:\n%s", diff)
	}
}

func TestReadOfNothing(t *testing.T) {
	address := (&server{read: sends()}).start(t)
	got, err := dial(t, "--remote_cache=grpc://"+address).Read(t.Context(), blobOf(t, address, ""))
	if err != nil || len(got) != 0 {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestReadRefusesWhatIsNotTheBlob(t *testing.T) {
	endless := func(_ *pb.ReadRequest, stream pb.ByteStream_ReadServer) error {
		for {
			if err := stream.Send(&pb.ReadResponse{Data: []byte("x")}); err != nil {
				return err
			}
		}
	}
	tests := []struct {
		name string
		read func(*pb.ReadRequest, pb.ByteStream_ReadServer) error
		want string
	}{
		{"other bytes", sends("hello, bytes"), "the remote cache sent other bytes: their hash is fcec6835b4e08368d41a88c5cdbe4d25a352893cb76e3ee7fab5bcf33f6e1026"},
		{"too few bytes", sends("hello"), "the remote cache sent 5 of 12 bytes"},
		{"none", sends(), "the remote cache sent 0 of 12 bytes"},
		{"too many bytes", sends(hello, "!"), "the remote cache sends more than the 12 bytes that it has"},
		{"a stream without an end", endless, "the remote cache sends more than the 12 bytes that it has"},
		{
			"a blob that is gone",
			func(*pb.ReadRequest, pb.ByteStream_ReadServer) error { return status.Error(codes.NotFound, "no blob") },
			"the remote cache $ADDRESS does not have it: it was evicted, or never uploaded: rpc error: code = NotFound desc = no blob",
		},
		{
			"an error in the middle",
			func(r *pb.ReadRequest, stream pb.ByteStream_ReadServer) error {
				_ = sends("hello")(r, stream)
				return status.Error(codes.DataLoss, "disk on fire")
			},
			"rpc error: code = DataLoss desc = disk on fire",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			address := (&server{read: test.read}).start(t)
			blob := blobOf(t, address, hello)
			got, err := dial(t, "--remote_cache=grpc://"+address).Read(t.Context(), blob)
			want := blob.URI + ": " + strings.ReplaceAll(test.want, "$ADDRESS", address)
			if got != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("got %q and error %v, want %s", got, err, want)
			}
		})
	}
}

func TestReadSaysWhatAccessIsMissing(t *testing.T) {
	refuse := func(*pb.ReadRequest, pb.ByteStream_ReadServer) error {
		return status.Error(codes.Unauthenticated, "who are you")
	}
	for _, test := range []struct{ flag, want string }{
		{"--remote_timeout=60", "refuses access: rpc error"},
		{"--credential_helper=/bin/helper", "refuses access, and autofix cannot use the build's --credential_helper: rpc error"},
		{"--remote_header=<REDACTED>", "refuses access, and autofix cannot use the build's --remote_header: rpc error"},
	} {
		address := (&server{read: refuse}).start(t)
		_, err := dial(t, "--remote_cache=grpc://"+address, test.flag).Read(t.Context(), blobOf(t, address, hello))
		if err == nil || !strings.Contains(err.Error(), test.want) || status.Code(err) != codes.Unauthenticated {
			t.Errorf("%s: got error %v, want %s", test.flag, err, test.want)
		}
	}
}

func TestReadAsksABusyCacheAgain(t *testing.T) {
	s := &server{}
	s.read = func(r *pb.ReadRequest, stream pb.ByteStream_ReadServer) error {
		if s.calls.Load() < 3 {
			return status.Error(codes.Unavailable, "busy")
		}
		return sends(hello)(r, stream)
	}
	address := s.start(t)
	got, err := dial(t, "--remote_cache=grpc://"+address).Read(t.Context(), blobOf(t, address, hello))
	if err != nil || string(got) != hello || s.calls.Load() != 3 {
		t.Errorf("got %q, %v after %d calls", got, err, s.calls.Load())
	}
}

func TestReadFromAHostThatIsNotThere(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	_, err = dial(t, "--remote_cache=grpc://"+address).Read(t.Context(), blobOf(t, address, hello))
	if err == nil || !strings.Contains(err.Error(), ": the remote cache "+address+" cannot be reached: ") {
		t.Errorf("got error %v", err)
	}
}

func TestReadFromASilentCache(t *testing.T) {
	silent := func(_ *pb.ReadRequest, stream pb.ByteStream_ReadServer) error {
		<-stream.Context().Done()
		return stream.Context().Err()
	}
	t.Run("ends with the timeout", func(t *testing.T) {
		address := (&server{read: silent}).start(t)
		_, err := dial(t, "--remote_cache=grpc://"+address, "--remote_timeout=10ms").Read(t.Context(), blobOf(t, address, hello))
		if err == nil || !strings.Contains(err.Error(), ": no answer within 10ms, the --remote_timeout: ") {
			t.Errorf("got error %v", err)
		}
	})
	t.Run("ends with the caller", func(t *testing.T) {
		stop := errors.New("stop")
		ctx, cancel := context.WithCancelCause(t.Context())
		address := (&server{read: func(r *pb.ReadRequest, stream pb.ByteStream_ReadServer) error {
			cancel(stop)
			return silent(r, stream)
		}}).start(t)
		_, err := dial(t, "--remote_cache=grpc://"+address).Read(ctx, blobOf(t, address, hello))
		if !errors.Is(err, stop) {
			t.Errorf("got error %v", err)
		}
	})
}

// The headers of a build are secrets of its own cache.
func TestReadSendsNothingToAnotherHost(t *testing.T) {
	other := &server{read: sends(hello)}
	address := other.start(t)
	client := dial(t, "--remote_cache=grpc://cache.example:1", "--remote_header=authorization=secret")
	_, err := client.Read(t.Context(), blobOf(t, address, hello))
	if err == nil || !strings.Contains(err.Error(), ": not in the remote cache of the build, which is cache.example:1: ") {
		t.Errorf("got error %v", err)
	}
	if other.calls.Load() != 0 {
		t.Error("the other host was called")
	}
}

func TestReadWithCertificates(t *testing.T) {
	ours, foreign := newCertificate(t), newCertificate(t)
	address := (&server{read: sends(hello)}).start(t, ours.serverOption(t))
	identity := []string{"--tls_client_certificate=" + ours.file, "--tls_client_key=" + ours.key}
	for _, test := range []struct {
		name  string
		flags []string
		want  string // error
	}{
		{"both ends know each other", append(identity, "--tls_certificate="+ours.file), ""},
		{"the server is not one that is trusted", append(identity, "--tls_certificate="+foreign.file), "certificate signed by unknown authority"},
		{"the server trusts nobody without a certificate", []string{"--tls_certificate=" + ours.file}, "cannot be reached"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := dial(t, append(test.flags, "--remote_cache=grpcs://"+address)...).Read(t.Context(), blobOf(t, address, hello))
			if test.want == "" && (err != nil || string(got) != hello) {
				t.Errorf("got %q, %v", got, err)
			}
			if test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %q and error %v, want %s", got, err, test.want)
			}
		})
	}
}

func TestDialRefusesBrokenCertificates(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		flags []string
		want  string
	}{
		{[]string{"--tls_certificate=" + empty}, "--tls_certificate: " + empty + ": no certificate in PEM form"},
		{[]string{"--tls_certificate=" + empty + "x"}, "--tls_certificate: open " + empty + "x: "},
		{[]string{"--tls_client_certificate=" + empty, "--tls_client_key=" + empty}, "--tls_client_certificate, --tls_client_key: tls: "},
	} {
		endpoint, err := EndpointOf(append(test.flags, "--remote_cache=c"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Dial(endpoint); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got error %v, want %s", err, test.want)
		}
	}
}

func TestReadThroughSockets(t *testing.T) {
	dir, err := os.MkdirTemp("", "socket") // t.TempDir's names may be too long for one
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket := filepath.Join(dir, "s")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Skipf("no sockets in files here: %v", err)
	}
	(&server{read: sends(hello)}).serve(t, listener)
	for _, test := range []struct {
		name, prefix string
		flags        []string
	}{
		{"the cache", "localhost", []string{"--remote_cache=unix:" + socket}},
		{"a proxy before it, which resolves its name", "no-such-host.invalid:1", []string{"--remote_cache=grpc://no-such-host.invalid:1", "--remote_proxy=unix:" + socket}},
	} {
		got, err := dial(t, test.flags...).Read(t.Context(), blobOf(t, test.prefix, hello))
		if err != nil || string(got) != hello {
			t.Errorf("%s: got %q, %v", test.name, got, err)
		}
	}
}
