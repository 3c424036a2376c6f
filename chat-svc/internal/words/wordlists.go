package words

import (
	_ "embed"
	"fmt"
	"regexp"

	"github.com/salaatflow/platform/chat-svc/internal/words/wordfile"
)

//go:embed words.yaml
var wordsYAML []byte

// lists are the words of words.yaml. A test holds that they can be read.
var lists = wordfile.Must(loadLists(wordsYAML))

type wordLists struct {
	Sets struct {
		Mosque          wordSet `yaml:"mosque"`
		Times           wordSet `yaml:"times"`
		Loanwords       wordSet `yaml:"loanwords"`
		Leading         wordSet `yaml:"leading"`
		Asking          wordSet `yaml:"asking"`
		About           wordSet `yaml:"about"`
		Onemore         wordSet `yaml:"onemore"`
		Today           wordSet `yaml:"today"`
		This            wordSet `yaml:"this"`
		Undo            wordSet `yaml:"undo"`
		Return          wordSet `yaml:"return"`
		Take            wordSet `yaml:"take"`
		Back            wordSet `yaml:"back"`
		Cancel          wordSet `yaml:"cancel"`
		Objectless      wordSet `yaml:"objectless"`
		Half            wordSet `yaml:"half"`
		Number          wordSet `yaml:"number"`
		Task            wordSet `yaml:"task"`
		Correcting      wordSet `yaml:"correcting"`
		Leave           wordSet `yaml:"leave"`
		Excepting       wordSet `yaml:"excepting"`
		Aroundleaving   wordSet `yaml:"aroundleaving"`
		Denying         wordSet `yaml:"denying"`
		Deedends        wordSet `yaml:"deedends"`
		Alsotyped       wordSet `yaml:"alsotyped"`
		Sighs           wordSet `yaml:"sighs"`
		Deniesnext      wordSet `yaml:"deniesnext"`
		Slip            wordSet `yaml:"slip"`
		Aroundslip      wordSet `yaml:"aroundslip"`
		Now             wordSet `yaml:"now"`
		Telling         wordSet `yaml:"telling"`
		Undone          wordSet `yaml:"undone"`
		Yet             wordSet `yaml:"yet"`
		Theirs          wordSet `yaml:"theirs"`
		Someone         wordSet `yaml:"someone"`
		Notitle         wordSet `yaml:"notitle"`
		Ownobliq        wordSet `yaml:"ownobliq"`
		Ergative        wordSet `yaml:"ergative"`
		Myself          wordSet `yaml:"myself"`
		Too             wordSet `yaml:"too"`
		Every           wordSet `yaml:"every"`
		Mine            wordSet `yaml:"mine"`
		Moved           wordSet `yaml:"moved"`
		CalledOff       wordSet `yaml:"calledoff"`
		Both            wordSet `yaml:"both"`
		Respected       wordSet `yaml:"respected"`
		WentThere       wordSet `yaml:"wentthere"`
		Marking         wordSet `yaml:"marking"`
		Wanting         wordSet `yaml:"wanting"`
		Wala            wordSet `yaml:"wala"`
		Praising        wordSet `yaml:"praising"`
		Early           wordSet `yaml:"early"`
		Thanking        wordSet `yaml:"thanking"`
		Attribute       wordSet `yaml:"attribute"`
		WhenAsked       wordSet `yaml:"whenasked"`
		Aroundnumber    wordSet `yaml:"aroundnumber"`
		Topicbefore     wordSet `yaml:"topicbefore"`
		Topicbehind     wordSet `yaml:"topicbehind"`
		Polite          wordSet `yaml:"polite"`
		Joining         wordSet `yaml:"joining"`
		Before          wordSet `yaml:"before"`
		After           wordSet `yaml:"after"`
		Completing      wordSet `yaml:"completing"`
		Deleting        wordSet `yaml:"deleting"`
		Only            wordSet `yaml:"only"`
		Other           wordSet `yaml:"other"`
		Adding          wordSet `yaml:"adding"`
		Pointing        wordSet `yaml:"pointing"`
		Which           wordSet `yaml:"which"`
		Minutes         wordSet `yaml:"minutes"`
		Wavering        wordSet `yaml:"wavering"`
		Waiting         wordSet `yaml:"waiting"`
		Name            wordSet `yaml:"name"`
		Date            wordSet `yaml:"date"`
		Duedate         wordSet `yaml:"duedate"`
		Aroundchange    wordSet `yaml:"aroundchange"`
		Something       wordSet `yaml:"something"`
		Pronouns        wordSet `yaml:"pronouns"`
		Alltold         wordSet `yaml:"alltold"`
		Choosing        wordSet `yaml:"choosing"`
		Agree           wordSet `yaml:"agree"`
		Aroundagreeing  wordSet `yaml:"aroundagreeing"`
		Refusing        wordSet `yaml:"refusing"`
		Former          wordSet `yaml:"former"`
		Latter          wordSet `yaml:"latter"`
		Restoring       wordSet `yaml:"restoring"`
		Bringing        wordSet `yaml:"bringing"`
		Backward        wordSet `yaml:"backward"`
		Aroundrestoring wordSet `yaml:"aroundrestoring"`
		Ofmasjids       wordSet `yaml:"ofmasjids"`
	} `yaml:"sets"`
	LeavePhrases phrases  `yaml:"leavephrases"`
	WaitPhrases  phrases  `yaml:"waitphrases"`
	UndoPhrases  phrases  `yaml:"undophrases"`
	Openings     openings `yaml:"openings"`
	TakenOff     []string `yaml:"takenoff"`
	ToldMoved    []string `yaml:"toldmoved"`
	AskDone      []string `yaml:"askdone"`
	Contrast     []string `yaml:"contrast"`
	NextDay      []string `yaml:"nextday"`
	DayBefore    []string `yaml:"daybefore"`
	DayOfMonth   []string `yaml:"dayofmonth"`
	Tail         string   `yaml:"tail"`
	Keeping      []string `yaml:"keeping"`
	AgreePhrases phrases  `yaml:"agreephrases"`
	Corrections  phrases  `yaml:"corrections"`
	// WhatWasDone are patterns of questions about what was done last, by the tool that did it; of anything under "any".
	WhatWasDone map[string][]string `yaml:"whatwasdone"`
	LeaveEnds   wordSet             `yaml:"leaveends"`
	Unverbs     wordSet             `yaml:"unverbs"`
	TooPhrases  phrases             `yaml:"toophrases"`
	ThoseTwo    phrases             `yaml:"thosetwo"`
	StillOpen   phrases             `yaml:"stillopen"`
	TheLot      phrases             `yaml:"thelot"`
	AskBack     phrases             `yaml:"askback"`
	AskState    phrases             `yaml:"askstate"`
	TitleLead   string              `yaml:"titlelead"`
	TitleCalled string              `yaml:"titlecalled"`
	AfterYes    string              `yaml:"afteryes"`
	BehindYes   string              `yaml:"behindyes"`
	RemindMe    string              `yaml:"remindme"`
	NameAdds    string              `yaml:"nameadds"`
	LeavePairs  wordPairs           `yaml:"leavepairs"`
	Begins      string              `yaml:"begins"`
	Rename      []string            `yaml:"rename"`
	Change      []string            `yaml:"change"`
	Spared      []string            `yaml:"spared"`
	NewTasks    string              `yaml:"newtasks"`
	Numbered    []string            `yaml:"numbered"`
	FirstFew    []string            `yaml:"firstfew"`
	OneOf       map[string]string   `yaml:"oneof"`
	LastFew     []string            `yaml:"lastfew"`

	// AllOfThem are words for all where there are so many.
	AllOfThem map[int]wordSet `yaml:"allofthem"`

	// Between, After and Before are patterns of when nothing shall remind, with the hours they name.
	QuietHours struct {
		Between []string `yaml:"between"`
		After   []string `yaml:"after"`
		Before  []string `yaml:"before"`
		None    []string `yaml:"none"`
		Once    []string `yaml:"once"`
		Asked   []string `yaml:"asked"`
	} `yaml:"quiethours"`
	OClock  string   `yaml:"oclock"`
	Instead []string `yaml:"instead"`

	quiet              quietPatterns
	takenOff, contrast []*regexp.Regexp
	toldMoved, askDone []*regexp.Regexp
	nextDay, dayBefore []*regexp.Regexp
	dayOfMonth         []*regexp.Regexp
	tail               *regexp.Regexp
	keeping            []*regexp.Regexp
	whatWasDone        map[string][]*regexp.Regexp
	rename, change     []*regexp.Regexp
	spared, numbered   []*regexp.Regexp
	instead            []*regexp.Regexp

	firstFew, lastFew []*regexp.Regexp
	afterYes          *regexp.Regexp
	behindYes         *regexp.Regexp
	newTasks          *regexp.Regexp
	nameAdds          *regexp.Regexp
	titleLead         *regexp.Regexp
	titleCalled       *regexp.Regexp
}

