package lint

// Windows reports whether the image of a stage is one of Windows, as far as its name, its platform or the escape character
// tell.
func (s *Stage) Windows() bool { return s.windows }
