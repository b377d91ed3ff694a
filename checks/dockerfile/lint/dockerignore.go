package lint

// Dockerignore returns the .dockerignore that holds for the file, and its path; both are empty where there is none.
func (f *File) Dockerignore() (path string, content []byte) { return f.settings.Dockerignore() }
