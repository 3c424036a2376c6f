package toolsearch

import (
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"
)

// mostCallers is of how many kinds of callers it is remembered which tools they may call: a quarter of a byte for each tool, so 12.5 kB
// where there are 50,000.
const mostCallers = 256

// callers remembers which tools of an index callers may call. It is safe for concurrent use.
type callers struct {
	alike *lru.Cache[any, *answers]
}

func newCallers() *callers {
	alike, err := lru.New[any, *answers](mostCallers)
	if err != nil { // only a size below one is refused
		panic(err)
	}
	return &callers{alike}
}

// asked returns what reports whether the caller may call the tool with a number, which is in the index.
func (c *callers) asked(caller Caller, x *index) func(id uint32) bool {
	ask := func(id uint32) bool { return caller.May(x.tools[id].access()) }
	if caller.Alike == nil {
		return ask
	}
	known := c.of(caller.Alike, len(x.tools))
	return func(id uint32) bool {
		if may, told := known.get(id); told {
			return may
		}
		may := ask(id)
		known.put(id, may)
		return may
	}
}

// of returns what is known of such callers, with room for that many tools.
func (c *callers) of(alike any, tools int) *answers {
	known, _ := c.alike.Get(alike)
	if known == nil || !known.holds(tools) {
		known = known.grown(tools)
		c.alike.Add(alike, known)
	}
	return known
}

// answers are two bits for each tool: whether it was asked about, and whether it may be called.
type answers []atomic.Uint32

const (
	bitsEach = 2
	inWord   = 32 / bitsEach
	told     = 1
	allowed  = 2
)

func (a *answers) holds(tools int) bool { return len(*a)*inWord >= tools }

// grown returns answers with room for so many tools and half as many more, in which stands what is known.
func (a *answers) grown(tools int) *answers {
	larger := make(answers, (tools+tools/2)/inWord+1)
	if a != nil {
		for i := range *a {
			larger[i].Store((*a)[i].Load())
		}
	}
	return &larger
}

func (a *answers) get(id uint32) (may, known bool) {
	bits := (*a)[id/inWord].Load() >> (id % inWord * bitsEach)
	return bits&allowed != 0, bits&told != 0
}

func (a *answers) put(id uint32, may bool) {
	bits := uint32(told)
	if may {
		bits |= allowed
	}
	(*a)[id/inWord].Or(bits << (id % inWord * bitsEach))
}
