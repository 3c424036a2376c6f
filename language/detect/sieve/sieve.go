// Package sieve keeps words that are not in a set from being looked up in it: most words of a sentence are in none of the many sets that
// it is compared with.
package sieve

// Sieve lets all words of a set through, and few others. An empty one lets nothing through.
type Sieve [places / 64]uint64

const places = 1024

// Add makes a word pass.
func (s *Sieve) Add(word string) {
	at := placeOf(word)
	s[at/64] |= 1 << (at % 64)
}

// Join lets through what another one does.
func (s *Sieve) Join(other *Sieve) {
	for i := range s {
		s[i] |= other[i]
	}
}

// Passes says whether a word may be in the set.
func Passes[T string | []byte](s *Sieve, word T) bool {
	at := placeOf(word)
	return s[at/64]&(1<<(at%64)) != 0
}

// placeOf tells a word by its first two bytes, of which in Urdu only the second one tells letters apart, its last byte and its length.
func placeOf[T string | []byte](word T) uint {
	n := len(word)
	if n == 0 {
		return 0
	}
	return (uint(word[0])*173 ^ uint(word[min(1, n-1)])*37 ^ uint(word[n-1])*7 ^ uint(n)*101) % places
}
