package index

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/spelling"
)

type wordID int32

// vocabulary is every word of every name, with the entries whose names have it.
type vocabulary struct {
	ids      map[string]wordID
	words    []string
	postings [][]int32 // by word: ascending positions of entries
	sorted   []wordID  // by word
	// byEar finds words by their skeletons, and by skeletons with one letter left out, which misspelt words share.
	byEar map[string][]wordID
}

func newVocabulary() vocabulary {
	return vocabulary{ids: map[string]wordID{}, byEar: map[string][]wordID{}}
}

// addAll returns the ids of the words, sorted and each once. It also joins a particle to the words around it, so that
// bait ul mukarram, baitul mukarram and baitulmukarram are the same.
func (v *vocabulary) addAll(names ...[]string) []wordID {
	var ids []wordID
	for _, words := range names {
		for i, word := range words {
			ids = append(ids, v.add(word))
			if i > 0 && isParticle(word) {
				ids = append(ids, v.add(words[i-1]+word))
				if i+1 < len(words) {
					ids = append(ids, v.add(words[i-1]+word+words[i+1]))
				}
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (v *vocabulary) add(word string) wordID {
	id, known := v.ids[word]
	if !known {
		id = wordID(len(v.words))
		v.ids[word] = id
		v.words = append(v.words, word)
		v.postings = append(v.postings, nil)
	}
	return id
}

// finish prepares the words for searching.
func (v *vocabulary) finish() {
	v.sorted = make([]wordID, len(v.words))
	for i := range v.sorted {
		v.sorted[i] = wordID(i)
	}
	slices.SortFunc(v.sorted, func(a, b wordID) int { return strings.Compare(v.words[a], v.words[b]) })
	for id, word := range v.words {
		for _, key := range earKeys(word) {
			v.byEar[key] = append(v.byEar[key], wordID(id))
		}
	}
}

// earKeys returns the skeleton of a word and, if it is long enough, the skeleton with each single letter left out.
func earKeys(word string) []string {
	skeleton := []rune(spelling.Skeleton(word))
	keys := []string{string(skeleton)}
	if len(skeleton) < 3 {
		return keys
	}
	for i := range skeleton {
		keys = append(keys, string(skeleton[:i])+string(skeleton[i+1:]))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// How well a word fits another.
const (
	fitsNearly = 4
	fitsBegin  = 7
	fitsWhole  = 10
	// saysAll is the bonus for a query with as many words as the name.
	saysAll = 2
)

// matches returns the words that a wanted word may mean, and how well each fits.
func (v *vocabulary) matches(word string) map[wordID]int {
	found := map[wordID]int{}
	for _, key := range earKeys(word) {
		for _, id := range v.byEar[key] {
			if _, seen := found[id]; !seen {
				if fit := likeness(word, v.words[id]); fit > 0 {
					found[id] = fit
				}
			}
		}
	}
	if utf8.RuneCountInString(word) >= 3 {
		from := sort.Search(len(v.sorted), func(i int) bool { return v.words[v.sorted[i]] >= word })
		for _, id := range v.sorted[from:] {
			if !strings.HasPrefix(v.words[id], word) {
				break
			}
			found[id] = max(found[id], fitsBegin)
		}
	}
	if id, known := v.ids[word]; known {
		found[id] = fitsWhole
	}
	return found
}

// likeness returns how well a misspelt word fits; 0 means not at all.
func likeness(word, known string) int {
	letters := utf8.RuneCountInString(word)
	tolerance := spelling.Tolerance(letters)
	distance := spelling.Distance(word, known, tolerance+1)
	switch {
	case distance <= tolerance:
		return fitsNearly + 2 - distance
	case letters >= 4 && distance <= tolerance+1 && spelling.Skeleton(word) == spelling.Skeleton(known):
		return fitsNearly
	default:
		return 0
	}
}

// isParticle reports whether a word is as short as ul and al.
func isParticle(word string) bool { return utf8.RuneCountInString(word) <= 2 }
