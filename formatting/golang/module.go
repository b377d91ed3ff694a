package golang

import "golang.org/x/mod/modfile"

// A Module is the part of a go.mod that formatting depends on.
type Module struct {
	LangVersion string // as in Options
	Path        string
}

// ReadModule reads a go.mod like the gofumpt command. The result is the zero
// Module if it does not parse.
func ReadModule(text []byte) Module {
	file, err := modfile.ParseLax("go.mod", text, nil)
	if err != nil {
		return Module{}
	}
	m := Module{LangVersion: "go1.16"} // the default of a module without a go directive
	if file.Go != nil {
		m.LangVersion = "go" + file.Go.Version
	}
	if file.Module != nil {
		m.Path = file.Module.Mod.Path
	}
	return m
}
