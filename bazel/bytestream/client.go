package bytestream

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	pb "google.golang.org/genproto/googleapis/bytestream"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// A Client reads blobs from one endpoint. It may be used by several goroutines, which share one connection.
type Client struct {
	endpoint *Endpoint
	conn     *grpc.ClientConn
}

// retries is the service config: a cache that is overloaded or restarts is asked again, for two seconds or so. gRPC
// does that until the first bytes have come.
const retries = `{"methodConfig": [{
	"name": [{"service": "google.bytestream.ByteStream"}],
	"retryPolicy": {
		"maxAttempts": 5, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
		"retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED"]
	}
}]}`

const (
	connectTimeout = 10 * time.Second
	maxMessage     = 16 << 20 // bytes; caches send a few MiB at most
)

// Dial makes a client. It reads the certificates, and connects at the first Read. The caller closes the client.
func Dial(e *Endpoint) (*Client, error) {
	transport, err := e.credentials()
	if err != nil {
		return nil, err
	}
	target := e.Target
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(transport),
		grpc.WithDefaultServiceConfig(retries),
		grpc.WithDisableServiceConfig(), // of the resolver: a TXT record must not say how we retry
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage)),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: backoff.DefaultConfig, MinConnectTimeout: connectTimeout}),
		grpc.WithNoProxy(), // Bazel heeds no HTTPS_PROXY for gRPC
		grpc.WithUserAgent("autofix"),
	}
	if socket, ok := strings.CutPrefix(e.Proxy, "unix:"); ok {
		target = "passthrough:///" + target // the proxy resolves names
		options = append(options, grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		}))
	}
	conn, err := grpc.NewClient(target, options...)
	if err != nil {
		return nil, fmt.Errorf("remote cache %s: %w", e.Target, err)
	}
	return &Client{endpoint: e, conn: conn}, nil
}

// Close closes the connection.
func (c *Client) Close() error { return c.conn.Close() }

func (e *Endpoint) credentials() (credentials.TransportCredentials, error) {
	if !e.TLS {
		return insecure.NewCredentials(), nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if e.Certificate != "" {
		pem, err := os.ReadFile(e.Certificate)
		if err != nil {
			return nil, fmt.Errorf("--tls_certificate: %w", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("--tls_certificate: %s: no certificate in PEM form", e.Certificate)
		}
	}
	if e.ClientCertificate != "" {
		pair, err := tls.LoadX509KeyPair(e.ClientCertificate, e.ClientKey)
		if err != nil {
			return nil, fmt.Errorf("--tls_client_certificate, --tls_client_key: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return credentials.NewTLS(config), nil
}

// Read reads a blob whole, and returns it only where it has the size and the hash that its name says. Errors name the
// blob's URI.
func (c *Client) Read(ctx context.Context, blob Blob) ([]byte, error) {
	if !c.endpoint.Serves(blob.Prefix) {
		return nil, fmt.Errorf("%s: not in the remote cache of the build, which is %s: no header or certificate is sent elsewhere",
			blob.URI, c.endpoint.Target)
	}
	deadline, cancel := context.WithTimeout(ctx, c.endpoint.Timeout)
	defer cancel() // ends the stream, also where it was left early
	content, err := c.read(deadline, blob)
	switch {
	case err == nil:
		return content, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s: %w", blob.URI, context.Cause(ctx))
	case deadline.Err() != nil, status.Code(err) == codes.DeadlineExceeded: // told by our clock or by the cache's
		return nil, fmt.Errorf("%s: no answer within %v, the --remote_timeout: %w", blob.URI, c.endpoint.Timeout, err)
	default:
		return nil, fmt.Errorf("%s: %w", blob.URI, c.explain(err))
	}
}

func (c *Client) read(ctx context.Context, blob Blob) ([]byte, error) {
	for _, header := range c.endpoint.Headers {
		ctx = metadata.AppendToOutgoingContext(ctx, header.Name, header.Value)
	}
	stream, err := pb.NewByteStreamClient(c.conn).Read(ctx, &pb.ReadRequest{ResourceName: blob.resource(c.endpoint.Instance)})
	if err != nil {
		return nil, err
	}
	// The size is only a claim so far: memory is taken as bytes come.
	var content bytes.Buffer
	sum := digests[len(blob.Hash)]()
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if int64(len(part.GetData())) > blob.Size-int64(content.Len()) {
			return nil, fmt.Errorf("the remote cache sends more than the %d bytes that it has", blob.Size)
		}
		content.Write(part.GetData())
		sum.Write(part.GetData())
	}
	if int64(content.Len()) != blob.Size {
		return nil, fmt.Errorf("the remote cache sent %d of %d bytes", content.Len(), blob.Size)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != blob.Hash {
		return nil, fmt.Errorf("the remote cache sent other bytes: their hash is %s", got)
	}
	return content.Bytes(), nil
}

// explain says what a status means here.
func (c *Client) explain(err error) error {
	switch status.Code(err) {
	case codes.NotFound:
		return fmt.Errorf("the remote cache %s does not have it: it was evicted, or never uploaded: %w", c.endpoint.Target, err)
	case codes.Unauthenticated, codes.PermissionDenied:
		if len(c.endpoint.Withheld) > 0 {
			return fmt.Errorf("the remote cache %s refuses access, and autofix cannot use the build's %s: %w",
				c.endpoint.Target, strings.Join(c.endpoint.Withheld, ", "), err)
		}
		return fmt.Errorf("the remote cache %s refuses access: %w", c.endpoint.Target, err)
	case codes.Unavailable:
		return fmt.Errorf("the remote cache %s cannot be reached: %w", c.endpoint.Target, err)
	default:
		return err
	}
}
