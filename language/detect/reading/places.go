package reading

import (
	"fmt"
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
	areas, cities map[string]string
	nearly        map[string][]string        // from a key with a letter left out to the keys of areas
	longest       int                        // tokens in a name of an area
	longestKey    int                        // bytes in its key
	longestCity   int                        // tokens in a name of a city
	areasBegin    beginnings                 // of the keys of areas
	citiesBegin   beginnings                 // of the keys of cities
	first         [256]bool                  // by the first byte of an area's key
	sizes         [256][longestNear + 1]bool // by the first byte and the number of bytes that a misspelt key may have
}

func newPlaces() (*places, error) {
	g, err := gazetteer.New()
	if err != nil {
		return nil, fmt.Errorf("gazetteer: %w", err)
	}
	p := &places{areas: map[string]string{}, cities: map[string]string{}, nearly: map[string][]string{}}
	for _, area := range g.Areas() {
		for _, name := range append([]string{area.Name, area.Urdu}, area.Spellings()...) {
			p.longest = max(p.longest, p.add(p.areas, name, area.Name)+1)
		}
	}
	for key := range p.areas {
		p.areasBegin.add([]byte(key))
		p.longestKey = max(p.longestKey, len(key))
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
	return p, nil
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
	longest := 0
	for from := range s.Tokens {
		if !p.mayBegin(s, from) {
			continue
		}
		for length := min(p.longest, len(s.Tokens)-from); length > longest; length-- {
			if area, ok := p.areaIn(s, from, from+length); ok {
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

// areaIn finds the area that some tokens name, perhaps with a letter wrong.
func (p *places) areaIn(s *Reading, from, to int) (area string, ok bool) {
	key := s.Keys.Run(from, to)
	if len(key) <= p.longestKey {
		area, ok = p.areas[string(key)]
	}
	if !ok && s.strange(from, to) {
		return p.near(key)
	}
	return area, ok
}

// findCity finds the city whose name is of the most words: kuala lumpur, new york city.
func (p *places) findCity(s *Reading, area Span) (city string, at Span) {
	for from := range s.Tokens {
		if !p.citiesBegin.may(s.Key(from)) {
			continue
		}
		for length := min(p.longestCity, len(s.Tokens)-from); length > at.To-at.From; length-- {
			in := Span{from, from + length}
			if area.Touches(in) || length == 1 && len(s.Tokens[from].Norm) < 4 || s.broken(in) {
				continue
			}
			if named, ok := p.cities[string(s.Keys.Run(from, in.To))]; ok && (named == "Karachi" || !s.besideMasjid(from)) {
				city, at = named, in
			}
		}
	}
	return city, at
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

// near finds the area that was meant if one letter of its name is wrong, but for the first. Areas that are equally near
// are none.
func (p *places) near(key []byte) (area string, ok bool) {
	var room [96]byte
	if len(key) < leastNear-1 || len(key) > longestNear || !p.sizes[key[0]][len(key)] {
		return "", false
	}
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

// strange says whether tokens are words of which at least one is known to nobody, and none is anything that stands in no
// name.
func (s *Reading) strange(from, to int) bool {
	strange := false
	for i := range s.Words {
		w := &s.Words[i]
		if w.Last < from {
			continue
		}
		if w.First >= to {
			break
		}
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

// mayBegin says whether the name of an area may begin with a token.
func (p *places) mayBegin(s *Reading, i int) bool {
	key := s.Key(i)
	return p.areasBegin.may(key) || p.first[key[0]] && s.strange(i, i+1)
}

// beginnings are those of keys, so that most words are known for none without a look-up.
type beginnings [1 << 12]bool

// leastBeginning is how many bytes of a key are a beginning.
const leastBeginning = 3

func (b *beginnings) add(key []byte) {
	if len(key) >= leastBeginning {
		b[placeOf(key)] = true
	}
}

// may says whether keys that were added may begin with one. One that is too short may be of a name that goes on in the next token.
func (b *beginnings) may(key []byte) bool { return len(key) < leastBeginning || b[placeOf(key)] }

func placeOf(key []byte) int {
	return (int(key[0])*961 + int(key[1])*31 + int(key[2])) % len(beginnings{})
}

// Key is the key of a token, which all its spellings have.
func (s *Reading) Key(i int) []byte { return s.Keys.Of(i) }
