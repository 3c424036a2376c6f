package shape

// skip reads a value of any type. What holds everywhere is checked in it too: no member twice, numbers that are
// finite, and not too deep.
func (c *checker) skip() bool {
	first := c.next()
	if c.at >= len(c.data) {
		return c.unexpected()
	}
	switch typeOf(first) {
	case "object":
		return c.freeObject()
	case "array":
		return c.array(&value{kind: kindFreeArray})
	case "string":
		t, ok := c.str()
		return ok && (!t.hasNUL() || c.report(NUL))
	case "number":
		number, ok := c.number()
		return ok && (isFinite(number, 64) || c.report("Number is too large"))
	case "null":
		return c.literal("null")
	case "boolean":
		if first == 't' {
			return c.literal("true")
		}
		return c.literal("false")
	}
	return c.unexpected()
}

var anyMap = value{kind: kindMap, item: &anything, key: &value{kind: kindString}}

func (c *checker) freeObject() bool { return c.mapping(&anyMap) }
