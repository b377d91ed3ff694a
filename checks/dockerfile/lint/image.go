package lint

import "strings"

// An Image is the name of an image, taken apart. Parts may have variables in them.
type Image struct {
	Registry string // with its port; empty where the name has none, so that it is Docker Hub's
	Name     string // without registry, tag and digest
	Tag      string // empty: none
	Digest   string // such as sha256:..., empty: none
}

// ParseImage takes the name of an image apart. It is not checked for letters that names may not have.
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

// MayBeTagged reports whether a variable may hold a tag or a digest.
func (i Image) MayBeTagged() bool {
	return strings.Contains(i.Name[strings.LastIndexByte(i.Name, '/')+1:], "$")
}

// FromImage returns the image that a stage begins from, and false where it begins from an earlier stage, from scratch, or from
// nothing, since its FROM is wrong. Where a variable has no value that is known, all are as they are written.
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
