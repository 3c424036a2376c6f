// Package meaning holds the types in which it is told what a sentence means: its intent, what it states for that, and what a conversation
// needs besides.
package meaning

import (
	"slices"
	"time"

	"github.com/salaatflow/platform/language/detect/talk"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// Intent is what a sentence asks for: Unknown, IdentityQuery, or the name of the tool that does it.
type Intent string

// The intents that are no names of tools.
const (
	Unknown       Intent = "unknown"
	IdentityQuery Intent = "identity_query"
)

// The intents of the platform's own tools, by the names in the contract. The chat tests that these are the tools' names.
const (
	CreateTask       Intent = "create_task"
	ListTasks        Intent = "list_tasks"
	UpdateTask       Intent = "update_task"
	DeleteTask       Intent = "delete_task"
	CompleteTask     Intent = "complete_task"
	ListMasjids      Intent = "list_masjids"
	SearchMasjids    Intent = "search_masjids"
	GetMasjidDetails Intent = "get_masjid_details"
	GetPrayerTimes   Intent = "get_prayer_times"
	GetCurrentPrayer Intent = "get_current_prayer"
	GetIslamicDate   Intent = "get_islamic_date"
	GetDailyHadith   Intent = "get_daily_hadith"
	GetRandomHadith  Intent = "get_random_hadith"
)

// Writes says whether the intent changes what a user has.
func (i Intent) Writes() bool {
	return i == CreateTask || i == UpdateTask || i == DeleteTask || i == CompleteTask
}

// Language is a language in a script, as a BCP 47 tag.
type Language string

// The languages that are understood.
const (
	English   Language = "en"
	RomanUrdu Language = "ur-Latn"
	Urdu      Language = "ur"
)

// Input is a sentence and when it was typed.
type Input struct {
	Text string
	// Now is what "today" and "in 2 hours" count from.
	Now time.Time
	// Zone is the user's; nil is Asia/Karachi.
	Zone *time.Location
	// About is what the conversation was about just before. A sentence about the same need not name it again.
	About Topic
}

// Options are how times in the sentence are resolved; past takes a day that may be either for one that has been.
func (in Input) Options(past bool) due.Options {
	return due.Options{Now: in.Now, Zone: in.Zone, Past: past}
}

// As is the input with another text, such as a part of it.
func (in Input) As(text string) Input {
	in.Text = text
	return in
}

// Topic is what a conversation is about.
type Topic uint8

// The topics. NoTopic is that of a sentence that stands alone.
const (
	NoTopic Topic = iota
	Tasks
	Masjids
	Prayers
	Hadiths
)

// Topic is what an intent is about.
func (i Intent) Topic() Topic {
	switch i {
	case CreateTask, ListTasks, UpdateTask, DeleteTask, CompleteTask:
		return Tasks
	case ListMasjids, SearchMasjids, GetMasjidDetails:
		return Masjids
	case GetPrayerTimes, GetCurrentPrayer, GetIslamicDate:
		return Prayers
	case GetDailyHadith, GetRandomHadith:
		return Hadiths
	default:
		return NoTopic
	}
}

// Result is what was understood.
type Result struct {
	Intent Intent `json:"intent"`
	// Confidence is from 0 to 1: how surely the sentence asks for Intent. That of Unknown says how surely nothing is
	// asked for that a tool does.
	Confidence float64  `json:"confidence"`
	Language   Language `json:"language"`
	Slots      Slots    `json:"slots"`
	Cues       Cues     `json:"-"`
	Plan       Plan     `json:"-"`
	// Each is a sentence for each of the days, hours or prayers that the sentence lists for a new task, where it lists several: none of
	// them is in Slots for certain.
	Each []string `json:"-"`
}

// Slots is what a sentence states, in the values of the tools' parameters; nil where nothing is stated.
type Slots struct {
	Title        *string      `json:"title,omitempty"`
	TaskID       *int         `json:"task_id,omitempty"`
	TaskRef      *string      `json:"task_ref,omitempty"`
	Priority     *string      `json:"priority,omitempty"`
	LinkedPrayer *string      `json:"linked_prayer,omitempty"`
	Recurrence   *string      `json:"recurrence,omitempty"`
	Category     *string      `json:"category,omitempty"`
	Status       *string      `json:"status,omitempty"`
	Due          *string      `json:"due,omitempty"` // 2006-01-02, or 2006-01-02T15:04:05 where a time of day is stated
	DueDays      *DueDays     `json:"due_days,omitempty"`
	DueRelative  *DueRelative `json:"due_relative,omitempty"`
	Hijri        *HijriDay    `json:"hijri,omitempty"`
	Area         *string      `json:"area,omitempty"`
	City         *string      `json:"city,omitempty"`
	Country      *string      `json:"country,omitempty"` // ISO 3166-1 alpha-2, where a question is about a whole country
	MasjidName   *string      `json:"masjid_name,omitempty"`
	Prayer       *string      `json:"prayer,omitempty"`
	Date         *string      `json:"date,omitempty"` // 2006-01-02
	Limit        *int         `json:"limit,omitempty"`
	Method       *string      `json:"method,omitempty"` // of reckoning prayer times, as get_prayer_times names it
	Asr          *string      `json:"asr,omitempty"`    // the school: hanafi or shafi
	Latitude     *float64     `json:"latitude,omitempty"`
	Longitude    *float64     `json:"longitude,omitempty"`
	Topic        *string      `json:"topic,omitempty"`      // what a hadith is to be about, as typed
	Collection   *string      `json:"collection,omitempty"` // of hadiths, by its key
	Number       *string      `json:"number,omitempty"`     // in that collection
	TextIn       *string      `json:"language,omitempty"`   // of a hadith's text: ar, en or ur
	Asked        *string      `json:"asked,omitempty"`      // what is asked of a place or a masjid, a kind of asked.yaml: sunrise, phone
}

// ChangesTask reports whether the slots say what of a task is to be otherwise.
func (s Slots) ChangesTask() bool {
	given := func(value *string) bool { return value != nil }
	return s.DueRelative != nil || s.Hijri != nil ||
		slices.ContainsFunc([]*string{s.Title, s.Priority, s.LinkedPrayer, s.Recurrence, s.Category, s.Status, s.Due}, given)
}

// DueDays are the days on which what is asked for is due: this week, until Friday.
type DueDays struct {
	From string `json:"from,omitempty"` // 2006-01-02; empty for all until the last
	To   string `json:"to"`             // 2006-01-02, the last of them
}

// DueRelative is a time before or after the beginning of a prayer's time.
type DueRelative struct {
	Prayer string `json:"prayer"`
	// Minutes after the prayer's beginning; negative before it.
	Minutes int `json:"minutes"`
	// Date is the day of the prayer, 2006-01-02; empty for the next time that it comes.
	Date string `json:"-"`
}

// HijriDay is a day of the Islamic calendar: an occasion, or a day of a month. Which day of ours that is depends on the country.
type HijriDay struct {
	// Occasion is a value of get_islamic_date's parameter, or eid for the next of both; empty where Month and Day are told.
	Occasion string `json:"occasion,omitempty"`
	Month    int    `json:"month,omitempty"`
	Day      int    `json:"day,omitempty"`  // from 1 to 31; no month has a 31st
	Year     int    `json:"year,omitempty"` // 0 for the next such day
	// Earlier: the day before is meant ("before Eid").
	Earlier bool `json:"earlier,omitempty"`
	// Since is the day of ours from which on it is looked for where one is told ("Eid 2025"): 2006-01-02. Former: the last one that
	// was is meant ("pichli eid"). Night: the night before the day ("23rd night"). They are told of questions alone.
	Since  string `json:"since,omitempty"`
	Former bool   `json:"former,omitempty"`
	Night  bool   `json:"night,omitempty"`
	// Latest: all days until it are meant, where several can be ("Eid tak").
	Latest bool `json:"latest,omitempty"`
}

// IsEve reports whether the night before Eid is named, of which get_islamic_date knows the day.
func (d *HijriDay) IsEve() bool { return d.Occasion == "chaand_raat" }

// IsInMakkah reports whether the day is that of Makkah for everybody, as get_islamic_date has it. A nil day is not.
func (d *HijriDay) IsInMakkah() bool { return d != nil && d.Occasion == occasionInMakkah }

// occasionInMakkah is the name of Hajj in the contract.
const occasionInMakkah = "hajj"

// The years of the Islamic calendar that people name; other numbers of four digits are something else.
const (
	FirstHijriYear = 1356
	LastHijriYear  = 1500
)

// Cues is what a conversation needs beside the slots.
type Cues struct {
	// Ordinal is the place in a list that the sentence names, from 1; -1 is the last, 0 none.
	Ordinal int
	// Pronoun: the sentence speaks of the thing that was spoken of last ("it", "isay", "اسے").
	Pronoun bool
	// There: the sentence speaks of the place that was spoken of last ("wahan", "there").
	There bool
	// Act is what the sentence does beside asking for anything.
	Act Act
	// Continues: the sentence has no verb of its own and goes on with the last one ("aur clifton mein?").
	Continues bool
	// Negated: the sentence says not to do a thing.
	Negated bool
	// Denies and Doubts are of a Fragment that would change a task: it says no ("dentist wala nahi"), or asks, supposes or
	// tells of it instead of ordering it ("the dentist one?", "should it go?"). Then it must change nothing.
	Denies, Doubts bool
	// HowTo: the sentence asks how a thing is done.
	HowTo bool
	// More: the sentence wants one more of what was shown ("another one", "ek aur").
	More bool
	// Next: the sentence speaks of what comes next, or of how long it is until then ("and the next one?", "aur agli?",
	// "is mein kitni der hai?").
	Next bool
	// Also: the sentence adds something to what was said ("aur bijli wala bhi", "the gym one too").
	Also bool
	// AfterIt: the time is told by the prayer that was spoken of last ("after that one", "uske baad").
	AfterIt bool
	// ClockOnly: the day of Slots.Due is not stated but filled in.
	ClockOnly bool
	// Neutral: no word tells a language ("1", "ok", "Fajr").
	Neutral bool
	// Loose: what names the task fits loosely: ask before destroying.
	Loose bool
	// Exact: the sentence is, word by word, a phrase of the tool that is its intent.
	Exact bool
	// Argument is what stands behind a colon where what stands before it is Exact, as typed.
	Argument string
	// Nearly is a tool that a sentence which is only guessed to order a change may be meant for instead, by its phrases.
	Nearly string
	// HowLong: it is asked how long it is until a prayer; Begun: whether its time has begun, or ended; Ends: when it ends.
	HowLong, Begun, Ends bool
	// Was: a time is asked for as past ("what was maghrib", "isha kab thi").
	Was bool
	// Asked is the kind of asked.yaml that the sentence is, also where it asks for no tool: talk_eid, weekday; else empty.
	Asked string
	// Talk is what the message is taken for beside an order to a tool.
	Talk talk.Told
	// Near: what is nearest is asked for.
	Near bool
	// UnknownMethod is what stands where the method of reckoning times is named, and is none that is known.
	UnknownMethod string
	// Bare is a number that "it" is to become, without a word of what it counts ("make it 7 instead"); 0 for none.
	Bare int
	// Makes: a word says that something new is to be made of what is spoken of: add, remind me, a task, note.
	Makes bool
	// NoSuchDay is a day as typed that no year has ("31 April"); empty for none.
	NoSuchDay string
	// Reminds: it is asked to be reminded of something.
	Reminds bool
	// Part is the part of the day that is told for a new task without an hour: morning, noon, afternoon, evening or night.
	Part string
	// Rhythm is a rhythm as typed that no task can have ("every 2 days", "first Friday of every month"); empty for none.
	Rhythm string
	// ByJummah says how the time of a new task lies to the Friday prayer: 1 after it, -1 before it, 0 where that is not told. JummahMinutes
	// are by how much, negative before it; 0 where that is not told.
	ByJummah, JummahMinutes int
	// Told: something is told as done by who speaks ("I watered the roses", "dawai le li"), be it a task or not.
	Told bool
	// Muses: what may be done is only thought about ("soch rahi hun agle hafte likhun").
	Muses bool
	// Later: what is ordered is for when something will have happened ("when I finish, mark it").
	Later bool
	// Numbers are those of the tasks that something is wanted of, up to four, where the sentence names more than one;
	// the others are 0.
	Numbers [4]int
}

// Act is what a sentence does in a conversation, beside what it asks for.
type Act uint8

// The acts. None is that of a sentence that only asks for something.
const (
	None Act = iota
	Yes
	No
	Drop // leave it, never mind
	Undo
	Greeting
	Thanks
	Help
)
