package web

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/salaatflow/platform/proto/toolnames"
)

// card is what a tool answered, drawn. One of its members is set.
type card struct {
	Tasks   []task
	Times   *times
	Moment  *moment
	Masjids []masjid
	Hadith  *hadith
	// Rows are the members of any other tool's answer.
	Rows []row
	// Back is the page to return to from what a card lets one do.
	Back string
}

type row struct{ Name, Value string }

// toolData are the members of the answers of the platform's tools.
type toolData struct {
	Task    *task    `json:"task"`
	Tasks   []task   `json:"tasks"`
	Masjid  *masjid  `json:"masjid"`
	Masjids []masjid `json:"masjids"`
	Hadith  *hadith  `json:"hadith"`
}

// cardOf returns how to draw an answer; nil if there is nothing besides what was said.
func cardOf(said *answered) *card {
	if said.Tool == "" || !said.Success || len(said.Data) == 0 || string(said.Data) == "null" {
		return nil
	}
	switch said.Tool {
	case toolnames.DeleteTask, toolnames.GetUserInfo, toolnames.Skill:
		return nil
	case toolnames.GetPrayerTimes:
		drawn := &times{}
		if json.Unmarshal(said.Data, drawn) != nil {
			return nil
		}
		drawn.Asked, _ = said.Arguments["prayer"].(string)
		return &card{Times: drawn}
	case toolnames.GetCurrentPrayer:
		drawn := &moment{}
		if json.Unmarshal(said.Data, drawn) != nil {
			return nil
		}
		return &card{Moment: drawn}
	}
	var data toolData
	if json.Unmarshal(said.Data, &data) != nil {
		return rowsOf(said.Data)
	}
	switch {
	case data.Task != nil:
		return &card{Tasks: []task{*data.Task}}
	case len(data.Tasks) > 0:
		return &card{Tasks: data.Tasks}
	case data.Masjid != nil:
		return &card{Masjids: []masjid{*data.Masjid}}
	case len(data.Masjids) > 0:
		return &card{Masjids: data.Masjids}
	case data.Hadith != nil:
		return &card{Hadith: data.Hadith}
	case said.Tool == toolnames.ListTasks, said.Tool == toolnames.ListMasjids, said.Tool == toolnames.SearchMasjids:
		return nil // there are none
	default:
		return rowsOf(said.Data)
	}
}

// rowsOf draws the answer of a tool that the pages do not know: its members that are one value.
func rowsOf(data json.RawMessage) *card {
	var members map[string]any
	if json.Unmarshal(data, &members) != nil {
		return nil
	}
	drawn := &card{}
	for name, value := range members {
		if value == nil {
			continue
		}
		text, isText := value.(string)
		if !isText {
			encoded, err := json.Marshal(value)
			if err != nil {
				continue
			}
			text = string(encoded)
		}
		drawn.Rows = append(drawn.Rows, row{strings.ReplaceAll(name, "_", " "), text})
	}
	slices.SortFunc(drawn.Rows, func(a, b row) int { return strings.Compare(a.Name, b.Name) })
	return drawn
}
