package process

// state says that nothing can write any more: the job has ended, and all
// processes that could have the pipe open were in it.
func (*pipe) state() (waiting int, open bool) { return 0, false }
