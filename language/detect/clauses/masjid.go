package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
)

// findMasjid finds the name of a masjid: what stands beside the word masjid and is no other word, or what is said to be
// a name.
func (s *Clauses) findMasjid() {
	if !s.Has(l.Masjid) {
		return
	}
	if i := s.Find(l.Called); i >= 0 {
		if s.Masjid = s.calledName(i); !s.Masjid.Empty() {
			s.notPlaces(s.Masjid)
			return
		}
	}
	for i := range s.Words {
		if !s.Is(i, l.Masjid) || s.Is(i, l.Masjids) {
			continue
		}
		from, to := s.nameBefore(i), i
		if from < i && !s.Parted(from) {
			from--
		}
		if from < i || to > i+1 {
			s.Masjid = reading.Span{From: s.Words[from].First, To: s.Words[to-1].Last + 1}
			s.notPlaces(s.Masjid)
			return
		}
	}
	if i := s.Find(l.Name); i >= 0 && s.Bare(i+1) && !s.Has(l.My, l.Masjids) {
		s.Masjid = s.nameFrom(i + 1)
	}
}

// notPlaces takes back places that are part of a masjid's name.
func (s *Clauses) notPlaces(name reading.Span) {
	if name.Touches(s.Place.CityAt) && s.Place.City != "Karachi" {
		s.Place.City, s.Place.CityAt = "", reading.Span{}
	}
}

// calledName reads "called Tooba", "Tooba naam ki masjid", "with Memon in the name".
func (s *Clauses) calledName(i int) reading.Span {
	to := i
	for s.Is(to-1, l.Ka) {
		to--
	}
	from := to
	for from > 0 && s.named(from-1) && !s.Parted(from) || from > 1 && s.Joins(from-1) && s.named(from-2) {
		from--
	}
	if from == to {
		if s.named(i + 1) {
			return s.nameFrom(i + 1)
		}
		return reading.Span{}
	}
	return reading.Span{From: s.Words[from].First, To: s.Words[to-1].Last + 1}
}

func (s *Clauses) nameFrom(from int) reading.Span {
	to := from
	for to < len(s.Words) && !s.Parted(to) {
		to++
	}
	return reading.Span{From: s.Words[from].First, To: s.Words[to-1].Last + 1}
}

// named says whether a word may be part of a name: nothing else is known of it, or it stands as in a name. Capitals tell
// nothing: people leave them out or write nothing else.
func (s *Clauses) named(i int) bool {
	if i < 0 || i >= len(s.Words) {
		return false
	}
	token := s.Tokens[s.Words[i].First]
	return s.Bare(i) && len(token.Norm) > 1 || s.Forms.NameEnds[token.Norm] && s.Bare(i-1) && !s.Parted(i)
}

// Joins says whether a word joins the parts of a name: e, ul, al.
func (s *Clauses) Joins(i int) bool {
	return s.Forms.NameJoints[s.Norm(i)]
}

func (s *Clauses) nameBefore(masjid int) int {
	from := masjid
	for from > 0 && s.namesUpTo(from-1) {
		from--
	}
	return from
}

// namesUpTo says whether a word is of the name that ends with it: Faizan, Faizan-e, a soft word behind these.
func (s *Clauses) namesUpTo(i int) bool {
	return s.named(i)
}
