package report

// A Progress shows a person how far a run is.
type Progress interface {
	// Say prints a line, which begins with the name of the program.
	Say(format string, args ...any)
	// Tick shows how long a step takes until stop is called.
	Tick(what string) (stop func())
	// ProgressDone clears the progress of a step.
	ProgressDone()
}
