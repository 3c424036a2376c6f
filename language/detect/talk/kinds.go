package talk

import "slices"

// Kind is what a message is.
type Kind string

// What a message may be, of the group that is named first; a group with one kind has its name.
const (
	None    Kind = ""        // nothing is known of it
	Request Kind = "request" // something that the tools do

	Greeting  Kind = "greeting" // chat: what is said to the chat itself
	HowAreYou Kind = "howareyou"
	Thanks    Kind = "thanks"
	Bye       Kind = "bye"
	Apology   Kind = "apology"
	Praise    Kind = "praise"
	Complaint Kind = "complaint"
	WhoAreYou Kind = "whoareyou"
	Help      Kind = "help"
	Agree     Kind = "agree"

	Death     Kind = "death" // care: what befell somebody, or moves them
	Illness   Kind = "illness"
	Self      Kind = "self"     // danger that who writes is to themselves
	Violence  Kind = "violence" // danger by others
	Divorce   Kind = "divorce"
	Despair   Kind = "despair"
	Doubt     Kind = "doubt"
	Forgive   Kind = "forgive"
	NewMuslim Kind = "newmuslim"
	Joy       Kind = "joy"

	Law    Kind = "law"    // a question of religious law
	Health Kind = "health" // one for a doctor

	Quran     Kind = "quran" // outside: what no tool does
	Dhikr     Kind = "dhikr"
	Zakat     Kind = "zakat"
	Weather   Kind = "weather"
	Contact   Kind = "contact"
	Media     Kind = "media"
	Shopping  Kind = "shopping"
	Knowledge Kind = "knowledge"
	Joke      Kind = "joke"

	Arabic     Kind = "arabic" // language: one that is not spoken here
	Hindi      Kind = "hindi"
	Turkish    Kind = "turkish"
	Indonesian Kind = "indonesian"
	Bengali    Kind = "bengali"
	French     Kind = "french"

	Small Kind = "talk" // what needs a friendly word alone
)

// Group is a group of kinds that are alike.
type Group string

// The groups of several kinds.
const (
	Chat     Group = "chat"
	Care     Group = "care"
	Outside  Group = "outside"
	Language Group = "language"
)

// The models that tell no kinds apart: of groups, and of what language a message in Latin letters is in.
const (
	Of    Group = "groups"
	Roman Group = "roman"
)

// Groups are the groups of several kinds with these.
func Groups() map[Group][]Kind {
	return map[Group][]Kind{
		Chat:     {Agree, Apology, Bye, Complaint, Greeting, Help, HowAreYou, Praise, Thanks, WhoAreYou},
		Care:     {Death, Despair, Divorce, Doubt, Forgive, Illness, Joy, NewMuslim, Self, Violence},
		Outside:  {Contact, Dhikr, Joke, Knowledge, Media, Quran, Shopping, Weather, Zakat},
		Language: {Arabic, Bengali, French, Hindi, Indonesian, Turkish},
	}
}

// Alone are the kinds that are a group of their own.
func Alone() []Kind { return []Kind{Health, Law, Request, Small} }

// groupOf is the group of each kind of those that have several.
var groupOf = func() map[Kind]Group {
	of := map[Kind]Group{}
	for group, kinds := range Groups() {
		for _, kind := range kinds {
			of[kind] = group
		}
	}
	return of
}()

// Group returns the group of a kind.
func (k Kind) Group() Group {
	if group, known := groupOf[k]; known {
		return group
	}
	return Group(k)
}

// IsDanger reports whether a kind is danger to oneself or by others.
func (k Kind) IsDanger() bool { return k == Self || k == Violence }

// Known reports whether there is such a kind.
func (k Kind) Known() bool {
	_, several := groupOf[k]
	return several || slices.Contains(Alone(), k)
}
