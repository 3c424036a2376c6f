// Package words holds what tasks-svc says to people, in their languages.
package words

import (
	"embed"
	"encoding/json"
	"path"
	"strconv"
	"strings"
	"sync"
)

//go:embed data
var data embed.FS

// fallback is the language of those who have none that is known.
const fallback = "en"

// sentences are those of a language, by their keys in its file.
type sentences struct {
	ConfirmDeletion string            `json:"confirm_deletion"`
	Reminder        string            `json:"reminder"`
	Calendar        string            `json:"calendar"`
	AtPrayer        string            `json:"at_prayer"`
	BeforePrayer    string            `json:"before_prayer"`
	AfterPrayer     string            `json:"after_prayer"`
	Prayers         map[string]string `json:"prayers"`
}

// byLanguage reads the files, once. They are part of the program, and so are their mistakes.
var byLanguage = sync.OnceValue(func() map[string]sentences {
	entries, err := data.ReadDir("data")
	if err != nil {
		panic(err)
	}
	read := map[string]sentences{}
	for _, entry := range entries {
		text, err := data.ReadFile(path.Join("data", entry.Name()))
		if err != nil {
			panic(err)
		}
		var said sentences
		if err := json.Unmarshal(text, &said); err != nil {
			panic(entry.Name() + ": " + err.Error())
		}
		read[strings.TrimSuffix(entry.Name(), ".json")] = said
	}
	return read
})

// in returns the sentences of a language such as ur-Latn, or English ones if that is not known.
func in(language string) sentences {
	if said, known := byLanguage()[language]; known {
		return said
	}
	return byLanguage()[fallback]
}

// ConfirmDeletion asks whether to delete a task.
func ConfirmDeletion(language string, id int32, title string) string {
	return strings.NewReplacer("{id}", strconv.Itoa(int(id)), "{title}", title).Replace(in(language).ConfirmDeletion)
}

// Reminder is what a reminder says below the title of its task, and in which language, such as ur-Latn.
func Reminder(language string) (text, spoken string) {
	if _, known := byLanguage()[language]; !known {
		language = fallback
	}
	return in(language).Reminder, language
}

// Calendar is the name of the calendar of a user's tasks.
func Calendar(language string) string { return in(language).Calendar }

// AtPrayer says that something is to be done when a prayer, such as Fajr, begins, or so many minutes after that; negative before it.
func AtPrayer(language, prayer string, minutes int32) string {
	said := in(language)
	sentence := said.AtPrayer
	if minutes > 0 {
		sentence = said.AfterPrayer
	} else if minutes < 0 {
		sentence, minutes = said.BeforePrayer, -minutes
	}
	return strings.NewReplacer("{prayer}", said.Prayers[prayer], "{minutes}", strconv.Itoa(int(minutes))).Replace(sentence)
}
