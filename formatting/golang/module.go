package golang

import "golang.org/x/mod/modfile"

// A Module is what formatting depends on in a go.mod.
type Module struct {
	LangVersion string // as Options have it
	Path        string
}

// ReadModule reads a go.mod, as the gofumpt command does. One that does not
// parse is that of no module.
func ReadModule(text []byte) Module {
	file, err := modfile.ParseLax("go.mod", text, nil)
	if err != nil {
		return Module{}
	}
	m := Module{LangVersion: "go1.16"} // what a module has that says nothing
	if file.Go != nil {
		m.LangVersion = "go" + file.Go.Version
	}
	if file.Module != nil {
		m.Path = file.Module.Mod.Path
	}
	return m
}
