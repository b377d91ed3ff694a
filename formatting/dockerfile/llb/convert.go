package llb

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
	"github.com/moby/buildkit/solver/pb"
	dockerspec "github.com/moby/docker-image-spec/specs-go/v1"
	ocispecs "github.com/opencontainers/image-spec/specs-go/v1"
)

// A build is BuildKit's output for a stage in a setting. If BuildKit refuses
// the stage, parts is empty.
type build struct {
	frontend string // of the directive syntax; may be empty
	stage    int    // from 0
	setting  string
	parts    []part
}

// A part is an output of a build: the stage itself, a build FROM it if it has
// ONBUILD triggers, or a file system to scan for a bill of materials.
type part struct {
	kind  string
	ops   [][]byte // encoded operations; the last one refers to the result
	image []byte   // its configuration as JSON
}

// sum returns a hash of the build. The last operation of a part has the digest
// of the result, which depends on all the others.
func (b *build) sum() []byte {
	hash := sha256.New()
	write := func(data []byte) { fmt.Fprintf(hash, "%d:%s", len(data), data) }
	fmt.Fprintf(hash, "%q %d %s %d\n", b.frontend, b.stage, b.setting, len(b.parts))
	for _, p := range b.parts {
		write([]byte(p.kind))
		write(p.image)
		write(p.result())
	}
	return hash.Sum(nil)
}

// result returns the last operation. It is empty for scratch.
func (p *part) result() []byte {
	if len(p.ops) == 0 {
		return nil
	}
	return p.ops[len(p.ops)-1]
}

// build converts a stage in a setting. If BuildKit refuses it, the build has no
// parts.
func (f *file) build(ctx context.Context, i int, s *setting) (*build, error) {
	b := &build{frontend: f.frontend, stage: i, setting: s.name}
	text, target := f.target(i)
	result, err := f.convert(ctx, s, text, target, nil)
	if err != nil {
		return b, err
	}
	own, err := s.part(ctx, "stage", result.State, result)
	if err != nil {
		return b, err
	}
	parts := []part{own}
	if len(result.Image.Config.OnBuild) > 0 {
		// The triggers are represented by their effect on an image built FROM
		// this one. Their text may differ in ways that do not matter.
		child, err := f.convert(ctx, s, []byte("FROM parent\n"), "", &result.Image.Config)
		if err != nil {
			return b, fmt.Errorf("ONBUILD: %w", err)
		}
		p, err := s.part(ctx, "onbuild", child.State, child)
		if err != nil {
			return b, err
		}
		parts = append(parts, p)
	}
	var scanned []part
	for _, state := range result.SBOM.Extras { // by the names of stages, which are no part of a build
		p, err := s.part(ctx, "scan", state, nil)
		if err != nil {
			return b, err
		}
		scanned = append(scanned, p)
	}
	slices.SortFunc(scanned, func(a, b part) int { return bytes.Compare(a.result(), b.result()) })
	b.parts = append(parts, scanned...)
	return b, nil
}

// convert runs BuildKit's frontend on a text. The first image that it asks for
// has the configuration first, unless that is nil. Only that image may have
// triggers: they may copy from images, and the triggers of those would run in
// turn.
func (f *file) convert(ctx context.Context, s *setting, text []byte, target string, first *dockerspec.DockerOCIImageConfig) (*dockerfile2llb.Result, error) {
	caps := pb.Caps.CapSet(pb.Caps.All())
	files := llb.Local("context")
	images := registry{config: s.base}
	images.first.Store(first)
	opt := dockerfile2llb.ConvertOpt{
		MainContext:    &files,
		TargetPlatform: &s.target,
		MetaResolver:   &images,
		LLBCaps:        &caps,
	}
	opt.BuildPlatforms = []ocispecs.Platform{s.builder}
	if s.arguments {
		opt.BuildArgs = f.buildArguments()
	}
	opt.Target = target
	result, err := dockerfile2llb.Dockerfile2LLB(ctx, text, opt)
	if err != nil {
		return nil, err
	}
	return result, ctx.Err()
}

// part returns a state as a part. The result is nil if the state has no image.
func (s *setting) part(ctx context.Context, kind string, state llb.State, result *dockerfile2llb.Result) (part, error) {
	// BuildKit identifies a local source by a random ID unless it is given one.
	def, err := state.Marshal(ctx, llb.LocalUniqueID("context"), llb.Platform(s.target))
	if err != nil {
		return part{}, err
	}
	p := part{kind: kind, ops: def.Def}
	if result != nil {
		image := *result.Image
		image.History = nil // the text of the instructions
		image.Created = nil
		image.RootFS = ocispecs.RootFS{} // layers of the base image
		image.Config.OnBuild = nil       // see build
		p.image, err = json.Marshal(struct {
			dockerspec.DockerOCIImage
			Epoch any
		}{image, result.Epoch})
	}
	return p, err
}
