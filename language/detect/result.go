// Package detect understands a sentence in English, Roman Urdu or Urdu: what is wanted, and what the sentence says about
// it. It is pure: the same text at the same time gives the same result, and nothing is read or written.
//
// It joins what its packages do: reading and clauses read a sentence, understand finds its intent, slots what it states, plan
// several deeds, and gate refuses to write where no write is meant. What is understood is told in the types of meaning, which have
// the same names here.
package detect

import (
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/plan"
	"github.com/salaatflow/platform/language/detect/understand"
)

type (
	// Intent is what a sentence asks for: Unknown, IdentityQuery, or the name of the tool that does it.
	Intent = meaning.Intent
	// Language is a language in a script, as a BCP 47 tag.
	Language = meaning.Language
	// Input is a sentence and when it was typed.
	Input = meaning.Input
	// Topic is what a conversation is about.
	Topic = meaning.Topic
	// Result is what was understood.
	Result = meaning.Result
	// Request is what one stretch of a message asks for.
	Request = meaning.Request
	// Plan is what a sentence asks for where that is more than one deed to one task.
	Plan = meaning.Plan
	// Step is a deed to one task.
	Step = meaning.Step
	// Slots are what a sentence states.
	Slots = meaning.Slots
	// DueDays are the days on which what is asked for is due.
	DueDays = meaning.DueDays
	// DueRelative is a time before or after the beginning of a prayer's time.
	DueRelative = meaning.DueRelative
	// HijriDay is a day of the Islamic calendar.
	HijriDay = meaning.HijriDay
	// Cues is what a conversation needs beside the slots.
	Cues = meaning.Cues
	// Act is what a sentence does in a conversation, beside what it asks for.
	Act = meaning.Act
	// Part is a set of the parts that a Detector decides by, to measure what each is worth.
	Part = understand.Part
)

// The intents.
const (
	Unknown          = meaning.Unknown
	IdentityQuery    = meaning.IdentityQuery
	CreateTask       = meaning.CreateTask
	ListTasks        = meaning.ListTasks
	UpdateTask       = meaning.UpdateTask
	DeleteTask       = meaning.DeleteTask
	CompleteTask     = meaning.CompleteTask
	ListMasjids      = meaning.ListMasjids
	SearchMasjids    = meaning.SearchMasjids
	GetMasjidDetails = meaning.GetMasjidDetails
	GetPrayerTimes   = meaning.GetPrayerTimes
	GetCurrentPrayer = meaning.GetCurrentPrayer
	GetIslamicDate   = meaning.GetIslamicDate
	GetDailyHadith   = meaning.GetDailyHadith
	GetRandomHadith  = meaning.GetRandomHadith
)

// The languages that are understood.
const (
	English   = meaning.English
	RomanUrdu = meaning.RomanUrdu
	Urdu      = meaning.Urdu
)

// The topics of a conversation.
const (
	NoTopic = meaning.NoTopic
	Tasks   = meaning.Tasks
	Masjids = meaning.Masjids
	Prayers = meaning.Prayers
	Hadiths = meaning.Hadiths
)

// The acts of a conversation.
const (
	None     = meaning.None
	Yes      = meaning.Yes
	No       = meaning.No
	Drop     = meaning.Drop
	Undo     = meaning.Undo
	Greeting = meaning.Greeting
	Thanks   = meaning.Thanks
	Help     = meaning.Help
)

// The parts that a Detector decides by.
const (
	Spellings = understand.Spellings
	Concepts  = understand.Concepts
	Acts      = understand.Acts
	Marks     = understand.Marks
	Domains   = understand.Domains
	ByTopic   = understand.Topic
	Gate      = understand.Gate
)

// MostSteps is how many steps a plan may have; more are asked about.
const MostSteps = plan.MostSteps
