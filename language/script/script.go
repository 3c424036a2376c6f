// Package script knows the letters and digits that English, Roman Urdu, Urdu and Arabic are written with: which of them are one
// letter, and which runes nobody sees. Two keyboards write one word with different letters, and how much of that is to be the same
// depends on what for, so there are profiles. All functions are pure and safe for concurrent use.
package script

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Profile says what letters are made one for.
type Profile uint8

// The profiles, from the one that keeps the most apart. What each makes one is a column of letters.csv.
const (
	// Show writes Urdu with Urdu's letters, where those of Arabic look the same. What was written stays as it is otherwise.
	Show Profile = iota
	// Search makes of the letters of Arabic, Persian and Urdu those of Arabic. It is for text that is decomposed before
	// (NFKD), from which marks are left out; what stores have indexed is in this form, so that it changes with a migration only.
	Search
	// Compare makes one what people exchange in names. It is for text that is decomposed before (NFKD).
	Compare
	// LookUp makes one what keyboards and hands exchange in any word, so that a word of a list is found. It is for looking up only.
	LookUp

	profiles
)

// Nothing is the fold of a rune that is left out.
const Nothing rune = -1

// Tatweel is the sign by which a word of Arabic script is drawn long.
const Tatweel = 'ـ'

// Fold returns the letter that stands for another, Nothing for one that is left out, and any other rune as it is. It changes no
// case and leaves marks and digits alone.
func (p Profile) Fold(r rune) rune {
	if r < first || r >= first+block {
		return r
	}
	return tables[p][r-first]
}

// first and block say where Unicode has the letters of letters.csv.
const (
	first = 0x600
	block = 0x100
)

//go:embed letters.csv
var lettersCSV string

var tables = func() *[profiles][block]rune {
	all, err := read(lettersCSV)
	if err != nil {
		panic(err) // the file comes with the program
	}
	return all
}()

// columns are the heads of letters.csv, in the order of the profiles.
const columns = "letter,show,search,compare,look up"

// read reads a table of letters. An empty cell leaves a letter as it is, and "-" leaves it out.
func read(data string) (*[profiles][block]rune, error) {
	rows, err := csv.NewReader(strings.NewReader(data)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("letters.csv: %w", err)
	}
	if len(rows) == 0 || strings.Join(rows[0], ",") != columns {
		return nil, fmt.Errorf("letters.csv: the first line must be %q", columns)
	}
	var all [profiles][block]rune
	for p := range all {
		for i := range all[p] {
			all[p][i] = first + rune(i)
		}
	}
	seen := map[string]bool{}
	for i, row := range rows[1:] {
		from, err := letter(row[0])
		if err != nil {
			return nil, fmt.Errorf("letters.csv: line %d: %w", i+2, err)
		}
		if seen[row[0]] {
			return nil, fmt.Errorf("letters.csv: line %d: %q stands twice", i+2, row[0])
		}
		seen[row[0]] = true
		for p, cell := range row[1:] {
			switch cell {
			case "":
			case "-":
				all[p][from-first] = Nothing
			default:
				to, err := letter(cell)
				if err != nil {
					return nil, fmt.Errorf("letters.csv: line %d: %w", i+2, err)
				}
				all[p][from-first] = to
			}
		}
	}
	return &all, nil
}

func letter(cell string) (rune, error) {
	r, size := utf8.DecodeRuneInString(cell)
	if size != len(cell) || r < first || r >= first+block {
		return 0, fmt.Errorf("%q is not one letter of Arabic script", cell)
	}
	return r, nil
}

// Digit returns 0 to 9 for a decimal digit of any script, and any other rune as it is.
func Digit(r rune) rune {
	switch {
	case r >= '0' && r <= '9' || !unicode.IsDigit(r):
		return r
	case r <= 0xffff:
		for _, run := range unicode.Nd.R16 {
			if r >= rune(run.Lo) && r <= rune(run.Hi) {
				return '0' + (r-rune(run.Lo))%10
			}
		}
	default:
		for _, run := range unicode.Nd.R32 {
			if lo, hi := rune(run.Lo), rune(run.Hi); r >= lo && r <= hi { //nolint:gosec // Unicode's runes are far below 2^31
				return '0' + (r-lo)%10
			}
		}
	}
	return r
}

// IsInvisible reports whether a rune is one that nobody sees: joiners, marks of direction, the byte order mark.
func IsInvisible(r rune) bool { return unicode.Is(unicode.Cf, r) || r == '\u034f' }

// IsApostrophe reports whether a rune is an apostrophe, or a letter that stands for one.
func IsApostrophe(r rune) bool {
	switch r {
	case '\'', '’', '‘', '`', 'ʼ', 'ʿ', 'ʾ':
		return true
	}
	return false
}
