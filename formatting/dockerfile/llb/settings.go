package llb

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"sync/atomic"
	"time"

	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	dockerspec "github.com/moby/docker-image-spec/specs-go/v1"
	digest "github.com/opencontainers/go-digest"
	ocispecs "github.com/opencontainers/image-spec/specs-go/v1"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A setting is the input of a build besides the text of its Dockerfile and the
// files of its context. It does not depend on the text, so that one text always
// has one digest.
//
// An edit that keeps the meaning does so in every setting. Two are tried. The
// plain one has a base image that sets only PATH and a command, no build
// arguments, and builds on the platform that it builds for. In the full one,
// the base image sets every field, all build arguments have values, and all
// platforms differ.
type setting struct {
	name      string
	target    ocispecs.Platform
	builder   ocispecs.Platform
	arguments bool // whether there are build arguments
	base      dockerspec.DockerOCIImageConfig
}

var settings = []*setting{
	{
		name:    "plain",
		target:  amd64,
		builder: amd64,
		base: dockerspec.DockerOCIImageConfig{
			ImageConfig: ocispecs.ImageConfig{
				Env: []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"},
				Cmd: []string{"/bin/sh"},
			},
		},
	},
	{
		name:      "full",
		target:    arm64,
		builder:   s390x,
		arguments: true,
		base: dockerspec.DockerOCIImageConfig{
			ImageConfig: ocispecs.ImageConfig{
				Env: []string{
					"PATH=/base/bin", "HOME=/base", "LANG=C.UTF-8", "GOPATH=/base/go", "JAVA_HOME=/base/java",
					"NODE_VERSION=1", "PYTHON_VERSION=2", "RUBY_VERSION=3", "PHP_VERSION=4", "NGINX_VERSION=5",
				},
				Cmd:          []string{"base-command"},
				Entrypoint:   []string{"base-entrypoint"},
				User:         "1001:1002",
				WorkingDir:   "/base",
				StopSignal:   "SIGUSR1",
				Labels:       map[string]string{"base": "label"},
				Volumes:      map[string]struct{}{"/base-volume": {}},
				ExposedPorts: map[string]struct{}{"7/tcp": {}},
			},
			DockerOCIImageConfigExt: dockerspec.DockerOCIImageConfigExt{
				Healthcheck: &dockerspec.HealthcheckConfig{Test: []string{"CMD", "base-check"}, Interval: time.Second},
				Shell:       []string{"/base-shell", "-c"},
			},
		},
	},
}

var (
	amd64 = ocispecs.Platform{OS: "linux", Architecture: "amd64"}
	arm64 = ocispecs.Platform{OS: "linux", Architecture: "arm64"}
	s390x = ocispecs.Platform{OS: "linux", Architecture: "s390x"}
)

// predefined are the arguments that BuildKit itself sets or obeys.
var predefined = lazyregexp.New(`^(BUILD|TARGET)(PLATFORM|OS|OSVERSION|ARCH|VARIANT|STAGE)$|^BUILDKIT_|^SOURCE_DATE_EPOCH$`)

// buildArguments returns a value for each build argument that the file
// declares.
func (f *file) buildArguments() map[string]string {
	values := make(map[string]string)
	add := func(args []instructions.KeyValuePairOptional) {
		for _, arg := range args {
			if !predefined().MatchString(arg.Key) {
				values[arg.Key] = argument(arg.Key)
			}
		}
	}
	for _, arg := range f.args {
		add(arg.Args)
	}
	for _, stage := range f.stages {
		for _, command := range stage.Commands {
			if arg, ok := command.(*instructions.ArgCommand); ok {
				add(arg.Args)
			}
		}
	}
	for _, trigger := range f.triggers {
		if arg, ok := trigger.(*instructions.ArgCommand); ok {
			add(arg.Args)
		}
	}
	return values
}

// argument returns the value of a build argument. It depends on the name only,
// and is an octal number, which is valid as a tag, a port, a user, a mode and a
// path.
func argument(name string) string {
	return fmt.Sprintf("%o", 0o1000+crc32.ChecksumIEEE([]byte(name))%0o7000)
}

// A registry has every image for every platform, with one configuration. The
// first image that is asked for may have another one.
type registry struct {
	config dockerspec.DockerOCIImageConfig
	first  atomic.Pointer[dockerspec.DockerOCIImageConfig] // nil after its use
}

// ResolveImageConfig implements llb.ImageMetaResolver.
func (r *registry) ResolveImageConfig(ctx context.Context, ref string, opt sourceresolver.Opt) (string, digest.Digest, []byte, error) {
	image := dockerspec.DockerOCIImage{Config: r.config}
	if first := r.first.Swap(nil); first != nil {
		image.Config = *first
	}
	image.Platform = amd64
	if opt.ImageOpt != nil && opt.ImageOpt.Platform != nil {
		image.Platform = *opt.ImageOpt.Platform
	}
	// BuildKit takes an image without layers for scratch.
	image.RootFS = ocispecs.RootFS{Type: "layers", DiffIDs: []digest.Digest{digest.FromString("layer")}}
	content, err := json.Marshal(image)
	return ref, "", content, cmp.Or(ctx.Err(), err)
}
