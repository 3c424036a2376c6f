package offering

import (
	"slices"

	"github.com/salaatflow/platform/services/toolspec"
)

// door is what two paths have in common before their segments are compared.
type door struct{ verb, suffix string }

func doorOf(path pathClaim) door { return door{path.Verb, path.Suffix()} }

// pathNode holds the paths that begin with the same segments: those that end here, and those that go on, by the next one.
type pathNode struct {
	ends []heldPath
	next map[string]*pathNode
}

// heldPath is who holds a path.
type heldPath struct{ key, service string }

func (n *pathNode) add(segments []string, held heldPath) {
	if len(segments) == 0 {
		n.ends = append(n.ends, held)
		return
	}
	if n.next == nil {
		n.next = map[string]*pathNode{}
	}
	if n.next[segments[0]] == nil {
		n.next[segments[0]] = &pathNode{}
	}
	n.next[segments[0]].add(segments[1:], held)
}

// remove removes what a key holds, and reports whether nothing is left.
func (n *pathNode) remove(segments []string, key string) (empty bool) {
	if len(segments) == 0 {
		n.ends = slices.DeleteFunc(n.ends, func(h heldPath) bool { return h.key == key })
	} else if next := n.next[segments[0]]; next != nil && next.remove(segments[1:], key) {
		delete(n.next, segments[0])
	}
	return len(n.ends) == 0 && len(n.next) == 0
}

// otherThan returns another service that holds a path which overlaps with segments, as toolspec.Template.Overlaps says; empty
// for none.
func (n *pathNode) otherThan(service string, segments []string) (holder string) {
	if n == nil {
		return ""
	}
	if holder = n.next[toolspec.AnySegments].anyOther(service); holder != "" {
		return holder
	}
	if len(segments) == 0 {
		return otherOf(n.ends, service)
	}
	switch segments[0] {
	case toolspec.AnySegments:
		return n.anyOther(service)
	case toolspec.AnySegment:
		for _, next := range n.next {
			if holder = next.otherThan(service, segments[1:]); holder != "" {
				return holder
			}
		}
		return ""
	}
	if holder = n.next[segments[0]].otherThan(service, segments[1:]); holder != "" {
		return holder
	}
	return n.next[toolspec.AnySegment].otherThan(service, segments[1:])
}

// anyOther returns another service that holds a path here or below.
func (n *pathNode) anyOther(service string) (holder string) {
	if n == nil {
		return ""
	}
	if holder = otherOf(n.ends, service); holder != "" {
		return holder
	}
	for _, next := range n.next {
		if holder = next.anyOther(service); holder != "" {
			return holder
		}
	}
	return ""
}

func otherOf(held []heldPath, service string) string {
	if i := slices.IndexFunc(held, func(h heldPath) bool { return h.service != service }); i >= 0 {
		return held[i].service
	}
	return ""
}
