package ring

var Inside interface{}

func inside() { Of(1) }

var _ = inside
