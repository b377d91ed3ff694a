package lint

import "strings"

// An Image is a parsed image name. Parts may have variables.
type Image struct {
	Registry string // with its port; empty for Docker Hub
	Name     string // without registry, tag, and digest
	Tag      string // may be empty
	Digest   string // such as sha256:...; may be empty
}

// ParseImage parses the name of an image. It does not check for invalid
// characters.
func ParseImage(ref string) Image {
	var image Image
	ref, image.Digest, _ = strings.Cut(ref, "@")
	if i := strings.LastIndexByte(ref, ':'); i > strings.LastIndexByte(ref, '/') {
		ref, image.Tag = ref[:i], ref[i+1:]
	}
	first, rest, found := strings.Cut(ref, "/")
	if found && (strings.ContainsAny(first, ".:") || first == "localhost") {
		image.Registry, ref = first, rest
	}
	image.Name = ref
	return image
}

// MayBeTagged reports whether the name has a variable that may include a tag or
// a digest.
func (i Image) MayBeTagged() bool {
	return strings.Contains(i.Name[strings.LastIndexByte(i.Name, '/')+1:], "$")
}

// FromImage returns the image that a stage builds on. It returns false if the
// stage builds on an earlier stage or on scratch, or if its FROM is invalid. If
// a variable has an unknown value, all variables stay as written.
func (f *File) FromImage(s *Stage) (Image, bool) {
	ref, known := f.Global().Known(s.Base.Value)
	if !known {
		ref = s.Base.Value
	}
	if ref == "" || ref == Scratch || s.Parent != nil {
		return Image{}, false
	}
	return ParseImage(ref), true
}
