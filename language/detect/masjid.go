package detect

import (
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

// findMasjid finds the name of a masjid: what stands beside the word masjid and is no other word, or what is said to be
// a name.
func (s *clauseReading) findMasjid() {
	if !s.has(l.Masjid) {
		return
	}
	if i := s.find(l.Called); i >= 0 {
		if s.masjid = s.calledName(i); !s.masjid.empty() {
			s.notPlaces(s.masjid)
			return
		}
	}
	for i := range s.words {
		if !s.is(i, l.Masjid) || s.is(i, l.Masjids) {
			continue
		}
		from, to := s.nameBefore(i), s.nameAfter(i)
		if s.is(i-1, l.Which, l.Any, l.All) && s.language != English {
			to = i + 1 // konsi masjid parti hai
		}
		if from < i && s.is(from-1, l.New) && !s.is(from-2, l.Any) && !s.parted(from) {
			from-- // New Memon Masjid
		}
		if from < i || to > i+1 {
			s.masjid = span{s.words[from].First, s.words[to-1].Last + 1}
			s.notPlaces(s.masjid)
			return
		}
	}
	if i := s.find(l.Name); i >= 0 && s.bare(i+1) && !s.has(l.My, l.Masjids) {
		s.masjid = s.nameFrom(i + 1)
	}
}

// notPlaces takes back places that are part of a masjid's name.
func (s *clauseReading) notPlaces(name span) {
	if name.touches(s.place.cityAt) && s.place.city != "Karachi" {
		s.place.city, s.place.cityAt = "", span{}
	}
}

// calledName reads "called Tooba", "Tooba naam ki masjid", "with Memon in the name".
func (s *clauseReading) calledName(i int) span {
	if s.named(i+1) && s.words[i].Languages&l.English != 0 {
		return s.nameFrom(i + 1)
	}
	to := i
	for s.is(to-1, l.Ka) {
		to--
	}
	from := to
	for from > 0 && s.named(from-1) && !s.parted(from) || from > 1 && s.joins(from-1) && s.named(from-2) {
		from--
	}
	if from == to {
		if s.named(i + 1) {
			return s.nameFrom(i + 1)
		}
		return span{}
	}
	return span{s.words[from].First, s.words[to-1].Last + 1}
}

func (s *clauseReading) nameFrom(from int) span {
	to := from
	for to < len(s.words) && (s.named(to) || s.joins(to) && s.named(to+1)) && (to == from || !s.parted(to)) {
		to++
	}
	if to == from {
		return span{}
	}
	if s.is(to, l.Masjid) {
		to++
	}
	return span{s.words[from].First, s.words[to-1].Last + 1}
}

// named says whether a word may be part of a name: nothing else is known of it, or it stands as in a name. Capitals tell
// nothing: people leave them out or write nothing else.
func (s *clauseReading) named(i int) bool {
	if i < 0 || i >= len(s.words) || s.place.areaAt.holds(s.words[i].First) || s.place.city == "Karachi" &&
		s.place.cityAt.holds(s.words[i].First) {
		return false
	}
	token := s.Tokens[s.words[i].First]
	if token.Script == text.Number || s.forms.Relatives[token.Norm] {
		return false
	}
	return s.bare(i) && len(token.Norm) > 1
}

// joins says whether a word joins the parts of a name: e, ul, al.
func (s *clauseReading) joins(i int) bool {
	return s.forms.NameJoints[s.norm(i)]
}

func (s *clauseReading) nameBefore(masjid int) int {
	from := masjid
	for from > 0 && !s.parted(from) && s.namesUpTo(from-1) {
		from--
	}
	return from
}

// soft says whether a word that means something else too may be part of a name between others: Binori Town masjid,
// Faizan e Madina, Bait us Salam.
func (s *clauseReading) soft(i int) bool {
	if i < 0 || i >= len(s.words) || s.is(i, l.Masjid, l.Ka, l.In, l.Ko, l.Se, l.Is, l.When, l.Where, l.Which) {
		return false
	}
	at := s.words[i].First
	return s.is(i, l.Area, l.Greeting, l.CatName, l.Foreign, l.Thanks, l.Good, l.Deed, l.New) || s.place.cityAt.holds(at)
}

// beginsMasjid says whether the name of a masjid begins with a word: Jamia, Baitul.
func (s *clauseReading) beginsMasjid(i int) bool {
	form := s.norm(i)
	return strings.HasPrefix(form, "bait") && len(form) <= len("baitush") || s.forms.MasjidBeginnings[form]
}

// bareName finds the name of a masjid that stands without the word masjid, by how it is built: Baitul Mukarram, Faizan e
// Madina.
func (s *clauseReading) bareName() span {
	for i := range s.words {
		if !s.named(i) || s.timeAt(s.words[i].First) != nil {
			continue
		}
		to := i + 1
		if s.beginsMasjid(i) && to < len(s.words) && !s.parted(to) && (s.named(to) || s.soft(to)) {
			to++
		}
		for to+1 < len(s.words) && !s.parted(to) && s.joins(to) && (s.named(to+1) || s.soft(to+1)) {
			to += 2
		}
		if to > i+1 {
			return span{s.words[i].First, s.words[to-1].Last + 1}
		}
	}
	return span{}
}

// soughtName is what stands in a search and is no other word.
func (s *clauseReading) soughtName() span {
	best := span{}
	for i := 0; i < len(s.words); i++ {
		if s.is(i, l.For, l.About) && s.words[i].Languages&l.English != 0 {
			if name := s.nameFrom(i + 1); !name.empty() && !name.touches(s.place.cityAt) {
				return name
			}
		}
		if name := s.nameFrom(i); !name.empty() && !name.touches(s.place.cityAt) && name.to-name.from > best.to-best.from {
			best = name
		}
	}
	return best
}

func (s *clauseReading) nameAfter(masjid int) int {
	to := masjid + 1
	for to < len(s.words) && !s.parted(to) && s.namesFrom(to) {
		to++
	}
	if to > masjid+1 && s.is(to, l.Area) && s.Tokens[s.words[to].First].Norm == "town" {
		to++ // Masjid Binori Town
	}
	return to
}

// onlyKind says whether a name tells only what kind of masjid it is: jamia, grand, old.
func (s *clauseReading) onlyKind(name span) bool {
	for i := name.from; i < name.to; i++ {
		if !s.forms.MasjidKinds[s.Tokens[i].Norm] {
			return false
		}
	}
	return true
}

// namesUpTo says whether a word is of the name that ends with it: Faizan, Faizan-e, a soft word behind these.
func (s *clauseReading) namesUpTo(i int) bool {
	return s.named(i) || s.joins(i) && s.named(i-1) || s.soft(i) && (s.named(i-1) || s.joins(i-1))
}

// namesFrom says whether a word is of the name that goes on with it: Madina, e Madina, ul al Madina, a soft word behind a joint.
func (s *clauseReading) namesFrom(i int) bool {
	if s.joins(i) && (s.named(i+1) || s.soft(i+1) || s.joins(i+1) && s.named(i+2)) {
		return true
	}
	return s.named(i) || s.joins(i-1) && s.soft(i)
}
