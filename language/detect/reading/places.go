package reading

import (
	"math"
	"strings"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/language/spelling"
)

// Place is an area or a city, and the tokens that name them.
type Place struct {
	Area, City     string
	AreaAt, CityAt Span
}

// places knows areas and cities by the keys of their names.
type places struct {
	atlas         *gazetteer.Gazetteer
	areas, cities map[string]string
	nearly        map[string][]string        // from a key with a letter left out to the keys of areas
	longest       int                        // tokens in a name of an area
	longestCity   int                        // tokens in a name of a city
	areasBegin    beginnings                 // of the keys of areas
	citiesBegin   beginnings                 // of the keys of cities
	first         [256]bool                  // by the first byte of an area's key
	sizes         [256][longestNear + 1]bool // by the first byte and the number of bytes that a misspelt key may have
}

func newPlaces(g *gazetteer.Gazetteer) *places {
	p := &places{atlas: g, areas: map[string]string{}, cities: map[string]string{}, nearly: map[string][]string{}}
	for _, area := range g.Areas() {
		for _, name := range append([]string{area.Name, area.Urdu}, area.Spellings()...) {
			p.longest = max(p.longest, p.add(p.areas, name, area.Name)+1)
		}
	}
	for key := range p.areas {
		p.areasBegin.add([]byte(key))
		p.first[key[0]] = true
		if len(key) >= leastNear && len(key) < longestNear {
			for size := len(key) - 1; size <= len(key)+1; size++ {
				p.sizes[key[0]][size] = true
			}
			p.nearly[key] = append(p.nearly[key], key)
			for i := range key {
				part := key[:i] + key[i+1:]
				p.nearly[part] = append(p.nearly[part], key)
			}
		}
	}
	for _, city := range g.Cities() {
		for _, name := range append([]string{city.Name, city.Urdu}, city.Spellings()...) {
			p.longestCity = max(p.longestCity, p.add(p.cities, name, city.Name)+1)
		}
	}
	for key := range p.cities {
		p.citiesBegin.add([]byte(key))
	}
	return p
}

// add makes a place known by a name, and returns how many tokens that has.
func (p *places) add(index map[string]string, name, canonical string) int {
	tokens := text.Parse(strings.ReplaceAll(name, ".", " ")).Tokens
	key := l.KeysOf(tokens).Run(0, len(tokens))
	if _, taken := index[string(key)]; !taken && len(key) > 0 {
		index[string(key)] = canonical
	}
	return len(tokens)
}

// find finds the longest name of an area, and the city, in a sentence.
func (p *places) find(s *Reading) (found Place) {
	longest, word := 0, 0
	for from := range s.Tokens {
		for word < len(s.Words)-1 && s.Words[word].Last < from {
			word++
		}
		known := p.areasBegin.longest(s.Key(from))
		if known == 0 && (!p.first[s.Key(from)[0]] || !s.strange(word, from+1)) {
			continue
		}
		for length := min(p.longest, len(s.Tokens)-from); length > longest; length-- {
			key := s.Keys.Run(from, from+length)
			area, ok := "", false
			if len(key) <= known {
				area, ok = p.areas[string(key)]
			}
			if !ok && p.maybeNear(key) && s.strange(word, from+length) {
				area, ok = p.near(key)
			}
			if ok {
				longest = length
				found.Area, found.AreaAt = area, Span{from, s.partOf(from + length)}
			}
		}
	}
	city, at := p.findCity(s, Span{})
	if found.Area == "" {
		return Place{City: city, CityAt: at}
	}
	if at.From <= found.AreaAt.From && at.To >= found.AreaAt.To && at.To-at.From > found.AreaAt.To-found.AreaAt.From {
		return Place{City: city, CityAt: at} // Johor Bahru is no Johar
	}
	found.City, found.CityAt = p.findCity(s, found.AreaAt)
	return found
}

// findCity finds the city whose name is of the most words: kuala lumpur, new york city.
func (p *places) findCity(s *Reading, area Span) (city string, at Span) {
	for from := range s.Tokens {
		known := p.citiesBegin.longest(s.Key(from))
		if known == 0 {
			continue
		}
		for length := min(p.longestCity, len(s.Tokens)-from); length > at.To-at.From; length-- {
			key, in := s.Keys.Run(from, from+length), Span{from, from + length}
			if len(key) > known || area.Touches(in) || length == 1 && !s.longEnough(from) || s.broken(in) {
				continue
			}
			if named, ok := p.cities[string(key)]; ok && (named == "Karachi" || !s.besideMasjid(from)) {
				city, at = named, in
			}
		}
	}
	return city, at
}

