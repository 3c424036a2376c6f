package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/language/searchtext"
)

// ErrEmpty means that a record has no text. Data sets use such records to keep a number's place.
var ErrEmpty = errors.New("the record has no text")

// Record is a hadith in the form of any of the data sets.
type Record struct {
	// fawazahmed0/hadith-api editions, and JSON lines
	HadithNumber number  `json:"hadithnumber"`
	Text         string  `json:"text"`
	Grades       []grade `json:"grades"`
	Reference    struct {
		Book number `json:"book"`
	} `json:"reference"`
	Section number `json:"section"`

	// AhmedBaset/hadith-json
	ID        number `json:"id"`
	IDInBook  number `json:"idInBook"`
	ChapterID number `json:"chapterId"`
	Arabic    string `json:"arabic"`
	English   struct {
		Narrator string `json:"narrator"`
		Text     string `json:"text"`
	} `json:"english"`
}

type grade struct {
	Name  string `json:"name"`
	Grade string `json:"grade"`
}

// number is a number as text: 12, 12.5 or "12a" in JSON, empty for null. The same number is always the same text,
// however it is written.
type number string

var numberForm = regexp.MustCompile(`^([0-9]{1,7})(?:\.([0-9]{1,3}))? ?([a-z]?)$`)

// UnmarshalJSON reads an integer, a decimal number or a string.
func (n *number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	value := string(text)
	if text[0] == '"' {
		if err := json.Unmarshal(text, &value); err != nil {
			return fmt.Errorf("read a number: %w", err)
		}
		value = strings.ToLower(strings.TrimSpace(digits.Replace(value)))
	}
	if value == "" {
		return nil
	}
	parts := numberForm.FindStringSubmatch(value)
	if parts == nil {
		return fmt.Errorf("%.40q is not a number of a hadith, a book or a chapter", value)
	}
	whole, fraction := strings.TrimLeft(parts[1], "0"), strings.TrimRight(parts[2], "0")
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	*n = number(whole + parts[3])
	return nil
}

// digits replaces Arabic and Urdu digits.
var digits = strings.NewReplacer(
	"٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨", "8", "٩", "9",
	"۰", "0", "۱", "1", "۲", "2", "۳", "3", "۴", "4", "۵", "5", "۶", "6", "۷", "7", "۸", "8", "۹", "9",
)

// position returns a number by which to order numbers: 12, 12.5, 12a, 13.
func (n number) position() int64 {
	parts := numberForm.FindStringSubmatch(string(n))
	if parts == nil {
		return 0
	}
	whole, _ := strconv.ParseInt(parts[1], 10, 64) // at most seven digits
	position := whole * hadith.PositionScale
	if parts[2] != "" {
		fraction, _ := strconv.ParseInt((parts[2] + "00")[:3], 10, 64) // three digits
		position += fraction
	}
	if parts[3] != "" {
		position += int64(parts[3][0]-'a'+1) * 100
	}
	return position
}

func (n number) int32() int32 {
	whole, err := strconv.ParseInt(string(n), 10, 32)
	if err != nil {
		return 0
	}
	return int32(whole)
}

// Hadith converts the record to a hadith, or returns ErrEmpty if it has no text. language is the language of texts that
// do not name theirs.
func (r Record) Hadith(language searchtext.Language) (h hadith.Hadith, err error) {
	if r.Arabic != "" || r.English.Text != "" || r.IDInBook != "" {
		h, err = r.twoLanguages()
	} else {
		h, err = r.oneLanguage(language)
	}
	switch {
	case err != nil:
		return hadith.Hadith{}, err
	case h.Number == "":
		return hadith.Hadith{}, errors.New("the record has no number")
	case h.TextArabic == "" && h.TextEnglish == "" && h.TextUrdu == "":
		return hadith.Hadith{}, ErrEmpty
	default:
		return h, nil
	}
}

func (r Record) oneLanguage(language searchtext.Language) (hadith.Hadith, error) {
	text, err := clean(r.Text)
	if err != nil {
		return hadith.Hadith{}, err
	}
	h := hadith.Hadith{Number: string(r.HadithNumber), Position: r.HadithNumber.position(), Book: r.Reference.Book.int32()}
	if h.Book == 0 {
		h.Book = r.Section.int32()
	}
	switch language {
	case searchtext.Arabic:
		h.TextArabic = text
	case searchtext.Urdu:
		h.TextUrdu = text
	default:
		h.TextEnglish = text
	}
	h.Grade, h.GradedBy, err = graded(r.Grades)
	return h, err
}

// chapterScale is larger than any position in a chapter.
const chapterScale = 10_000_000 * hadith.PositionScale

// twoLanguages numbers hadiths by chapter, because ids begin again in each.
func (r Record) twoLanguages() (h hadith.Hadith, err error) {
	in := r.IDInBook
	if in == "" {
		in = r.ID
	}
	h.Number, h.Position, h.Book = string(in), in.position(), r.ChapterID.int32()
	if h.Number != "" && r.ChapterID != "" {
		h.Number = string(r.ChapterID) + ":" + h.Number
		h.Position += int64(h.Book) * chapterScale
	}
	for _, text := range []struct {
		to   *string
		from string
	}{{&h.TextArabic, r.Arabic}, {&h.TextEnglish, r.English.Text}, {&h.Narrator, r.English.Narrator}} {
		if *text.to, err = clean(text.from); err != nil {
			return hadith.Hadith{}, err
		}
	}
	h.Narrator = strings.Trim(strings.TrimPrefix(h.Narrator, "Narrated "), " :")
	return h, nil
}

// graded returns the first grade followed by the others', and who gave the first.
func graded(grades []grade) (level, by string, err error) {
	for _, g := range grades {
		grade, wrong := clean(g.Grade)
		name, wrongName := clean(g.Name)
		if err := errors.Join(wrong, wrongName); err != nil {
			return "", "", fmt.Errorf("a grade: %w", err)
		}
		switch {
		case grade == "":
		case level == "":
			level, by = grade, name
		default:
			by += "; " + name + ": " + grade
		}
	}
	return level, by, nil
}

// maxText is the longest text, in characters: several times the longest hadith.
const maxText = 40_000

var tags = regexp.MustCompile(`</?[a-zA-Z][^<>]{0,200}>`)

// clean returns a text in NFC, without markup, direction marks and needless white space.
func clean(text string) (string, error) {
	if !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) {
		return "", errors.New("the text is not UTF-8")
	}
	if n := utf8.RuneCountInString(text); n > maxText {
		return "", fmt.Errorf("the text has %d characters; the limit is %d", n, maxText)
	}
	if strings.Contains(text, "<") { // looking for tags takes longer than everything else
		text = tags.ReplaceAllString(text, " ")
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Bidi_Control, r), unicode.IsControl(r), r == '\ufeff':
			return -1
		default:
			return r
		}
	}, text)
	return norm.NFC.String(strings.Join(strings.Fields(text), " ")), nil
}
