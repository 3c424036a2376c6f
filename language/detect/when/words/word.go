// Package words holds what the tables of data/ say about words of time: of which classes a word is, and the number, unit, day or prayer
// that it stands for. Every spelling is in the tables, but for one wrong letter in a long word.
package words

import "time"

// Class is what a word can be. A word may be of several: sat is a number and a weekday.
type Class uint64

const (
	Number Class = 1 << iota
	Scale
	Fraction
	Mixed
	Half
	Quarter
	Ordinal
	Suffix
	Baje
	Baj
	Bajne
	Meridiem
	Oclock
	Past
	To
	ClockWord
	Part
	Unit
	Couple
	Day
	Flip
	Weekday
	Plural
	Jummah
	Month
	Weekend
	Tareekh
	End
	Next
	This
	Last
	Every
	Rhythm
	Prayer
	Service
	Waqt
	Surah
	Before
	After
	Pehle
	Baad
	Later
	Ago
	In
	The
	At
	On
	By
	For
	Until
	Starting
	Ko
	Se
	Tak
	Ke
	Mein
	Pe
	Wala
	And
	Of
	Tail // liye, qareeb, din: words that close an expression behind ke
	Label
	It
	Az
)

// Role is what a word tells about the words beside it.
type Role uint64

const (
	RoleName Role = 1 << iota
	RoleCount
	RoleMeasure
	RoleStem
	RoleAct
	RoleNothing
	RoleHowMany
	RoleNumberWord
	RoleOnce
	RoleInstead
	RoleBajaye
	roleLong
	RoleNot
	RoleSo
	RoleSoon
	RoleHijri
	RoleOnes
	RoleInAll
	RoleDenying
	RoleDaily
	RoleKa
	RoleShift
	RoleCorrection
	RoleUnable
	RoleHalfPast
	RoleWas
	RolePurpose
	roleSounds
	RoleRoughly
	RoleBetween
	RoleLatest
	RoleClosing
	RoleAsking
	RoleFormerly
	RoleLater
	RoleMakes
	RoleQuarters
	RoleTimed
	RoleComing
	RoleArticle
	RoleSeated
	RoleOrders
)

// DayPart is a part of the day.
type DayPart uint8

const (
	NoPart DayPart = iota
	Morning
	Noon
	afternoon
	Evening
	Night
)

// String is the part's name in the tables, and empty for none.
func (p DayPart) String() string {
	for name, part := range dayParts {
		if part == p {
			return name
		}
	}
	return ""
}

// TimeUnit is a unit of time.
type TimeUnit uint8

const (
	noUnit TimeUnit = iota
	Seconds
	Minutes
	Hours
	Days
	Weeks
	Months
	Years
)

// Word is what the tables say about a word or a phrase.
type Word struct {
	Class Class
	// Weak holds the classes of which the word is one only in the right company; rare those for which the company must be
	// a time.
	Weak, Rare Class
	Role       Role

	Number     int32
	Scale      int32
	Minutes    int16 // of a fraction, of an hour and its part, of the time that a word names
	Day        int8
	Shift      int8 // days from one that was told before
	Weekday    time.Weekday
	Month      time.Month
	Ordinal    int8
	Unit       TimeUnit
	Part       DayPart
	Pm         bool
	Recurrence string // "other" is a rhythm that a task cannot have
	Prayer     string

	Phrases []phrase // that begin with the word, longest first
}

// Unknown is what the tables say about a word they do not hold.
var Unknown = &Word{}

// phrase is the rest of a phrase behind its first word.
type phrase struct {
	Rest []string
	Word *Word
}

// Tells says whether the word surely is one by which a time is told, or a number. It is false for nil.
func (w *Word) Tells() bool {
	const telling = Number | Day | Weekday | Month | Prayer | Baje | Part
	return w != nil && w.Class&telling&^(w.Weak|w.Rare) != 0
}

// Counts says whether a number before the word counts something, or is part of a time: days, kg, am, march. It is false for nil.
func (w *Word) Counts() bool {
	const behind = Unit | Month | Meridiem | Oclock | Baje | Baj | Bajne | Scale | To | Past
	return w != nil && (w.Class&behind != 0 || w.Role&(RoleCount|RoleMeasure) != 0)
}

// Joins says whether the word may end a time, or stands behind one: baad, pehle, baje, ko, tak. It is false for nil.
func (w *Word) Joins() bool { return w != nil && w.Class&(Baad|Pehle|Baje|Ko|Tak) != 0 }

// Digits returns the number that a form of digits is, and how many they are; or -1 for one of more than 9, which is a telephone number
// and the like, and for what is no number.
func Digits(form string) (number int32, count uint8) {
	const most = 9
	if len(form) > most {
		return -1, 0
	}
	for i := range len(form) {
		if form[i] < '0' || form[i] > '9' {
			return -1, 0
		}
		number = number*10 + int32(form[i]-'0')
		count++
	}
	return number, count
}