// longEnough says whether a token is no short word, or stands where a place is named so that it is short for one: lhr me, in isb, khi fajr.
func (s *Reading) longEnough(token int) bool {
	const long, least = 4, 3
	length := len(s.Tokens[token].Norm)
	if length >= long {
		return true
	}
	w := s.WordAt(token)
	if length < least || w >= len(s.Words) || !s.Bare(w) && !s.Is(w, l.City) {
		return false
	}
	led := s.Is(w-1, l.In, l.Near) && !s.Parted(w) && s.Words[w-1].Languages&l.English != 0
	asked := s.Is(w-1, l.Prayer, l.Namaz, l.Time, l.Timetable) || s.Is(w+1, l.Prayer, l.Namaz, l.Timetable, l.Iftar, l.Sehri, l.Masjids)
	return led || asked || s.Is(w+1, l.In, l.Ka) && !s.Parted(w+1)
}

// broken says whether a clause ends within a run of tokens. A stop that shortens a word ends none: D.G. Khan, St. Petersburg.
func (s *Reading) broken(at Span) bool {
	for i := at.From + 1; i < at.To; i++ {
		shortens := len(s.Tokens[i-1].Norm) <= 2 && s.Tokens[i].Before&^(text.Stop|text.Space) == 0
		if s.Tokens[i].Before.Ends() && !shortens {
			return true
		}
	}
	return false
}

// longestNear is the greatest number of bytes of a key that is compared.
const longestNear = 40

// leastNear is the least number of bytes of an area's key that may be misspelt.
const leastNear = 7

// maybeNear says whether an area's name begins with the same letter and is about as long.
func (p *places) maybeNear(key []byte) bool {
	return len(key) >= leastNear-1 && len(key) <= longestNear && p.sizes[key[0]][len(key)]
}

// near finds the area that was meant if one letter of its name is wrong, but for the first. Areas that are equally near
// are none.
func (p *places) near(key []byte) (area string, ok bool) {
	var room [96]byte
	for i := -1; i < len(key); i++ {
		part := key
		if i >= 0 {
			part = append(append(room[:0], key[:i]...), key[i+1:]...)
		}
		for _, known := range p.nearly[string(part)] {
			if known[0] != key[0] || spelling.Distance(known, string(key), 1) > 1 {
				continue
			}
			if area != "" && area != p.areas[known] {
				return "", false
			}
			area = p.areas[known]
		}
	}
	return area, area != ""
}

// strange says whether the words from one on, up to a token, are such that at least one is known to nobody, and none is anything that
// stands in no name.
func (s *Reading) strange(word, to int) bool {
	strange := false
	for i := word; i < len(s.Words) && s.Words[i].First < to; i++ {
		w := &s.Words[i]
		if s.Tokens[w.First].Script == text.Number || !nameable.HasAll(w.Concepts) {
			return false
		}
		strange = strange || w.Concepts.Empty()
	}
	return strange
}

// nameable are the concepts of words that names of areas hold too: new, town, garden.
var nameable = l.Set{}.With(l.Area, l.New, l.Foreign, l.Good)

// partOf finds where the words end that say which part of an area is meant: phase 6, block 13-D, no. 3.
func (s *Reading) partOf(i int) int {
	for i+1 < len(s.Tokens) && s.Forms.AreaParts[s.Tokens[i].Norm] && (s.Tokens[i+1].Script == text.Number ||
		len(s.Tokens[i+1].Norm) <= 2) {
		i += 2
		if i < len(s.Tokens) && len(s.Tokens[i].Norm) == 1 && s.Tokens[i].Before&text.Space == 0 {
			i++
		}
	}
	return i
}

// besideMasjid says whether a token stands beside the word masjid, or is joined to another: it is a name then.
func (s *Reading) besideMasjid(token int) bool {
	for _, w := range s.Words {
		if w.Concepts.Has(l.Masjid) && (w.Last == token-1 || w.First == token+1) {
			return true
		}
	}
	if token == 0 {
		return false
	}
	return s.Forms.Annexing[s.Tokens[token-1].Norm]
}

// beginnings are those of keys, each with how many bytes the longest key has that begins so: most words are known for no name without a
// look-up.
type beginnings [1 << 12]uint8

// leastBeginning is how many bytes of a key are a beginning.
const leastBeginning = 3

func (b *beginnings) add(key []byte) {
	if len(key) >= leastBeginning {
		at := &b[placeOf(key)]
		*at = max(*at, uint8(min(len(key), math.MaxUint8)))
	}
}

// longest is how many bytes a key may have that begins as a token's does; 0 for none. What begins with a token that is too short to tell
// may have any.
func (b *beginnings) longest(key []byte) int {
	if len(key) < leastBeginning {
		return math.MaxUint8
	}
	return int(b[placeOf(key)])
}

func placeOf(key []byte) int {
	return (int(key[0])*961 + int(key[1])*31 + int(key[2])) % len(beginnings{})
}

// Key is the key of a token, which all its spellings have.
func (s *Reading) Key(i int) []byte { return s.Keys.Of(i) }
