package script

import (
	"strings"
	"testing"
	"unicode"
)

func TestFoldsByProfile(t *testing.T) {
	for _, c := range []struct{ written, show, search, compare, lookUp string }{
		{"كتاب", "کتاب", "كتاب", "کتاب", "کتاب"},
		{"قرآن", "قرآن", "قرآن", "قران", "قران"},
		{"نيكى", "نیکی", "نيكي", "نیکی", "نیکی"},
		{"مسئلے", "مسئلے", "مسئلے", "مسیلی", "مسیلی"},
		{"ھے", "ھے", "هے", "ہی", "ہی"},
		{"یہاں", "یہاں", "يهان", "یہان", "یہان"},
		{"زكاة", "زکاۃ", "زكاه", "زکاہ", "زکاہ"},
		{"علماء", "علماء", "علما", "علما", "علما"},
		{"Fajr ۵", "Fajr ۵", "Fajr ۵", "Fajr ۵", "Fajr ۵"},
	} {
		t.Run(c.written, func(t *testing.T) {
			for p, want := range []string{c.show, c.search, c.compare, c.lookUp} {
				if got := strings.Map(Profile(p).Fold, c.written); got != want {
					t.Errorf("profile %d: %q, want %q", p, got, want)
				}
			}
		})
	}
}

// What is folded is folded: whoever folds twice, or what was shown before, finds the same.
func TestFoldsOnce(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		for p := range profiles {
			if once := p.Fold(r); once != Nothing && p.Fold(once) != once {
				t.Errorf("profile %d: %U folds to %U, and that to %U", p, r, once, p.Fold(once))
			}
		}
		for _, p := range []Profile{Compare, LookUp} {
			if got, want := p.Fold(Show.Fold(r)), p.Fold(r); got != want {
				t.Errorf("profile %d: %U is %U when it was shown before, and %U else", p, r, got, want)
			}
		}
	}
}

func TestTablesThatAreRefused(t *testing.T) {
	for _, c := range []struct{ name, table, want string }{
		{"nothing", "", "first line"},
		{"other columns", "letter,show", "first line"},
		{"a letter of another script", columns + "\nk,,,,", `line 2: "k" is not one letter`},
		{"two letters", columns + "\nے,یے,,,", `"یے" is not one letter`},
		{"a letter twice", columns + "\nے,,,ی,\nے,,,ی,", `line 3: "ے" stands twice`},
		{"too few cells", columns + "\nے,ی", "wrong number of fields"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := read(c.table); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

// The decimal digits of every script that has them are 0 to 9.
func TestDigitsOfEveryScript(t *testing.T) {
	for name, want := range map[string]string{
		"Bengali": "০১২৩৪৫৬৭৮৯", "Arabic-Indic": "٠١٢٣٤٥٦٧٨٩", "Persian": "۰۱۲۳۴۵۶۷۸۹", "Devanagari": "०१२३४५६७८९", "fullwidth": "０１２３４５６７８９",
	} {
		if got := strings.Map(Digit, want); got != "0123456789" {
			t.Errorf("%s: %q", name, got)
		}
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if got := Digit(r); unicode.IsDigit(r) != (got >= '0' && got <= '9') || !unicode.IsDigit(r) && got != r {
			t.Fatalf("%U is %q", r, got)
		}
	}
}
