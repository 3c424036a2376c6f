// Package model is a linear model of what sentences ask for: each feature of a sentence speaks for some intents and
// against others, with weights that training found (package training) and a file holds.
package model

// Feature is something that a sentence has, as a number of 24 bits: the hash of what it is. A model knows some ten
// thousand, so that few of those it does not know are taken for one of them.
type Feature uint32

const featureBits = 24

// The constants of the 32-bit FNV-1a hash.
const (
	offset Feature = 2166136261
	prime  Feature = 16777619
)

// Named returns the feature of a name: of a concept, a fact, a rule.
func Named(name string) Feature {
	f := offset
	for i := range len(name) {
		f = (f ^ Feature(name[i])) * prime
	}
	return f.mixed()
}

// Bytes is Named of bytes.
func Bytes(key []byte) Feature {
	f := offset
	for _, c := range key {
		f = (f ^ Feature(c)) * prime
	}
	return f.mixed()
}

// With returns the feature of f and then g: With of the same two in another order is another feature.
func (f Feature) With(g Feature) Feature {
	f ^= g + 0x9e3779b9 + f<<6 + f>>2
	return f.mixed()
}

// mixed spreads what tells features apart over all bits.
func (f Feature) mixed() Feature {
	f ^= f >> 16
	f *= 0x7feb352d
	f ^= f >> 15
	f *= 0x846ca68b
	return (f ^ f>>16) & (1<<featureBits - 1)
}
