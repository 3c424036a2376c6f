package classification

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// entry is a record in the cache. The part that counts comes first, for people who look there. The rest is what is read
// back.
type entry struct {
	Capabilities []string       `json:"capabilities"`
	Origin       skills.Origin  `json:"origin"`
	Hash         string         `json:"definition_hash"`
	Outcome      Outcome        `json:"model_outcome"`
	Opinions     []entryOpinion `json:"opinions"`
}

type entryOpinion struct {
	Origin     skills.Origin `json:"origin"`
	Categories []string      `json:"capabilities"`
	Model      string        `json:"model,omitempty"`
	At         time.Time     `json:"classified_at"`
	By         int32         `json:"classified_by,omitempty"`
	Withdrawn  bool          `json:"withdrawn,omitempty"`
}

// entry returns a record as it is cached. The same record always gives the same bytes.
func (c *Classifier) entry(tool *toolspec.Tool, record Record) []byte {
	made := entry{Capabilities: []string{}, Hash: record.Hash, Outcome: record.Outcome}
	if said, ok := record.classification(tool, c.Known); ok {
		made.Capabilities, made.Origin = said.Categories, said.Origin
	}
	for _, origin := range precedence {
		if o, ok := record.Opinions[origin]; ok {
			made.Opinions = append(made.Opinions, entryOpinion{
				Origin: origin, Categories: o.Categories, Model: o.Model, At: o.At.UTC(), By: o.By, Withdrawn: o.Withdrawn,
			})
		}
	}
	text, err := json.Marshal(made)
	if err != nil {
		panic(fmt.Errorf("the entry of %s is not JSON: %w", record.Tool, err)) // all of it can be encoded
	}
	return text
}

// readEntry reads what is cached. It returns false if that belongs to another definition or is no entry at all.
func readEntry(text []byte, ref Ref) (Record, bool) {
	var read entry
	if len(text) == 0 || json.Unmarshal(text, &read) != nil || read.Hash != ref.Hash {
		return Record{}, false
	}
	record := Record{Ref: ref, Outcome: read.Outcome, Opinions: map[skills.Origin]Opinion{}}
	for _, o := range read.Opinions {
		if o.Categories == nil {
			o.Categories = []string{}
		}
		record.Opinions[o.Origin] = Opinion{
			Ref: ref, Origin: o.Origin, Categories: o.Categories, Model: o.Model, At: o.At.UTC(), By: o.By, Withdrawn: o.Withdrawn,
		}
	}
	return record, true
}
