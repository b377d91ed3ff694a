package client

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// A depSet is the DepSetOfFiles of an action graph: some artifacts, and the
// artifacts of other sets.
type depSet struct {
	ID         int   `json:"id"`
	Transitive []int `json:"transitiveDepSetIds"`
	Direct     []int `json:"directArtifactIds"`
}

// A depSets digests sets of files by the paths in them.
type depSets struct {
	sets  map[int]*depSet
	path  func(artifact int) (string, error)
	known map[int]string // by id; "" while it is made: no set contains itself
}

func newDepSets(all []depSet, path func(artifact int) (string, error)) *depSets {
	d := &depSets{sets: map[int]*depSet{}, path: path, known: map[int]string{}}
	for i := range all {
		d.sets[all[i].ID] = &all[i]
	}
	return d
}

// digest returns a digest of sets. It is equal for sets that were put together
// in the same way from the same paths.
func (d *depSets) digest(ids []int) (string, error) {
	parts := make([]string, len(ids))
	for i, id := range ids {
		if _, known := d.known[id]; !known {
			d.known[id] = ""
			made, err := d.digestOne(d.sets[id])
			if err != nil {
				return "", err
			}
			d.known[id] = made
		}
		parts[i] = d.known[id]
	}
	return digestOf(parts), nil
}

func (d *depSets) digestOne(set *depSet) (string, error) {
	if set == nil {
		return "", nil
	}
	paths := make([]string, len(set.Direct))
	for i, artifact := range set.Direct {
		var err error
		if paths[i], err = d.path(artifact); err != nil {
			return "", err
		}
	}
	slices.Sort(paths)
	below, err := d.digest(set.Transitive)
	return digestOf(append(paths, below)), err
}

func digestOf(parts []string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}
