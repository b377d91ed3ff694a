package bytestream

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	pb "google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
)

// A server is a ByteStream of which a test says what Read does.
type server struct {
	pb.UnimplementedByteStreamServer
	read    func(*pb.ReadRequest, pb.ByteStream_ReadServer) error
	calls   atomic.Int32
	headers atomic.Pointer[metadata.MD] // of the last call
}

func (s *server) Read(request *pb.ReadRequest, stream pb.ByteStream_ReadServer) error {
	s.calls.Add(1)
	headers, _ := metadata.FromIncomingContext(stream.Context())
	s.headers.Store(&headers)
	return s.read(request, stream)
}

// start serves on a port of this machine until the test ends, and returns its HOST:PORT.
func (s *server) start(t *testing.T, options ...grpc.ServerOption) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.serve(t, listener, options...)
	return listener.Addr().String()
}

func (s *server) serve(t *testing.T, listener net.Listener, options ...grpc.ServerOption) {
	t.Helper()
	g := grpc.NewServer(options...)
	pb.RegisterByteStreamServer(g, s)
	go g.Serve(listener)
	t.Cleanup(g.Stop)
}

// sends returns a Read that sends parts.
func sends(parts ...string) func(*pb.ReadRequest, pb.ByteStream_ReadServer) error {
	return func(_ *pb.ReadRequest, stream pb.ByteStream_ReadServer) error {
		for _, part := range parts {
			if err := stream.Send(&pb.ReadResponse{Data: []byte(part)}); err != nil {
				return err
			}
		}
		return nil
	}
}

// dial makes a client for the flags.
func dial(t *testing.T, flags ...string) *Client {
	t.Helper()
	endpoint, err := EndpointOf(flags)
	if err != nil {
		t.Fatal(err)
	}
	client, err := Dial(endpoint)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// blobOf names a content in the cache of a prefix.
func blobOf(t *testing.T, prefix, content string) Blob {
	t.Helper()
	sum := sha256.Sum256([]byte(content))
	blob, err := Parse(fmt.Sprintf("bytestream://%s/blobs/%s/%d", prefix, hex.EncodeToString(sum[:]), len(content)))
	if err != nil {
		t.Fatal(err)
	}
	return blob
}

// A certificate is a self-signed one for 127.0.0.1, which both ends may use.
type certificate struct {
	pair      tls.Certificate
	file, key string // PEM files
}

func newCertificate(t *testing.T) certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	c := certificate{file: filepath.Join(dir, "cert.pem"), key: filepath.Join(dir, "key.pem")}
	for name, block := range map[string]*pem.Block{
		c.file: {Type: "CERTIFICATE", Bytes: der}, c.key: {Type: "PRIVATE KEY", Bytes: keyDER},
	} {
		var text bytes.Buffer
		if err := pem.Encode(&text, block); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if c.pair, err = tls.LoadX509KeyPair(c.file, c.key); err != nil {
		t.Fatal(err)
	}
	return c
}

// serverOption makes a server use the certificate, and want it of its clients.
func (c certificate) serverOption(t *testing.T) grpc.ServerOption {
	t.Helper()
	clients := x509.NewCertPool()
	pem, err := os.ReadFile(c.file)
	if err != nil {
		t.Fatal(err)
	}
	clients.AppendCertsFromPEM(pem)
	return grpc.Creds(credentials.NewTLS(&tls.Config{
		Certificates: []tls.Certificate{c.pair}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: clients,
	}))
}
