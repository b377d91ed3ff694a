package unchecked

var Unchecked interface{}
