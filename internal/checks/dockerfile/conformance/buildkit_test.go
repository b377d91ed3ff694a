package conformance

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"testing"

	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
	"github.com/moby/buildkit/frontend/dockerui"
	"github.com/moby/buildkit/frontend/gateway/client"
	gateway "github.com/moby/buildkit/frontend/gateway/pb"
	"github.com/moby/buildkit/solver/pb"
	dockerspec "github.com/moby/docker-image-spec/specs-go/v1"
	digest "github.com/opencontainers/go-digest"
	ocispecs "github.com/opencontainers/image-spec/specs-go/v1"
	fsutil "github.com/tonistiigi/fsutil/types"
)

// A warning is a finding of BuildKit.
type warning struct {
	rule   string
	line   int
	detail string
}

// checked returns BuildKit's findings in a file, and the error at which it
// stopped.
func checked(t *testing.T, d sample) (found []warning, stopped string) {
	t.Helper()
	platform := ocispecs.Platform{OS: "linux", Architecture: "amd64"}
	source := llb.NewSourceMap(nil, "Dockerfile", "Dockerfile", []byte(d.text))
	source.Definition = new(llb.Definition)
	caps := pb.Caps.CapSet(pb.Caps.All())
	opt := dockerfile2llb.ConvertOpt{
		LLBCaps:        &caps,
		SourceMap:      source,
		TargetPlatform: &platform,
		MetaResolver:   images{},
	}
	if d.ignore != "" {
		c, err := dockerui.NewClient(folder{ignore: d.ignore})
		if err != nil {
			t.Fatal(err)
		}
		opt.Client = c
	}
	results, err := dockerfile2llb.DockerfileLint(t.Context(), []byte(d.text), opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range results.Warnings {
		first := slices.MinFunc(w.Location.Ranges, func(a, b *pb.Range) int { return cmp.Compare(a.Start.Line, b.Start.Line) })
		found = append(found, warning{rule: w.RuleName, line: int(first.Start.Line), detail: w.Detail})
	}
	if results.Error != nil {
		stopped = results.Error.Message
	}
	return found, stopped
}

// Images is a registry that has every image for every platform, each with the
// variables that the rule assumes images to have.
type images struct{}

func (images) ResolveImageConfig(_ context.Context, ref string, opt sourceresolver.Opt) (string, digest.Digest, []byte, error) {
	image := dockerspec.DockerOCIImage{}
	if opt.ImageOpt != nil && opt.ImageOpt.Platform != nil {
		image.Platform = *opt.ImageOpt.Platform
	}
	for _, name := range imageVariables() {
		image.Config.Env = append(image.Config.Env, name+"=/value")
	}
	content, err := json.Marshal(image)
	return ref, "", content, err
}

// A folder is a build context with only a .dockerignore.
type folder struct {
	client.Client
	client.Reference
	ignore string
}

func (folder) BuildOpts() client.BuildOpts {
	return client.BuildOpts{SessionID: "1", LLBCaps: pb.Caps.CapSet(pb.Caps.All()), Caps: gateway.Caps.CapSet(gateway.Caps.All())}
}

func (f folder) Solve(context.Context, client.SolveRequest) (*client.Result, error) {
	r := client.NewResult()
	r.SetRef(f)
	return r, nil
}

func (folder) Inputs(context.Context) (map[string]llb.State, error) { return nil, nil }

func (f folder) ReadFile(_ context.Context, r client.ReadRequest) ([]byte, error) {
	if r.Filename != ".dockerignore" {
		return nil, fs.ErrNotExist
	}
	return []byte(f.ignore), nil
}

func (folder) StatFile(context.Context, client.StatRequest) (*fsutil.Stat, error) {
	return nil, errors.ErrUnsupported
}

func (folder) ResolveImageConfig(context.Context, string, sourceresolver.Opt) (string, digest.Digest, []byte, error) {
	return "", "", nil, errors.New("images are resolved elsewhere")
}
