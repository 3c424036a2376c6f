package memories

import (
	"math"
)

// vector is how often each word, or part of one, stands in a text, scaled to the length 1.
type vector map[string]float64

func ofWords(text string) vector {
	v := vector{}
	for _, word := range words(text) {
		v[word]++
	}
	return v.scaled()
}

// ofParts takes apart each word into three letters at a time, so that read, reads and reading are alike.
func ofParts(text string) vector {
	v := vector{}
	for _, word := range words(text) {
		letters := []rune(" " + word + " ")
		for i := range len(letters) - 2 {
			v[string(letters[i:i+3])]++
		}
	}
	return v.scaled()
}

func (v vector) scaled() vector {
	length := math.Sqrt(v.dot(v))
	for word := range v {
		v[word] /= length
	}
	return v
}

// dot is the similarity of two vectors of length 1, from 0 to 1.
func (v vector) dot(other vector) (sum float64) {
	for word, n := range v {
		sum += n * other[word]
	}
	return sum
}

// centre is the middle of some vectors.
func centre(of []vector) vector {
	v := vector{}
	for _, one := range of {
		for word, n := range one {
			v[word] += n
		}
	}
	return v.scaled()
}
