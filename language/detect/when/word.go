package when

import "time"

// class is what a word can be. A word may be of several: sat is a number and a weekday.
type class uint64

const (
	classNumber class = 1 << iota
	classScale
	classFraction
	classMixed
	classHalf
	classQuarter
	classOrdinal
	classSuffix
	classBaje
	classBaj
	classBajne
	classMeridiem
	classOclock
	classPast
	classTo
	classClockWord
	classPart
	classUnit
	classCouple
	classDay
	classFlip
	classWeekday
	classPlural
	classJummah
	classMonth
	classWeekend
	classTareekh
	classEnd
	classNext
	classThis
	classLast
	classEvery
	classRhythm
	classPrayer
	classService
	classWaqt
	classSurah
	classBefore
	classAfter
	classPehle
	classBaad
	classLater
	classAgo
	classIn
	classThe
	classAt
	classOn
	classBy
	classFor
	classUntil
	classStarting
	classKo
	classSe
	classTak
	classKe
	classMein
	classPe
	classWala
	classAnd
	classOf
	classTail // liye, qareeb, din: words that close an expression behind ke
	classLabel
	classIt
	classAz
)

// role is what a word tells about the words beside it.
type role uint32

const (
	roleName role = 1 << iota
	roleCount
	roleMeasure
	roleStem
	roleAct
	roleNothing
	roleHowMany
	roleNumberWord
	roleOnce
	roleInstead
	roleBajaye
	roleLong
	roleNot
	roleSo
	roleSoon
	roleHijri
	roleOnes
)

// dayPart is a part of the day.
type dayPart uint8

const (
	noPart dayPart = iota
	morning
	noon
	afternoon
	evening
	night
)

// unit is a unit of time.
type unit uint8

const (
	noUnit unit = iota
	minutes
	hours
	days
	weeks
	months
	years
)

// word is what the tables say about a word or a phrase.
type word struct {
	class class
	// weak holds the classes of which the word is one only in the right company; rare those for which the company must be
	// a time.
	weak, rare class
	role       role

	number     int32
	scale      int32
	minutes    int16 // of a fraction, of an hour and its part, of the time that a word names
	day        int8
	weekday    time.Weekday
	month      time.Month
	ordinal    int8
	unit       unit
	part       dayPart
	pm         bool
	recurrence string // "other" is a rhythm that a task cannot have
	prayer     string

	phrases []phrase // that begin with the word, longest first
}

// phrase is the rest of a phrase behind its first word.
type phrase struct {
	rest []string
	word *word
}
