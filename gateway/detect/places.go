package detect

import (
	"fmt"
	"strings"

	l "github.com/salaatflow/platform/gateway/detect/lexicon"
	"github.com/salaatflow/platform/gateway/detect/text"
	"github.com/salaatflow/platform/services/gazetteer"
)

// place is an area or a city, and the tokens that name them.
type place struct {
	area, city     string
	areaAt, cityAt span
}

// places knows areas and cities by the keys of their names.
type places struct {
	areas, cities map[string]string
	longest       int // tokens in a name
}

func newPlaces() (*places, error) {
	g, err := gazetteer.New()
	if err != nil {
		return nil, fmt.Errorf("gazetteer: %w", err)
	}
	p := &places{areas: map[string]string{}, cities: map[string]string{}}
	for _, area := range g.Areas() {
		for _, name := range append([]string{area.Name, area.Urdu}, area.Spellings()...) {
			p.add(p.areas, name, area.Name)
		}
	}
	for _, city := range g.Cities() {
		for _, name := range append([]string{city.Name, city.Urdu}, city.Spellings()...) {
			p.add(p.cities, name, city.Name)
		}
	}
	return p, nil
}

func (p *places) add(index map[string]string, name, canonical string) {
	tokens := text.Parse(strings.ReplaceAll(name, ".", " ")).Tokens
	var key []byte
	for _, token := range tokens {
		key = appendKey(key, token)
	}
	if _, taken := index[string(key)]; !taken && len(key) > 0 {
		index[string(key)] = canonical
	}
	p.longest = max(p.longest, len(tokens)+1)
}

func appendKey(key []byte, token text.Token) []byte {
	switch token.Script {
	case text.Latin:
		return l.Key(key, token.Norm)
	case text.Arabic:
		return l.UrduKey(key, token.Norm)
	default:
		return append(key, token.Norm...)
	}
}

// find finds the longest name of an area, and the city, in a sentence.
func (p *places) find(s *sentence) (found place) {
	var room [96]byte
	for length := min(p.longest, len(s.Tokens)); length > 0 && found.area == ""; length-- {
		for from := 0; from+length <= len(s.Tokens); from++ {
			key := room[:0]
			for i := from; i < from+length; i++ {
				key = appendKey(key, s.Tokens[i])
			}
			if area, ok := p.areas[string(key)]; ok {
				found.area, found.areaAt = area, span{from, s.partOf(from + length)}
				break
			}
		}
	}
	for i, token := range s.Tokens {
		if found.areaAt.holds(i) || len(token.Norm) < 4 {
			continue
		}
		if city, ok := p.cities[string(appendKey(room[:0], token))]; ok && (city == "Karachi" || !s.besideMasjid(i)) {
			found.city, found.cityAt = city, span{i, i + 1}
			break
		}
	}
	return found
}

// partOf finds where the words end that say which part of an area is meant: phase 6, block 13-D, no. 3.
func (s *sentence) partOf(i int) int {
	for i+1 < len(s.Tokens) && isPart(s.Tokens[i].Norm) && (s.Tokens[i+1].Script == text.Number || len(s.Tokens[i+1].Norm) <= 2) {
		i += 2
		if i < len(s.Tokens) && len(s.Tokens[i].Norm) == 1 && s.Tokens[i].Before&text.Space == 0 {
			i++
		}
	}
	return i
}

func isPart(norm string) bool {
	switch norm {
	case "phase", "block", "no", "number", "sector", "blk", "ph", "فیز", "بلاک", "نمبر", "سیکٹر":
		return true
	}
	return false
}

// besideMasjid says whether a token stands beside the word masjid, or is joined to another: it is a name then.
func (s *sentence) besideMasjid(token int) bool {
	for _, w := range s.words {
		if w.Concepts.Has(l.Masjid) && (w.Last == token-1 || w.First == token+1) {
			return true
		}
	}
	if token == 0 {
		return false
	}
	switch s.Tokens[token-1].Norm {
	case "e", "ul", "al", "ur", "us", "i":
		return true
	}
	return false
}
