package searchtext

import "strings"

// Name is what something is called in the one spelling in which names are compared: without vowel marks and capitals,
// English words by their stem. It is empty when there is no word in it.
func Name(text string) string {
	var name []string
	for _, s := range words(text) {
		word := text[s.start:s.end]
		folded := fold(word)
		if folded == "" {
			continue
		}
		if !isArabic(word) {
			folded = stem(folded)
		}
		name = append(name, folded)
	}
	return strings.Join(name, " ")
}

// Word is a word of a language as it stands in the index in its place: an Arabic one without its article, and none by its stem.
func Word(word string, language Language) string { return entryOf(word, language).word }

// Words are the words of a text, each in the forms that its Word may have, the likeliest first.
func Words(text string, language Language) [][]string {
	spans := words(text)
	all := make([][]string, 0, len(spans))
	for _, s := range spans {
		switch e := entryOf(text[s.start:s.end], language); {
		case e.word == "":
		case language == Arabic:
			all = append(all, append([]string{e.word}, e.others...))
		default:
			all = append(all, []string{e.word})
		}
	}
	return all
}

// Plain is the words of terms that are each a single word outside quotation marks, as they are folded; false when one is not.
func Plain(terms []Term) ([]string, bool) {
	var plain []string
	for _, term := range terms {
		if !term.plain {
			return nil, false
		}
		plain = append(plain, term.Forms[0][0])
	}
	return plain, true
}

// Phrase is a term of folded words that follow each other.
func Phrase(words []string) Term { return Term{Forms: [][]string{words}} }

// Or is the term, or any of these words as they are indexed.
func (t Term) Or(words []string) Term {
	t.Whole = append(t.Whole[:len(t.Whole):len(t.Whole)], words...)
	return t
}
