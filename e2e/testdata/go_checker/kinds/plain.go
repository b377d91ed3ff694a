package native

var Plain interface{} = native
