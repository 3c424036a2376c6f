package lexicon_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

func load(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	l, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// One word in many spellings: each must be read as the concept, and as nothing that contradicts it.
func TestSpellingsOfAWord(t *testing.T) {
	l := load(t)
	for concept, spellings := range map[lexicon.Concept][]string{
		lexicon.Show:   {"dikhao", "dkhao", "dikhaao", "dekhao", "dikhaen", "dikhayen", "dikhaiye", "دکھاؤ", "دکھائیں", "دكهاؤ", "show"},
		lexicon.Tell:   {"batao", "btao", "bataao", "bataen", "bataiye", "sunao", "snao", "بتاؤ", "بتائیں"},
		lexicon.Delete: {"hatao", "htao", "mita", "mta", "delete", "delte", "DELETE", "حذف", "ڈیلیٹ", "ہٹاؤ"},
		lexicon.Task:   {"task", "tasks", "taks", "kaam", "kaamon", "ٹاسک", "ٹاسك", "کام"},
		lexicon.Masjid: {"masjid", "masjed", "msjid", "mosque", "masajid", "masjidein", "masjiden", "مسجد", "مساجد"},
		lexicon.Namaz:  {"namaz", "namaaz", "nmaz", "salah", "salaah", "prayer", "نماز", "نمازوں"},
		lexicon.Prayer: {"fajr", "fajar", "zuhr", "zohar", "dhuhr", "asr", "maghrib", "magrib", "isha", "eshaa", "عشاء", "عشا", "ظہر"},
		lexicon.Hadith: {"hadith", "hadees", "hadis", "hadeeth", "حدیث", "احادیث"},
		lexicon.Not:    {"nahi", "nhi", "nahin", "mat", "dont", "don't", "نہیں", "مت"},
	} {
		for _, spelling := range spellings {
			words := tag(l, spelling)
			if len(words) != 1 || !words[0].Concepts.Has(concept) {
				t.Errorf("%q is no %s: %+v", spelling, concept, words)
			}
		}
	}
}

// Two words that are written as one.
func TestJoinedWords(t *testing.T) {
	l := load(t)
	for _, joined := range []string{"krdo", "kardo", "bnado", "dikhado", "کردو", "بنادو", "بتادیں"} {
		if words := tag(l, joined); len(words) != 2 || words[0].First != words[1].First {
			t.Errorf("%q is %+v", joined, words)
		}
	}
}

// Words that are near in spelling to what is wanted, and something else.
func TestWordsThatAreThemselves(t *testing.T) {
	l := load(t)
	for _, plain := range []string{"mukarram", "sabri", "ayesha", "ask", "desk", "dars", "درس", "market"} {
		for _, word := range tag(l, plain) {
			if word.Concepts.Has(lexicon.Verb, lexicon.Loan, lexicon.Task, lexicon.Prayer, lexicon.Masjid) {
				t.Errorf("%q is taken for another word: %+v", plain, word)
			}
		}
	}
}

// A spelling may stand for several things, but not for a yes and a no, nor for two opposite commands.
func TestNoSpellingContradictsItself(t *testing.T) {
	opposite := [][2]lexicon.Concept{
		{lexicon.Yes, lexicon.No}, {lexicon.Yes, lexicon.Drop}, {lexicon.Create, lexicon.Delete}, {lexicon.Finish, lexicon.Reopen},
		{lexicon.High, lexicon.Low}, {lexicon.Delete, lexicon.Finish}, {lexicon.Delete, lexicon.Show}, {lexicon.Remind, lexicon.Delete},
	}
	load(t).Each(func(spelling string, word *lexicon.Word) {
		for _, pair := range opposite {
			if word.Concepts.Has(pair[0]) && word.Concepts.Has(pair[1]) {
				t.Errorf("%q is %s and %s", spelling, pair[0], pair[1])
			}
		}
	})
}

func tag(l *lexicon.Lexicon, typed string) []lexicon.Tagged {
	tokens := text.Parse(typed).Tokens
	return l.Tag(tokens, lexicon.KeysOf(tokens))
}
