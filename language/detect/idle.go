package detect

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// ofNoListOfMine says whether in English a list is only spoken of, and none of mine is asked for: my boss adds ten jobs to her list, I wish
// my list was shorter.
func (s sentence) ofNoListOfMine() bool {
	if s.Language != meaning.English || s.Asks() || s.ordersOrWishes() {
		return false
	}
	list := s.Find(l.List)
	if list < 1 {
		return false
	}
	wished := s.Is(list-1, l.My) && s.Forms.Unmeant.Wish[s.Norm(list-2)] && s.Is(list+1, l.Is)
	return wished || s.Is(list-1, l.Someone) && !s.Parted(list)
}

// ordersOrWishes says whether a deed is ordered or wished.
func (s sentence) ordersOrWishes() bool {
	for _, a := range s.Acts {
		if a.Mood == clauses.Ordered || a.Mood == clauses.Wished {
			return true
		}
	}
	return false
}
