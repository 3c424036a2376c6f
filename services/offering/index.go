package offering

import (
	"iter"
	"slices"
	"strings"
)

// Index is what definitions claim, each under a key, so that a candidate is compared with all of them in a time that does not
// grow with how many there are. The zero Index is empty. It is for one goroutine at a time.
type Index struct {
	claims map[string]Claims // by key
	names  map[space][]heldName
	paths  map[door]*pathNode
}

// heldName is who holds a name: the definition of a key, which is a service's, as its kind.
type heldName struct {
	key, service string
	kind         Kind
}

// Has reports whether there are claims under a key.
func (x *Index) Has(key string) bool {
	_, has := x.claims[key]
	return has
}

// IsFree reports whether Check would accept the claims under a key that Has is true of.
func (x *Index) IsFree(key string) bool { return x.Check(x.claims[key]) == nil }

// Add adds claims under a key that there is none of yet.
func (x *Index) Add(key string, claims Claims) {
	if x.claims == nil {
		x.claims, x.names, x.paths = map[string]Claims{}, map[space][]heldName{}, map[door]*pathNode{}
	}
	claims = claims.compact()
	x.claims[key] = claims
	for _, c := range claims.names {
		x.names[c.space()] = append(x.names[c.space()], heldName{key: key, service: claims.service, kind: c.kind})
	}
	for _, path := range claims.paths {
		at := doorOf(path)
		if x.paths[at] == nil {
			x.paths[at] = &pathNode{}
		}
		x.paths[at].add(path.Segments(), heldPath{key: key, service: claims.service})
	}
}

// Remove removes the claims under a key, if there are any.
func (x *Index) Remove(key string) {
	claims := x.claims[key]
	delete(x.claims, key)
	for _, c := range claims.names {
		held := slices.DeleteFunc(x.names[c.space()], func(h heldName) bool { return h.key == key })
		if len(held) == 0 {
			delete(x.names, c.space())
			continue
		}
		x.names[c.space()] = held
	}
	for _, path := range claims.paths {
		if at := doorOf(path); x.paths[at] != nil && x.paths[at].remove(path.Segments(), key) {
			delete(x.paths, at)
		}
	}
}

// Check refuses a definition that claims what another service holds. Versions of one service do not compete: the next version
// may rename a tool and keep the old name as an alias while the old version still runs.
func (x *Index) Check(candidate Claims) error {
	for taken := range x.conflicts(candidate) {
		return taken
	}
	return nil
}

func (x *Index) conflicts(candidate Claims) iter.Seq[*NameTakenError] {
	return func(yield func(*NameTakenError) bool) {
		for _, c := range candidate.names {
			held := x.names[c.space()]
			i := slices.IndexFunc(held, func(h heldName) bool { return h.service != candidate.service })
			if i >= 0 && !yield(&NameTakenError{Name: c.name, Holder: held[i].service, Claim: c.kind, Held: held[i].kind, By: c.by}) {
				return
			}
		}
		for _, path := range candidate.paths {
			holder := x.paths[doorOf(path)].otherThan(candidate.service, path.Segments())
			taken := &NameTakenError{Name: path.String(), Holder: holder, Claim: KindPath, Held: KindPath, By: path.by}
			if holder != "" && !yield(taken) {
				return
			}
		}
	}
}

// compact returns the claims without the memory of the definition that they were read from.
func (c Claims) compact() Claims {
	compact := Claims{service: strings.Clone(c.service), names: slices.Clone(c.names), paths: slices.Clone(c.paths)}
	for i := range compact.names {
		compact.names[i].name = strings.Clone(compact.names[i].name)
		compact.names[i].by = "" // only a candidate is told by what
	}
	for i := range compact.paths {
		compact.paths[i].by = ""
	}
	return compact
}
