package forms

// OneTask are the words around the name of the one task that a question is about: have I ticked off the ration task yet.
type OneTask struct {
	Between   Set  `yaml:"between"`   // between who did it and what was done
	Having    Set  `yaml:"having"`    // a task is had: have I got X down
	Particles Set  `yaml:"particles"` // of a verb: tick off
	Behind    Runs `yaml:"behind"`    // what is asked of the task
	Plural    Set  `yaml:"plural"`    // of wala, before tasks
	Parts     Set  `yaml:"parts"`     // what a task has, of which a question may be
	Getting   Set  `yaml:"getting"`   // between a task's number and what was done with it
	States    Set  `yaml:"states"`    // behind a task's number, what it is asked to be
	Counted   Set  `yaml:"counted"`   // of those, what a number counts right before it: 5 pending
	Singular  Set  `yaml:"singular"`  // begin a question about one
	Was       Set  `yaml:"was"`       // Urdu: behind what was done: likhwaya tha
}

// Sorting are the words of English that say in which category a task is.
type Sorting struct {
	Leads  Runs `yaml:"leads"`
	Verbs  Set  `yaml:"verbs"`
	Joints Set  `yaml:"joints"`
	// Becoming are joints only where a task is changed.
	Becoming Set `yaml:"becoming"`
	Labels   Set `yaml:"labels"`
	Tags     Set `yaml:"tags"`
	// Apart come before a category that a task is not to have.
	Apart Runs `yaml:"apart"`
}
