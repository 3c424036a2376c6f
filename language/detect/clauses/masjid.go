package clauses

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
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
		from, to := s.nameBefore(i), s.nameAfter(i)
		if s.Is(i-1, l.Which, l.Any, l.All) && s.Language != meaning.English {
			to = i + 1 // konsi masjid parti hai
		}
		if from < i && s.beginsName(from-1) && !s.Parted(from) {
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
	if s.named(i+1) && s.Words[i].Languages&l.English != 0 {
		return s.nameFrom(i + 1)
	}
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
	for to < len(s.Words) && (s.named(to) || s.Joins(to) && s.named(to+1)) && (to == from || !s.Parted(to)) {
		to++
	}
	if to == from {
		return reading.Span{}
	}
	if s.Is(to, l.Masjid) {
		to++
	}
	return reading.Span{From: s.Words[from].First, To: s.Words[to-1].Last + 1}
}

// named says whether a word may be part of a name: nothing else is known of it, or it stands as in a name. Capitals tell
// nothing: people leave them out or write nothing else.
func (s *Clauses) named(i int) bool {
	if i < 0 || i >= len(s.Words) || s.Place.AreaAt.Holds(s.Words[i].First) || s.Place.City == "Karachi" &&
		s.Place.CityAt.Holds(s.Words[i].First) {
		return false
	}
	token := s.Tokens[s.Words[i].First]
	if token.Script == text.Number || s.Forms.Relatives[token.Norm] {
		return false
	}
	return s.Bare(i) && len(token.Norm) > 1 || s.Forms.NameEnds[token.Norm] && s.Bare(i-1) && !s.Parted(i)
}

// Joins says whether a word joins the parts of a name: e, ul, al.
func (s *Clauses) Joins(i int) bool {
	return s.Forms.NameJoints[s.Norm(i)]
}

func (s *Clauses) nameBefore(masjid int) int {
	from := masjid
	for from > 0 && !s.Parted(from) && s.namesUpTo(from-1) {
		from--
	}
	return from
}

// beginsName says whether a word that means something else may begin the name that follows it: New Memon Masjid, and where a clause begins
// do darwaza masjid.
func (s *Clauses) beginsName(i int) bool {
	return s.Is(i, l.New) && !s.Is(i-1, l.Any) || i >= 0 && s.Parted(i) && s.Forms.NameNumbers[s.Norm(i)]
}

// soft says whether a word that means something else too may be part of a name between others: Binori Town masjid,
// Faizan e Madina, Bait us Salam.
func (s *Clauses) soft(i int) bool {
	if i < 0 || i >= len(s.Words) || s.Is(i, l.Masjid, l.Ka, l.In, l.Ko, l.Se, l.Is, l.When, l.Where, l.Which) {
		return false
	}
	at := s.Words[i].First
	return s.Is(i, l.Area, l.Greeting, l.CatName, l.Foreign, l.Thanks, l.Good, l.Deed, l.New) || s.Place.CityAt.Holds(at) ||
		s.Is(i, l.Wala) && s.Joins(i-1) // Masjid al Wali
}

func (s *Clauses) nameAfter(masjid int) int {
	to := masjid + 1
	for to < len(s.Words) && !s.Parted(to) && s.namesFrom(to) && !s.HasGot(to) {
		to++
	}
	if to > masjid+1 && s.Is(to, l.Area) && s.Forms.Grammar.Town[s.Norm(to)] {
		to++ // Masjid Binori Town
	}
	return to
}

// OnlyKind says whether a name tells only what kind of masjid it is: jamia, grand, old.
func (s *Clauses) OnlyKind(name reading.Span) bool {
	for i := name.From; i < name.To; i++ {
		if !s.Forms.MasjidKinds[s.Tokens[i].Norm] {
			return false
		}
	}
	return true
}

// namesUpTo says whether a word is of the name that ends with it: Faizan, Faizan-e, a soft word behind these.
func (s *Clauses) namesUpTo(i int) bool {
	kind := s.Is(i+1, l.Masjid) && s.Forms.SoughtKinds[s.Norm(i)]
	joins := s.Joins(i) && s.named(i-1)
	softens := s.soft(i) && (s.named(i-1) || s.Joins(i-1))
	return s.named(i) || kind || joins || softens
}

// namesFrom says whether a word is of the name that goes on with it: Madina, e Madina, ul al Madina, a soft word behind a joint.
func (s *Clauses) namesFrom(i int) bool {
	if s.Joins(i) && (s.named(i+1) || s.soft(i+1) || s.Joins(i+1) && s.named(i+2)) {
		return true
	}
	return s.named(i) || s.Joins(i-1) && s.soft(i)
}
