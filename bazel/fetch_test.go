package bazel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	pb "google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A cache is a remote cache with blobs by the names that ByteStream.Read takes.
type cache struct {
	pb.UnimplementedByteStreamServer
	address string
	blobs   map[string]string
	reads   atomic.Int32
	onRead  func()
}

func (c *cache) Read(request *pb.ReadRequest, stream pb.ByteStream_ReadServer) error {
	c.reads.Add(1)
	if c.onRead != nil {
		c.onRead()
		<-stream.Context().Done()
		return stream.Context().Err()
	}
	content, ok := c.blobs[request.GetResourceName()]
	if !ok {
		return status.Error(codes.NotFound, "gone")
	}
	return stream.Send(&pb.ReadResponse{Data: []byte(content)})
}

// add puts a content into the cache, and returns its URI.
func (c *cache) add(content string) string {
	sum := sha256.Sum256([]byte(content))
	name := fmt.Sprintf("blobs/%s/%d", hex.EncodeToString(sum[:]), len(content))
	c.blobs[name] = content
	return "bytestream://" + c.address + "/" + name
}

func startCache(t *testing.T) *cache {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cache{address: listener.Addr().String(), blobs: map[string]string{}}
	server := grpc.NewServer()
	pb.RegisterByteStreamServer(server, c)
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return c
}

// cacheEvents are the events of a build with the flags, of one target a URI.
func cacheEvents(flags string, uris ...string) string {
	events := `{"id":{"optionsParsed":{}},"optionsParsed":{"cmdLine":[` + flags + `]}}` + "\n"
	for i, uri := range uris {
		id := fmt.Sprint(i)
		events += setEvent(id, fmt.Sprintf(`"files":[{"name":"autofix.json","uri":%q}]`, uri)) +
			completedEvent("//app:t"+id, "autofix_artifact", id)
	}
	return events + last
}

// buildFromCache is a build by the fake Bazel that says that its files are in a cache.
func buildFromCache(t *testing.T, events string) *Build {
	t.Helper()
	build, _ := fakeBuild(t, "exit 0", "")
	file := filepath.Join(t.TempDir(), "events.json")
	if err := os.WriteFile(file, []byte(events), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv(fakeEvents, file)
	return build
}

func TestRunFetchesFilesFromTheRemoteCache(t *testing.T) {
	c := startCache(t)
	one, two := c.add("one"), c.add("two")
	flags := `"--remote_cache=grpc://` + c.address + `"`
	got, err := buildFromCache(t, cacheEvents(flags, one, two, one)).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []Target{
		{Label: "//app:t0", Files: []File{{URI: one, Contents: []byte("one")}}},
		{Label: "//app:t1", Files: []File{{URI: two, Contents: []byte("two")}}},
		{Label: "//app:t2", Files: []File{{URI: one, Contents: []byte("one")}}},
	}
	if diff := cmp.Diff(want, got.Targets); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if c.reads.Load() != 2 {
		t.Errorf("%d reads, want one of each content", c.reads.Load())
	}
}

func TestRunFailsWhereAFileCannotBeFetched(t *testing.T) {
	c := startCache(t)
	here := c.add("here")
	lost := strings.Replace(here, "/4", "/5", 1)
	ours := `"--remote_cache=grpc://` + c.address + `"`
	tests := []struct{ name, flags, uri, want string }{
		{"a blob that is gone", ours, lost, "build events: " + lost + ": the remote cache " + c.address + " does not have it: "},
		{"a URI that is none", ours, "bytestream://x/y", "build events: //app:t1: bytestream://x/y: not of the form "},
		{"no flag that names a cache", "", here, "build events: files in a remote cache: no flag of the build names a remote cache: "},
		{"a certificate that is not there", ours + `,"--remote_cache=grpcs://x","--tls_certificate=/no/such"`, here, "build events: files in a remote cache: --tls_certificate: open /no/such: "},
		{"a URI that leads elsewhere", `"--remote_cache=grpc://other.example:1"`, here, "build events: " + here + ": not in the remote cache of the build, which is other.example:1: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := buildFromCache(t, cacheEvents(test.flags, here, test.uri)).Run(t.Context())
			if got != nil || err == nil || !strings.HasPrefix(err.Error(), test.want) || !strings.HasSuffix(err.Error(), "; "+letBazelFetch) {
				t.Errorf("got %v and error %v, want %s", got, err, test.want)
			}
		})
	}
}

func TestInterruptEndsTheFetching(t *testing.T) {
	c := startCache(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("interrupted by a test")
	c.onRead = func() { cancel(stop) }
	_, err := buildFromCache(t, cacheEvents(`"--remote_cache=grpc://`+c.address+`"`, c.add("one"))).Run(ctx)
	if !errors.Is(err, stop) || !strings.HasPrefix(err.Error(), "bazel build: interrupted: ") {
		t.Errorf("got error %v", err)
	}
}
