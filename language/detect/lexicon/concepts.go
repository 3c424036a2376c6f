// Package lexicon knows the words that people use: which concepts each one stands for, in English, Roman Urdu and Urdu,
// in whatever spelling. The words are in data files; the program only knows the concepts.
package lexicon

import "math/bits"

// Concept is something a word stands for. The data files name them.
type Concept uint8

// Set is a set of concepts.
type Set [3]uint64

// Has says whether the set holds any of these concepts.
func (s Set) Has(of ...Concept) bool {
	for _, c := range of {
		if s[c/64]&(1<<(c%64)) != 0 {
			return true
		}
	}
	return false
}

// With returns the set with these concepts too.
func (s Set) With(more ...Concept) Set {
	for _, c := range more {
		s[c/64] |= 1 << (c % 64)
	}
	return s
}

// Without returns the set without these concepts.
func (s Set) Without(less ...Concept) Set {
	for _, c := range less {
		s[c/64] &^= 1 << (c % 64)
	}
	return s
}

// Union returns the set with those of another.
func (s Set) Union(other Set) Set {
	for i := range s {
		s[i] |= other[i]
	}
	return s
}

// Empty says whether the set holds nothing.
func (s Set) Empty() bool { return s == Set{} }

// HasAll says whether the set holds all of another.
func (s Set) HasAll(other Set) bool {
	for i := range s {
		if s[i]&other[i] != other[i] {
			return false
		}
	}
	return true
}

// Meets says whether the set holds any of another.
func (s Set) Meets(other Set) bool {
	for i := range s {
		if s[i]&other[i] != 0 {
			return true
		}
	}
	return false
}

// Append appends the concepts of the set, in their order.
func (s Set) Append(all []Concept) []Concept {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			all = append(all, Concept(i*64+bits.TrailingZeros64(word)))
		}
	}
	return all
}
