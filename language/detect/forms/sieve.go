package forms

// sieve holds back most words that are not in a set, before they are looked up: a word is told by its second byte, which in Urdu too is
// of its first letter, by its last byte and by its length. An empty one lets nothing through.
type sieve [4]uint64

func (s *sieve) add(word string) {
	place := placeOf(word)
	s[place/64] |= 1 << (place % 64)
}

// join lets through what another one does.
func (s *sieve) join(other *sieve) {
	for i := range s {
		s[i] |= other[i]
	}
}

// passes says whether a word may be in the set.
func (s *sieve) passes(word string) bool {
	place := placeOf(word)
	return s[place/64]&(1<<(place%64)) != 0
}

func placeOf(word string) uint8 {
	n := len(word)
	if n == 0 {
		return 0
	}
	return word[min(1, n-1)]*7 ^ word[n-1]*29 ^ uint8(n)*57
}
