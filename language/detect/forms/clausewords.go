package forms

import _ "embed"

//go:embed clauses.yaml
var clausesYAML []byte

// ClauseWords knows the words that begin a clause by which an order is not for now.
type ClauseWords struct {
	English    Openers    `yaml:"english"`
	Urdu       Openers    `yaml:"urdu"`
	Afterwards afterwards `yaml:"afterwards"`
	Several    several    `yaml:"several"`
	// Corrections take back what was said before them in the sentence.
	Corrections Runs `yaml:"corrections"`
	Slips       Runs `yaml:"slips"` // only before a task's number
	// Turns do so only behind a deed or where a clause begins, and only for a time with which the sentence ends; Else are no turns.
	Turns Runs `yaml:"turns"`
	Else  Runs `yaml:"else"`
	// Ahead tell the next few days, and Overdue what was due on a day that is over.
	Ahead   Ahead `yaml:"ahead"`
	Overdue Runs  `yaml:"overdue"`
}

// Ahead are the words by which the next few days are told: the next two weeks, 5 din ke andar.
type Ahead struct {
	Lead       Runs `yaml:"lead"`
	Behind     Runs `yaml:"behind"`
	Days       Runs `yaml:"days"`
	Weeks      Runs `yaml:"weeks"`
	Fortnights Runs `yaml:"fortnights"`
	Months     Runs `yaml:"months"`
}

// Openers are how such clauses begin in a language, and what makes them something else.
type Openers struct {
	Openers  Runs `yaml:"openers"`
	Led      Runs `yaml:"led"`
	Subjects Runs `yaml:"subjects"`
	But      Runs `yaml:"but"`
	Except   Runs `yaml:"except"`
	Past     Runs `yaml:"past"`
	Still    Runs `yaml:"still"`
}

type afterwards struct {
	Phrases Runs `yaml:"phrases"`
	But     Runs `yaml:"but"`
}

// several are the words by which more than one task is spoken of.
type several struct {
	Ranges Runs `yaml:"ranges"`
	Unsure Runs `yaml:"unsure"`
	All    Runs `yaml:"all"`
	AllBut Runs `yaml:"allbut"`
	Both   Runs `yaml:"both"`
	One    Runs `yaml:"one"`
	Counts Runs `yaml:"counts"`
}

// LoadClauses reads clauses.yaml.
func LoadClauses() (*ClauseWords, error) {
	var c ClauseWords
	if err := Decode("clauses.yaml", clausesYAML, &c); err != nil {
		return nil, err
	}
	return &c, nil
}

// Joints are the words of English with which a clause begins.
type Joints struct {
	Always Set `yaml:"always"`
	Under  Set `yaml:"under"`  // and it is part of the one before
	Why    Set `yaml:"why"`    // and it says why
	Unless Set `yaml:"unless"` // not behind "not" and "is"
	Told   Set `yaml:"told"`   // where something is told of behind them
	Doers  Set `yaml:"doers"`  // where a verb that tells of something follows
	Doing  Set `yaml:"doing"`

	Denying Set `yaml:"denying"` // tell of a thing that it is not so
}

// Requests are the words of English by which one is asked politely: do you think, you could.
type Requests struct {
	Leads Runs `yaml:"leads"`
	Asks  Runs `yaml:"asks"`

	Written Runs `yaml:"written"` // name a task by what was written of it: what I have down as
}

// Spared are the words that say of a number beside them that its task is left as it is.
type Spared struct {
	Ahead  Runs `yaml:"ahead"`
	Behind Runs `yaml:"behind"`
}

// Said are words of English by which it is told of a task what is to be done with it.
type Said struct {
	Leaves Runs `yaml:"leaves"` // it is to be removed: can go
	Gone   Runs `yaml:"gone"`   // somebody wants it removed: want gone
	Waits  Runs `yaml:"waits"`  // it is for later, before a time: can wait

	Removing Runs `yaml:"removing"` // behind what is to be removed: that's the one to delete
	Unneeded Runs `yaml:"unneeded"` // before a task, it is to be removed where one of Longer stands behind it: I don't need
	NoLonger Runs `yaml:"nolonger"` // before a task, it is to be removed: I no longer need
	Longer   Runs `yaml:"longer"`

	Requiring Set `yaml:"requiring"` // before a task's number: we no longer require item 31

	States Runs `yaml:"states"` // behind a number, what the task is to be: needs to be
	Parts  Set  `yaml:"parts"`  // of a task: the wording on 8
	Doors  Set  `yaml:"doors"`  // before the number of a house: the lady from number 9

	Attending Set `yaml:"attending"` // behind a no and before a time, one is not free then: I can't make Tuesday
}
