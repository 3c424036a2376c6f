package store

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// idset is a set of ids of hadiths, which are from 1 without gaps: it has a bit for each. The zero value is empty.
type idset []uint64

const wordBits = 64

func (s *idset) add(id int32) {
	at := int(id) / wordBits
	for len(*s) <= at {
		*s = append(*s, 0)
	}
	(*s)[at] |= 1 << (uint(id) % wordBits)
}

func (s idset) remove(id int32) {
	if at := int(id) / wordBits; at < len(s) {
		s[at] &^= 1 << (uint(id) % wordBits)
	}
}

// unite adds the ids of another set.
func (s *idset) unite(other idset) {
	if len(*s) < len(other) {
		*s = append(*s, make(idset, len(other)-len(*s))...)
	}
	for i, word := range other {
		(*s)[i] |= word
	}
}

// and returns the ids that are in both sets.
func (s idset) and(other idset) idset {
	both := make(idset, min(len(s), len(other)))
	for i := range both {
		both[i] = s[i] & other[i]
	}
	return both
}

// without returns the ids of the set that are not among ids.
func (s idset) without(ids []int32) idset {
	left := append(idset(nil), s...)
	for _, id := range ids {
		left.remove(id)
	}
	return left
}

func (s idset) count() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// from returns at most limit ids in order, after skipping some.
func (s idset) from(skip, limit int) (ids []int32) {
	for i, word := range s {
		if n := bits.OnesCount64(word); n <= skip {
			skip -= n
			continue
		}
		for ; word != 0 && len(ids) < limit; word &= word - 1 {
			if skip > 0 {
				skip--
				continue
			}
			ids = append(ids, int32(i*wordBits+bits.TrailingZeros64(word)))
		}
		if len(ids) == limit {
			break
		}
	}
	return ids
}

func setOf(ids []int32) (s idset) {
	for _, id := range ids {
		s.add(id)
	}
	return s
}

// encode writes the steps from each id to the next, most of which take one byte.
func (s idset) encode() []byte {
	var text []byte
	last := int32(0)
	for _, id := range s.from(0, s.count()) {
		text = binary.AppendUvarint(text, uint64(id-last))
		last = id
	}
	return text
}

var errSet = errors.New("a set of hadiths is broken; rebuild the search index with `hadith-svc migrate`")

// mostID bounds the memory for a broken set.
const mostID = 1 << 27

func decode(text []byte) (s idset, err error) {
	id := uint64(0)
	for len(text) > 0 {
		step, size := binary.Uvarint(text)
		if size <= 0 || step == 0 || step > mostID || id+step > mostID {
			return nil, errSet
		}
		id += step
		s.add(int32(id))
		text = text[size:]
	}
	return s, nil
}
