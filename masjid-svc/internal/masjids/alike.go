package masjids

import (
	"math"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/spelling"
)

// AlikeWithin is how far apart, in metres, two records of one masjid may be: a node at its door and the middle of its
// building.
const AlikeWithin = 100

// Alike says whether two records of one source are of the same masjid: near to each other, and named alike in one of the
// scripts. Names that say no more than "Jamia Masjid" must be the same to the letter.
func Alike(a, b Masjid) bool {
	if a.Accuracy != Exact || b.Accuracy != Exact || metresApart(a, b) > AlikeWithin {
		return false
	}
	return namedAlike(a.Name, b.Name) || namedAlike(a.NameUrdu, b.NameUrdu)
}

// How far apart, in metres, the records of one masjid in two sources may be.
const (
	elsewhereExact = 300    // the one source's idea of its place, and the other's
	elsewhereNear  = 3_000  // from the rough centre of the area that a source puts it at
	elsewhereArea  = 10_000 // the same, where both name the area
)

// MayBe says whether a record of another source may be of a known masjid: in one city, named alike, and as near as the known
// position is good. Where that is the centre of an area, others in it may be named alike too; whether there is one must be
// seen.
func MayBe(known, m Masjid) bool {
	return m.Accuracy == Exact && known.City == m.City && metresApart(known, m) <= elsewhereWithin(known, m) && calledAlike(known, m)
}

// elsewhereWithin is how far from a known masjid a record of it may stand, in metres; negative where it cannot be told.
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

// calledAlike is namedAlike by any of a masjid's names, "Masjid-e-Tooba (Gol Masjid)" being two, without its area and city.
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

// namesIn is a name, and the names that brackets and commas part it into.
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

// metresApart is right to a part in a thousand for what is near.
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

// NameKey is the same for two names that are the same, whatever their spelling, their order of words and what says nothing, as
// spelling.Words has them; "" for a text without words. Names of one key are alike.
func NameKey(name string) string {
	words := spelling.Words(name)
	if key := telling(words); key != "" {
		return key
	}
	return strings.Join(words, " ")
}

// digits are the numbers in a name: Masjid Block 3 is not Masjid Block 5.
func digits(key string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, key)
}

// telling joins the words that tell a masjid from others.
func telling(words []string) string { return strings.Join(Meaningful(words), "") }

// Meaningful leaves out the words, as spelling.Words gives them, that say nothing of a masjid. It changes no word of its
// argument.
func Meaningful(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return isGeneric(word) || isFiller(word) })
}

// isGeneric says whether a word is in the names of so many masjids that it tells none from another.
func isGeneric(word string) bool {
	switch word {
	case "masjid", "masjed", "masjd", "masajid", "mosque", "musjid", "masjids", "mosques", "masjidein", "masjidain", "masjidon", "jamia",
		"jama", "jame", "jamiah", "jamaa",
		"مسجد", "مسجدین", "مسجدون", "مساجد", "جامع", "جامعہ":
		return true
	}
	return false
}

// isFiller says whether a word of a question says nothing of a masjid.
func isFiller(word string) bool {
	switch word {
	case "in", "at", "of", "the", "near", "nearby", "a", "e", "i", "o", "ki", "ka", "ke", "mein", "me", "main", "may", "wali", "se", "qareeb",
		"کی", "کا", "کے", "کہ", "مین", "سی", "والی", "قریب":
		return true
	}
	return false
}
