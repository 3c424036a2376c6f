package words

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// text is something that the platform says.
type text struct{ where, language, text string }

// said returns the messages of the chat, the words of the pages and of tasks-svc, and the hadiths.
func said(t *testing.T) []text {
	t.Helper()
	var all []text
	for _, pattern := range []string{
		"../../chat-svc/internal/messages/data/*.json", "../../gateway/web/internal/words/data/*.json",
		"../../tasks-svc/internal/words/data/*.json",
	} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v, %v", pattern, paths, err)
		}
		for _, path := range paths {
			all = append(all, wordsOf(t, path)...)
		}
	}
	return append(all, hadiths(t)...)
}

// wordsOf reads a file of keys and texts, whose name ends with its language. That of names has all languages.
func wordsOf(t *testing.T, path string) []text {
	t.Helper()
	name := strings.TrimSuffix(filepath.Base(path), ".json")
	language := name[strings.LastIndex(name, ".")+1:]
	var entries map[string]json.RawMessage
	readJSON(t, path, &entries)
	var all []text
	for key, raw := range entries {
		for kind, form := range forms(t, raw) {
			if language == "names" {
				all = append(all, text{path + ": " + key, kind, form})
				continue
			}
			all = append(all, text{path + ": " + key, language, form})
		}
	}
	return all
}

// forms returns a text, all forms of one that depends on a count or has several languages, or all ways to say the same.
func forms(t *testing.T, raw json.RawMessage) map[string]string {
	t.Helper()
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return map[string]string{"": one}
	}
	var ways []string
	if json.Unmarshal(raw, &ways) == nil {
		all := map[string]string{}
		for i, way := range ways {
			all[strconv.Itoa(i)] = way
		}
		return all
	}
	var several map[string]string
	if err := json.Unmarshal(raw, &several); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return several
}

func hadiths(t *testing.T) []text {
	t.Helper()
	const path = "../../hadith-svc/internal/forty/forty.json"
	var file struct {
		Hadiths []struct {
			Number   string `json:"number"`
			Urdu     string `json:"text_urdu"`
			Narrator string `json:"narrator_urdu"`
		} `json:"hadiths"`
	}
	readJSON(t, path, &file)
	var all []text
	for _, h := range file.Hadiths {
		where := fmt.Sprintf("%s: %s", path, h.Number)
		all = append(all, text{where, "hadith.ur", h.Urdu}, text{where + ", narrator", "hadith.narrator", h.Narrator})
	}
	return all
}
