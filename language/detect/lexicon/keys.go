package lexicon

import "github.com/salaatflow/platform/language/detect/text"

// Keys are the forms in which the tokens of a sentence are looked up, one after the other.
type Keys struct {
	all  []byte
	ends []int
}

// KeysOf finds the keys of tokens.
func KeysOf(tokens []text.Token) Keys {
	size := 0
	for i := range tokens {
		size += len(tokens[i].Norm)
	}
	k := Keys{all: make([]byte, 0, size), ends: make([]int, len(tokens))}
	for i := range tokens {
		k.all = appendKey(k.all, &tokens[i])
		k.ends[i] = len(k.all)
	}
	return k
}

// Of is the key of a token. It must not be changed.
func (k Keys) Of(token int) []byte { return k.Run(token, token+1) }

// Run is the keys of the tokens from one to another, half open, without anything between them.
func (k Keys) Run(from, to int) []byte {
	begin, end := 0, 0
	if from > 0 {
		begin = k.ends[from-1]
	}
	if to > 0 {
		end = k.ends[to-1]
	}
	return k.all[begin:end:end]
}

func appendKey(buffer []byte, token *text.Token) []byte {
	switch token.Script {
	case text.Latin:
		return Key(buffer, token.Norm)
	case text.Arabic:
		return UrduKey(buffer, token.Norm)
	default:
		return append(buffer, token.Norm...)
	}
}
