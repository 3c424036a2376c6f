package sieve_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect/sieve"
)

func TestEveryWordOfTheSetPasses(t *testing.T) {
	words := []string{"", "a", "task", "کام", "remind", "یاد دہانی", strings.Repeat("long", 200)}
	var s, joined sieve.Sieve
	for _, word := range words {
		if sieve.Passes(&s, word) && word != "" {
			t.Errorf("%q passes before it is added", word)
		}
		s.Add(word)
	}
	joined.Join(&s)
	for _, word := range words {
		if !sieve.Passes(&s, word) || !sieve.Passes(&joined, []byte(word)) {
			t.Errorf("%q does not pass", word)
		}
	}
}

func TestFewOtherWordsPass(t *testing.T) {
	var s sieve.Sieve
	for word := range strings.FieldsSeq("delete mitao ہٹاؤ after before پہلے baad") {
		s.Add(word)
	}
	passed := 0
	others := strings.Fields(`add the milk to my list for tomorrow please and tell me when maghrib is in Lahore
		mujhe kal subah dawai leni hai
		یاد دلا دیں کہ مجھے کل بازار سے دودھ لانا ہے`)
	for _, word := range others {
		if sieve.Passes(&s, word) {
			passed++
		}
	}
	if passed > 1 {
		t.Errorf("%d of %d other words pass", passed, len(others))
	}
}
