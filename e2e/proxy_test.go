//go:build e2e

package e2e

import (
	"errors"
	"io"
	"net"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
)

// A proxy is between Bazel and a server of the Remote Execution API, and
// forwards all calls unchanged, with two exceptions. It reports to Bazel 7 that
// the server supports version 2.0 of the API, which Bazel requests although it
// sends the fields of 2.1, the lowest version that buildbox supports. And it
// rejects calls without the key.
type proxy struct {
	address string // 127.0.0.1:PORT
	backend *grpc.ClientConn
}

// The header that each call must have, in the format of --remote_header.
const keyName, keyValue = "x-e2e-key", "a=b, c"

func startProxy(t *testing.T, backend *grpc.ClientConn) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{address: listener.Addr().String(), backend: backend}
	server := grpc.NewServer(grpc.ForceServerCodecV2(rawCodec{}), grpc.UnknownServiceHandler(p.handle))
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return p
}

func (p *proxy) handle(_ any, bazel grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(bazel)
	headers, _ := metadata.FromIncomingContext(bazel.Context())
	if got := headers.Get(keyName); len(got) != 1 || got[0] != keyValue {
		return status.Errorf(codes.Unauthenticated, "%s: %s is %q", method, keyName, got)
	}
	server, err := p.backend.NewStream(metadata.NewOutgoingContext(bazel.Context(), headers.Copy()),
		&grpc.StreamDesc{ClientStreams: true, ServerStreams: true}, method)
	if err != nil {
		return err
	}
	go func() {
		// An error also ends the other direction, which reports it.
		for {
			var message []byte
			if bazel.RecvMsg(&message) != nil {
				_ = server.CloseSend()
				return
			}
			if server.SendMsg(&message) != nil {
				return
			}
		}
	}()
	for {
		var message []byte
		if err := server.RecvMsg(&message); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if method == "/build.bazel.remote.execution.v2.Capabilities/GetCapabilities" {
			message = lowVersion20(message)
		}
		if err := bazel.SendMsg(&message); err != nil {
			return err
		}
	}
}

// lowVersion20 sets ServerCapabilities.low_api_version to SemVer{major: 2,
// minor: 0}: if a field occurs twice, the parts of the second one win.
func lowVersion20(capabilities []byte) []byte {
	const lowAPIVersion, major, minor = 4, 1, 2
	version := protowire.AppendVarint(protowire.AppendTag(nil, major, protowire.VarintType), 2)
	version = protowire.AppendVarint(protowire.AppendTag(version, minor, protowire.VarintType), 0)
	capabilities = protowire.AppendTag(capabilities, lowAPIVersion, protowire.BytesType)
	return protowire.AppendBytes(capabilities, version)
}

// rawCodec forwards messages without decoding them.
type rawCodec struct{}

func (rawCodec) Marshal(message any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(*message.(*[]byte))}, nil
}

func (rawCodec) Unmarshal(data mem.BufferSlice, message any) error {
	*message.(*[]byte) = data.Materialize()
	return nil
}

// Name returns the name of the encoding of the messages, for the content type.
func (rawCodec) Name() string { return "proto" }
