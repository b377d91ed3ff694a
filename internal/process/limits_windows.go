package process

// Init is for other systems: a job has the limits here.
func Init() {}

func noMemoryLimit() string  { return "" }
func noProcessLimit() string { return "" }
func noFileLimits() string   { return "Windows has no such limit" }
func noCPULimit() string     { return "" }
