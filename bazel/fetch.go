package bazel

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/rules-autofix/rules_autofix/bazel/bytestream"
)

// letBazelFetch is the way out where a file cannot be had from where the build events say that it is.
const letBazelFetch = "let Bazel fetch it, and leave out --build_event_json_file_path_conversion"

// maxReads bounds the blobs that are read at once. They share one connection.
const maxReads = 64

// fetch reads the files that are in the build's remote cache, each content once. Of several errors it returns one.
func (c *Collection) fetch(ctx context.Context) error {
	wanted := map[bytestream.Blob][]*File{}
	for t := range c.Targets {
		target := &c.Targets[t]
		for f := range target.Files {
			file := &target.Files[f]
			if file.URI == "" {
				continue
			}
			blob, err := bytestream.Parse(file.URI)
			if err != nil {
				return fmt.Errorf("build events: %s: %w; %s", target.Label, err, letBazelFetch)
			}
			wanted[blob] = append(wanted[blob], file)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	endpoint, err := bytestream.EndpointOf(c.Flags)
	if err != nil {
		return fmt.Errorf("build events: files in a remote cache: %w; %s", err, letBazelFetch)
	}
	client, err := bytestream.Dial(endpoint)
	if err != nil {
		return fmt.Errorf("build events: files in a remote cache: %w; %s", err, letBazelFetch)
	}
	defer client.Close()
	reads, ctx := errgroup.WithContext(ctx)
	reads.SetLimit(maxReads)
	for blob, files := range wanted {
		reads.Go(func() error {
			contents, err := client.Read(ctx, blob)
			if err != nil {
				return fmt.Errorf("build events: %w; %s", err, letBazelFetch)
			}
			for _, file := range files {
				file.Contents = contents
			}
			return nil
		})
	}
	return reads.Wait()
}
