package masjids

import (
	"math"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/spelling"
	"github.com/salaatflow/platform/language/vocabulary"
)

// AlikeWithin is the greatest distance, in metres, between two records of one masjid, such as a node at its door and
// the middle of its building.
const AlikeWithin = 100

// Alike reports whether two records of one source are of the same masjid: near each other, and with similar names in
// one of the scripts. Names that say no more than "Jamia Masjid" must be equal.
func Alike(a, b Masjid) bool {
	if a.Accuracy != Exact || b.Accuracy != Exact || metresApart(a, b) > AlikeWithin {
		return false
	}
	return namedAlike(a.Name, b.Name) || namedAlike(a.NameUrdu, b.NameUrdu)
}

// The greatest distance, in metres, between the records of one masjid in two sources.
const (
	elsewhereExact = 300    // between the positions of the two sources
	elsewhereNear  = 3_000  // from the rough centre of the area where a source puts it
	elsewhereArea  = 10_000 // the same, if both name the area
)

// MayBe reports whether a record of another source may be of a known masjid: in the same city, with a similar name, and
// as near as the known position is accurate. If that is the centre of an area, other masjids in it may have similar
// names too, and the caller must check whether there is one.
func MayBe(known, m Masjid) bool {
	return m.Accuracy == Exact && known.City == m.City && metresApart(known, m) <= elsewhereWithin(known, m) && calledAlike(known, m)
}

// elsewhereWithin returns how far from a known masjid a record of it may be, in metres, or a negative number if that is
// unknown.
func elsewhereWithin(known, m Masjid) float64 {
	switch {
	case known.Accuracy == Exact:
		return elsewhereExact
	case known.Accuracy == OfArea && m.Area == "":
		return elsewhereNear
	case known.Accuracy == OfArea && m.Area == known.Area:
		return elsewhereArea
	default:
		return -1
	}
}

// calledAlike is namedAlike for any of a masjid's names, without its area and city. "Masjid-e-Tooba (Gol Masjid)" is
// two names.
func calledAlike(known, m Masjid) bool {
	if namedAlike(known.NameUrdu, m.NameUrdu) {
		return true
	}
	place := spelling.Words(known.Area + " " + known.City)
	for _, name := range namesIn(known.Name) {
		for _, other := range namesIn(m.Name) {
			if namedAlike(withoutWords(name, place), withoutWords(other, place)) {
				return true
			}
		}
	}
	return false
}

// namesIn returns a name, and the names into which brackets and commas divide it.
func namesIn(name string) []string {
	names := []string{name}
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("(),،/", r) }) {
		if telling(spelling.Words(part)) != "" {
			names = append(names, part)
		}
	}
	return names
}

func withoutWords(name string, left []string) string {
	words := slices.DeleteFunc(spelling.Words(name), func(word string) bool {
		return word == "imambargah" || slices.Contains(left, word)
	})
	if telling(words) == "" {
		return name
	}
	return strings.Join(words, " ")
}

// metresApart returns a distance, accurate to one part in a thousand if it is small.
func metresApart(a, b Masjid) float64 {
	const metresPerDegree = 111_195
	north := (a.Latitude - b.Latitude) * metresPerDegree
	east := (a.Longitude - b.Longitude) * metresPerDegree * math.Cos(a.Latitude*math.Pi/180)
	return math.Hypot(north, east)
}

func namedAlike(a, b string) bool {
	words, others := spelling.Words(a), spelling.Words(b)
	if len(words) == 0 || len(others) == 0 {
		return false
	}
	if slices.Equal(words, others) {
		return true
	}
	key, other := telling(words), telling(others)
	if key == "" || other == "" {
		return false
	}
	tolerance := spelling.Tolerance(min(len([]rune(key)), len([]rune(other))))
	return digits(key) == digits(other) && spelling.Distance(key, other, tolerance) <= tolerance
}

// NameKey returns the same key for two names that differ only in spelling, word order and meaningless words, as
// spelling.Words has them. It returns "" for a text without words. Names with the same key are alike.
func NameKey(name string) string {
	words := spelling.Words(name)
	if key := telling(words); key != "" {
		return key
	}
	return strings.Join(words, " ")
}

// digits returns the numbers in a name: Masjid Block 3 is not Masjid Block 5.
func digits(key string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, key)
}

// telling joins the words that distinguish a masjid from others.
func telling(words []string) string { return strings.Join(Meaningful(words), "") }

// Meaningful returns the words, as spelling.Words returns them, without those that say nothing about a masjid. It does
// not modify its argument.
func Meaningful(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return vocabulary.Masjids.Kinds[word] || vocabulary.Masjids.Around[word]
	})
}
