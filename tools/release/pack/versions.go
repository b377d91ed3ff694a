package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/bazelbuild/buildtools/build"
	"golang.org/x/mod/semver"
)

// tableName is the dict of the table: version -> platform -> digest.
const tableName = "VERSIONS"

// addVersion returns the text of a .bzl file whose dict VERSIONS has, or is
// given, the digests of a version, by platform. The dict keeps the highest
// version first; all else in the file stays. path is for errors only.
func addVersion(path string, text []byte, version string, digests map[string]string) ([]byte, error) {
	if !semver.IsValid("v" + version) {
		return nil, fmt.Errorf("version %q: not a semantic version such as 1.2.3", version)
	}
	if len(digests) == 0 {
		return nil, errors.New("no archives")
	}
	file, err := build.ParseBzl(path, text)
	if err != nil {
		return nil, err
	}
	table, err := tableOf(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(table.List) == 0 {
		// Without positions, it is printed like a new dict, not on one line
		// like the empty dict.
		table.ForceMultiLine, table.Start, table.End.Pos = true, build.Position{}, build.Position{}
	}
	entry := dictOf(digests)
	for i, pair := range table.List {
		key, ok := pair.Key.(*build.StringExpr)
		if !ok {
			return nil, fmt.Errorf("%s: %s: a key is not a string", path, tableName)
		}
		switch semver.Compare("v"+version, "v"+key.Value) {
		case 0:
			pair.Value = entry
			return build.Format(file), nil
		case 1:
			table.List = slices.Insert(table.List, i, pairOf(version, entry))
			return build.Format(file), nil
		}
	}
	table.List = append(table.List, pairOf(version, entry))
	return build.Format(file), nil
}

func tableOf(file *build.File) (*build.DictExpr, error) {
	for _, stmt := range file.Stmt {
		assign, ok := stmt.(*build.AssignExpr)
		if !ok {
			continue
		}
		name, ok := assign.LHS.(*build.Ident)
		if !ok || name.Name != tableName {
			continue
		}
		if dict, ok := assign.RHS.(*build.DictExpr); ok {
			return dict, nil
		}
	}
	return nil, fmt.Errorf("has no dict %s", tableName)
}

func dictOf(digests map[string]string) *build.DictExpr {
	dict := &build.DictExpr{ForceMultiLine: true}
	for _, platform := range slices.Sorted(maps.Keys(digests)) {
		dict.List = append(dict.List, pairOf(platform, &build.StringExpr{Value: digests[platform]}))
	}
	return dict
}

func pairOf(key string, value build.Expr) *build.KeyValueExpr {
	return &build.KeyValueExpr{Key: &build.StringExpr{Value: key}, Value: value}
}
