package lexicon

// The concepts, as the data files name them.
const (
	// Forms of verbs.

	Verb Concept = iota
	Stem
	Imp
	Inf
	Perf
	Hab
	Fut
	Base
	Third
	Past
	Gerund
	Light
	Loan

	// What is done.

	Create
	Put
	Make
	Remind
	Show
	Tell
	Give
	Delete
	Cancel
	Khatam
	Remove
	Finish
	Mark
	Change
	Move
	Rename
	Reopen
	Link
	Repeat
	Find
	Kar
	Ho
	Go
	De
	Le
	Take
	Deed
	Dila
	Yaad
	Forget
	Want
	Can
	Let
	Know
	See
	Start
	Stop
	Learn
	Wake

	// What a task has.

	Task
	List
	Reminder
	Priority
	High
	Medium
	Low
	Category
	CatName
	Recur
	Status
	Pending
	Completed
	AllStatus
	Date
	NumberWord
	New
	Note
	Undated

	// Places and prayers.

	Masjid
	Masjids
	Prayer
	Friday
	Namaz
	Jamaat
	Time
	Timetable
	Iftar
	Sehri
	Hadith
	Area
	City
	Near
	Detail
	Where
	Address
	Name
	Called
	Facility
	Live

	// Questions.

	What
	Which
	When
	Who
	HowMany
	HowMuch
	How
	Why
	Question

	// Time.

	Now
	Next
	Last
	Left
	Until
	Today
	Yesterday
	Tomorrow
	Day
	Hour
	Before
	After
	Yet
	Again
	Daily

	// Who and what.

	Me
	My
	You
	Your
	It
	This
	There
	One
	Other
	More
	Another
	Any
	All
	Self
	Profile
	Account
	Email

	// Grammar.

	Ka
	Ko
	Se
	In
	On
	To
	For
	From
	And
	Or
	But
	If
	Then
	Ke
	Wala
	The
	Under
	An
	As
	With
	Of
	By
	Is
	Was
	Have
	Not
	Dont
	Never
	Without
	Instead
	Also
	Only
	Too

	// Talk.

	Polite
	Filler
	Yes
	No
	Drop
	Undo
	Greeting
	Thanks
	Help
	Sorry
	Mistake

	// Outside.

	Foreign
	ForeignVerb
	Smalltalk
	Random
	Ordinal
	About
	Good
	Much
	State
	Ago
	Someone
	Ask
)

var names = [...]string{
	"Verb", "Stem", "Imp", "Inf", "Perf", "Hab", "Fut", "Base", "Third", "Past", "Gerund", "Light", "Loan",
	"Create", "Put", "Make", "Remind", "Show", "Tell", "Give", "Delete", "Cancel", "Khatam", "Remove", "Finish",
	"Mark", "Change", "Move", "Rename", "Reopen", "Link", "Repeat", "Find", "Kar", "Ho", "Go", "De", "Le",
	"Take", "Deed", "Dila", "Yaad", "Forget", "Want", "Can", "Let", "Know", "See", "Start", "Stop", "Learn",
	"Wake", "Task", "List", "Reminder", "Priority", "High", "Medium", "Low", "Category", "CatName", "Recur",
	"Status", "Pending", "Completed", "AllStatus", "Date", "NumberWord", "New", "Note", "Undated", "Masjid",
	"Masjids", "Prayer", "Friday", "Namaz", "Jamaat", "Time", "Timetable", "Iftar", "Sehri", "Hadith", "Area",
	"City", "Near", "Detail", "Where", "Address", "Name", "Called", "Facility", "Live", "What", "Which", "When",
	"Who", "HowMany", "HowMuch", "How", "Why", "Question", "Now", "Next", "Last", "Left", "Until", "Today",
	"Yesterday", "Tomorrow", "Day", "Hour", "Before", "After", "Yet", "Again", "Daily", "Me", "My", "You",
	"Your", "It", "This", "There", "One", "Other", "More", "Another", "Any", "All", "Self", "Profile",
	"Account", "Email", "Ka", "Ko", "Se", "In", "On", "To", "For", "From", "And", "Or", "But", "If", "Then",
	"Ke", "Wala", "The", "Under", "An", "As", "With", "Of", "By", "Is", "Was", "Have", "Not", "Dont", "Never",
	"Without", "Instead", "Also", "Only", "Too", "Polite", "Filler", "Yes", "No", "Drop", "Undo", "Greeting",
	"Thanks", "Help", "Sorry", "Mistake", "Foreign", "ForeignVerb", "Smalltalk", "Random", "Ordinal", "About",
	"Good", "Much", "State", "Ago", "Someone", "Ask",
}

// String is the name of the concept in the data files.
func (c Concept) String() string { return names[c] }

// Named finds a concept by its name.
func Named(name string) (Concept, bool) {
	concept, known := conceptOf[name]
	return concept, known
}

var conceptOf = func() map[string]Concept {
	all := make(map[string]Concept, len(names))
	for i, name := range names {
		all[name] = Concept(i)
	}
	return all
}()

// misspeltOften are the concepts whose words are found when a letter is wrong: those that say what is wanted. Of other
// words, what was typed is more likely what was meant.
var misspeltOften = Set{}.With(
	Verb, Loan, Task, Reminder, Masjid, Masjids, Namaz, Hadith, Time, Priority, Category, Profile, Pending, Completed, Not,
)

// Count is how many concepts there are.
const Count = Concept(len(names))
