// Package world knows the towns of the world, some 26,000, by the keys of their names. What it knows stands in the program in the form
// in which it is searched, so that it takes no memory besides and no time at start.
package world

import (
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"
)

// packed is a file as Encode writes it, compressed: that is 0.9 MB less in each program, for some 15 ms at its start.
//
//go:embed places.bin.gz
var packed string

// Place is a town of the world. Its texts are parts of the program.
type Place struct {
	// Name is in Latin script, and Urdu in Urdu script, empty if it is not known.
	Name, Urdu string
	// Region is the first-level division of the country, and Code what it is called for short; either may be empty.
	Region, Code string
	// Country is an ISO 3166-1 alpha-2 code.
	Country string
	// Timezone is an IANA name.
	Timezone            string
	Latitude, Longitude float64 // in degrees, north and east positive
	Population          int
}

// Match is a place that a name may mean.
type Match struct {
	Place
	// Alias says that it has another name which it is better known by, or is a part of a town.
	Alias bool
}

// World is the places of a file as Encode writes it. It never changes and may be shared.
type World struct {
	places, regions, zones, blocks, keys, texts string
}

// Embedded are the places that come with the program. They are unpacked once.
var Embedded = sync.OnceValue(func() *World {
	var file strings.Builder
	reader, err := gzip.NewReader(strings.NewReader(packed))
	if err == nil {
		_, err = io.Copy(&file, reader) //nolint:gosec // G110: it comes with the program
	}
	w, ok := Of(file.String())
	if err != nil || !ok {
		panic(fmt.Sprintf("places.bin.gz is no file of places: %v", err)) // a test reads it
	}
	return w
})

// Of reads the places of a file, and says whether it is one. Only the form of the file is looked at, not each place of it.
func Of(file string) (*World, bool) {
	w := &World{}
	sections := [...]*string{&w.places, &w.regions, &w.zones, &w.blocks, &w.keys, &w.texts}
	if len(file) < len(magic)+4*len(sections) || !strings.HasPrefix(file, magic) {
		return nil, false
	}
	sizes, rest := file[len(magic):], file[len(magic)+4*len(sections):]
	for i, section := range sections {
		size := number(sizes, 4*i)
		if size > len(rest) {
			return nil, false
		}
		*section, rest = rest[:size], rest[size:]
	}
	return w, rest == "" && len(w.places)%placeSize == 0 && len(w.blocks)%4 == 0
}

// Len is how many places are known.
func (w *World) Len() int { return len(w.places) / placeSize }

// All are the places, those of most people first.
func (w *World) All() iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for i := range w.Len() {
			if !yield(w.place(i)) {
				return
			}
		}
	}
}

// Named are the places of which spelling.Key makes key of a name, those of most people first; nil for none.
func (w *World) Named(key string) []Match {
	if key == "" {
		return nil
	}
	for e := range w.from(key) {
		if string(e.key) != key {
			return nil
		}
		return w.matches(e)
	}
	return nil
}

// Beginning are the places with names whose keys begin with a text, in the order of the keys; a place comes once for each.
func (w *World) Beginning(with string) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		for e := range w.from(with) {
			if !strings.HasPrefix(string(e.key), with) {
				return
			}
			for _, match := range w.matches(e) {
				if !yield(match) {
					return
				}
			}
		}
	}
}

func (w *World) place(i int) Place {
	record := w.places[i*placeSize:][:placeSize]
	region := w.regions[regionSize*short(record, 22):]
	return Place{
		Name: w.text(number(record, 12)), Urdu: w.text(number(record, 16)),
		Region: w.text(number(region, 0)), Code: w.text(number(region, 4)),
		Country: record[24:26], Timezone: w.text(number(w.zones, 4*short(record, 20))),
		Latitude: degrees(record), Longitude: degrees(record[4:]), Population: number(record, 8),
	}
}

func (w *World) matches(e entry) []Match {
	found := make([]Match, len(e.places))
	for i, n := range e.places {
		found[i] = Match{Place: w.place(int(n >> 1)), Alias: n&1 == 1}
	}
	return found
}

// text is the text that begins at an offset: its length, and then itself.
func (w *World) text(at int) string { return w.texts[at+1:][:w.texts[at]] }

func number(s string, at int) int {
	return int(uint32(s[at]) | uint32(s[at+1])<<8 | uint32(s[at+2])<<16 | uint32(s[at+3])<<24)
}

func short(s string, at int) int { return int(s[at]) | int(s[at+1])<<8 }

func degrees(s string) float64 { return float64(int32(number(s, 0))) / perDegree }

// uvarint reads a number as binary.AppendUvarint writes it, and what comes behind.
func uvarint(s string) (n uint64, rest string) {
	for shift := 0; shift < 64 && s != ""; shift += 7 {
		b := s[0]
		s = s[1:]
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			break
		}
	}
	return n, s
}