// loadLists reads lists, and fails with one that is unknown, a word that is none, or a pattern that is none.
func loadLists(data []byte) (*wordLists, error) {
	var l wordLists
	err := wordfile.Decode("words.yaml", data, &l)
	if err != nil {
		return nil, err
	}
	for _, of := range []struct {
		made   *[]*regexp.Regexp
		begin  string
		texts  []string
		groups int
	}{
		{&l.spared, "(?i)", l.Spared, 2}, {&l.numbered, "", l.Numbered, 2},
		{&l.firstFew, "(?i)", l.FirstFew, 1}, {&l.lastFew, "(?i)", l.LastFew, 1},
		{&l.rename, l.Begins, l.Rename, 1}, {&l.change, l.Begins, l.Change, 1}, {&l.keeping, l.Begins, l.Keeping, 1},
		{&l.takenOff, "(?i)", l.TakenOff, 1}, {&l.contrast, "(?i)", l.Contrast, 1},
		{&l.quiet.between, l.Begins, l.QuietHours.Between, 2}, {&l.quiet.after, l.Begins, l.QuietHours.After, 1},
		{&l.quiet.before, l.Begins, l.QuietHours.Before, 1}, {&l.quiet.none, l.Begins, l.QuietHours.None, 0},
		{&l.quiet.asked, l.Begins, l.QuietHours.Asked, 0}, {&l.quiet.once, l.Begins, l.QuietHours.Once, 1},
		{&l.instead, "(?i)", l.Instead, 2},
		{&l.toldMoved, "", l.ToldMoved, 1}, {&l.askDone, "", l.AskDone, 1},
		{&l.nextDay, l.Begins, l.NextDay, 1}, {&l.dayBefore, l.Begins, l.DayBefore, 1}, {&l.dayOfMonth, "(?i)", l.DayOfMonth, 1},
	} {
		if *of.made, err = patterns(of.begin, of.texts, of.groups); err != nil {
			return nil, err
		}
	}
	if l.whatWasDone, err = patternsOf("", l.WhatWasDone, 0); err != nil {
		return nil, err
	}
	for pattern, text := range map[**regexp.Regexp]string{
		&l.afterYes: l.AfterYes, &l.nameAdds: l.NameAdds, &l.titleLead: l.TitleLead, &l.tail: l.Tail, &l.newTasks: l.NewTasks,
		&l.behindYes:   l.BehindYes,
		&l.titleCalled: l.TitleCalled,
	} {
		if *pattern, err = regexp.Compile(text); err != nil {
			return nil, fmt.Errorf("words.yaml: %w", err)
		}
	}
	return &l, nil
}
