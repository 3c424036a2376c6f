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
	ConfirmDeletion string `json:"confirm_deletion"`
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

// ConfirmDeletion asks whether to delete a task, in a language such as ur-Latn, or in English if that is not known.
func ConfirmDeletion(language string, id int32, title string) string {
	said, known := byLanguage()[language]
	if !known {
		said = byLanguage()[fallback]
	}
	return strings.NewReplacer("{id}", strconv.Itoa(int(id)), "{title}", title).Replace(said.ConfirmDeletion)
}
