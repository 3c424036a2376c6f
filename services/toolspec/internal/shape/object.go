package shape

import "math/bits"

// seen is the set of the fields of one object that were met, by index.
type seen struct {
	low  uint64
	high []uint64 // for messages of more than 64 fields
}

// add returns false when the field was there before.
func (s *seen) add(index int) bool {
	word := &s.low
	if index >= 64 {
		for len(s.high) < index/64 {
			s.high = append(s.high, 0)
		}
		word = &s.high[index/64-1]
	}
	bit := uint64(1) << (index % 64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

func (s *seen) has(index int) bool {
	if index < 64 {
		return s.low&(1<<index) != 0
	}
	word := index/64 - 1
	return word < len(s.high) && s.high[word]&(1<<(index%64)) != 0
}

func (s *seen) count() int {
	n := bits.OnesCount64(s.low)
	for _, word := range s.high {
		n += bits.OnesCount64(word)
	}
	return n
}

// object checks an object as a message; the place is its opening brace.
func (c *checker) object(m *Message) bool {
	if m.free {
		return c.freeObject()
	}
	if !c.enter() {
		return false
	}
	var met membersMet
	ok := c.members(m, &met)
	met.unknown.explain(m, c.violations)
	return ok && c.missing(m, met.known)
}

// membersMet are the members that one object has.
type membersMet struct {
	known, given seen // given are those of known that are not null
	unknown      unknownKeys
}

// members checks the members up to the end of the object.
func (c *checker) members(m *Message, met *membersMet) bool {
	for first := true; ; first = false {
		name, more, ok := c.member(first)
		if !ok || !more {
			return ok
		}
		if !c.messageMember(m, name, met) {
			return false
		}
	}
}

// member reads up to the value of the next member, or the end of the object.
func (c *checker) member(first bool) (name text, more, ok bool) {
	if c.next() == '}' && c.at < len(c.data) {
		return text{}, false, c.leave()
	}
	if !first && !c.take(',') {
		return text{}, false, false
	}
	if c.next() != '"' {
		return text{}, false, c.unexpected()
	}
	name, ok = c.str()
	if !ok || !c.take(':') {
		return text{}, false, false
	}
	c.next()
	return name, true, true
}

// messageMember checks one member.
func (c *checker) messageMember(m *Message, name text, met *membersMet) bool {
	f, known := m.fields[string(name.raw)]
	if name.escaped {
		f, known = m.fields[name.String()]
	}
	switch {
	case !known && c.writes:
		return false
	case !known:
		shown := shorten(name.String())
		met.unknown.add(shown, len(c.violations))
		return c.reportMember(shown, unrecognized("'"+shown+"'")) && c.within(step{name: shown}, &anything)
	case !met.known.add(f.index):
		return c.reportMember(f.name, "Duplicate key in object: '"+f.name+"'") && c.skip()
	case f.null && c.next() == 'n':
		return c.literal("null")
	}
	met.given.add(f.index)
	if other := f.conflict(&met.given); other != nil {
		message := "Only one of '" + other.name + "' and '" + f.name + "' may be given"
		return c.reportMember(f.name, message) && c.skip()
	}
	return c.within(step{name: f.name}, &f.value)
}

// conflict returns another member of the field's oneof that was given; nil when there is none.
func (f *field) conflict(given *seen) *field {
	for _, other := range f.oneof {
		if other != f && given.has(other.index) {
			return other
		}
	}
	return nil
}

func (c *checker) missing(m *Message, members seen) bool {
	if members.count() == len(m.ordered) {
		return true
	}
	for _, f := range m.ordered {
		if f.required && !members.has(f.index) && !c.reportMember(f.name, "Required") {
			return false
		}
	}
	return true
}

// shorten keeps a caller's own text from filling an answer.
func shorten(name string) string {
	const most = 64
	runes := 0
	for i := range name {
		if runes == most {
			return name[:i] + "…"
		}
		runes++
	}
	return name
}
