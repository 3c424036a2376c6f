package lexicon

import "strings"

// inflections are the regular forms of an English verb, by the concept of the form.
func inflections(verb string) map[Concept]string {
	base, rest, _ := strings.Cut(verb, " ") // get rid of: getting rid of
	if rest != "" {
		rest = " " + rest
	}
	stem := base
	last, before := base[len(base)-1], byte(0)
	if len(base) > 1 {
		before = base[len(base)-2]
	}
	switch {
	case last == 'e':
		stem = base[:len(base)-1]
	case doubles(base):
		stem = base + string(last)
	}
	past, third := stem+"ed", base+"s"
	switch {
	case last == 'y' && !isVowel(before):
		past, third = base[:len(base)-1]+"ied", base[:len(base)-1]+"ies"
	case strings.HasSuffix(base, "sh") || strings.HasSuffix(base, "ch") || last == 's' || last == 'x':
		third = base + "es"
	}
	return map[Concept]string{Base: verb, Third: third + rest, Past: past + rest, Gerund: stem + "ing" + rest}
}

// doubles says whether a verb doubles its last letter: drop, dropping. Longer verbs that do so are irregular here.
func doubles(base string) bool {
	n := len(base)
	return n >= 3 && n <= 4 && !isVowel(base[n-1]) && !strings.ContainsRune("wxyh", rune(base[n-1])) &&
		isVowel(base[n-2]) && !isVowel(base[n-3]) && (n == 3 || !isVowel(base[n-4]))
}
