package matching

import (
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/vocabulary"
)

// Named returns the indexes, in order, of the titles of which most is said in a sentence that says other things too: "I watered the
// roses this morning" names "Water the roses". A title of which less than a third is said is not named, nor one of which less than two
// thirds are and each word only nearly.
func Named(sentence string, titles []string) []int {
	said := significant(sentence)
	var found []int
	best := 0.0
	for i, title := range titles {
		share, exact := shareSaid(said, significant(title))
		if share < 1.0/3 || share < best || !exact && share < 2.0/3 {
			continue
		}
		if share > best {
			found, best = nil, share
		}
		found = append(found, i)
	}
	return found
}

// NamedOf is Named for things that have titles. It returns those of them that are named.
func NamedOf[T any](sentence string, things []T, title func(T) string) []T {
	titles := make([]string, 0, len(things))
	for _, one := range things {
		titles = append(titles, title(one))
	}
	var named []T
	for _, i := range Named(sentence, titles) {
		named = append(named, things[i])
	}
	return named
}

// shareSaid returns which share of a title is said, and whether a word of it is said just so, or in another form.
func shareSaid(said, title []string) (share float64, exact bool) {
	used := make([]bool, len(said))
	matched, guessed := 0, false
	for _, word := range title {
		at, same := nearest(word, said, used)
		if at < 0 || !same && len(sound(word)) < 2 { // "diya" sounds like "dawai"
			at, same = nearest(stem(word), stems(said), used)
			guessed = guessed || at >= 0 && !same && utf8.RuneCountInString(stem(word)) < shortestNear && isArabic(word) == isArabic(said[at])
		}
		if at >= 0 && (same || len(sound(word)) > 1) {
			used[at] = true
			exact = exact || same || stem(word) == stem(said[at])
			matched++
		}
	}
	if len(title) == 0 || guessed && !exact { // cheeni is no ghee
		return 0, false
	}
	return float64(matched) / float64(len(title)), exact
}

// stem returns a word without the ending of a form.
func stem(word string) string {
	for _, ending := range vocabulary.Titles.Endings {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= shortestStem {
			return rest
		}
	}
	return word
}

const shortestStem = 3

// shortestNear is how many letters a stem has at least that names a title though it is misspelled.
const shortestNear = 5

func stems(words []string) []string {
	made := make([]string, len(words))
	for i, word := range words {
		made[i] = stem(word)
	}
	return made
}

// inFull returns the word that another is short for, or the word itself: dr is doctor.
func inFull(word string) string {
	for full, short := range vocabulary.Titles.Same {
		if short[word] {
			return full
		}
	}
	return word
}
