package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/store"

	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// Deletion is final: nothing of what was said can be read from the disk.
func TestDeletedTextIsNotOnTheDisk(t *testing.T) {
	now := time.Date(2026, 2, 28, 5, 30, 0, 0, time.UTC)
	for name, forget := range map[string]func(t *testing.T, s *store.Store, clock *clockwork.FakeClock, id string){
		"deleted by its owner": func(t *testing.T, s *store.Store, _ *clockwork.FakeClock, id string) {
			if err := s.Delete(t.Context(), 1, id); err != nil {
				t.Fatal(err)
			}
		},
		"expired": func(t *testing.T, s *store.Store, clock *clockwork.FakeClock, _ string) {
			clock.Advance(2 * time.Hour)
			if n, err := s.Purge(t.Context()); n != 1 || err != nil {
				t.Fatal(n, err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := sqltest.SQLite().Open(t, store.Schema())
			clock := clockwork.NewFakeClockAt(now)
			s := store.New(db, clock, conversation.Limits{Expiry: time.Hour})
			const secret = "my father is in hospital"
			id := ""
			for _, long := range []int{1, 500} { // in a page with others, and in pages of their own
				hold, err := s.Begin(t.Context(), 1)
				if id != "" {
					hold, err = s.Resume(t.Context(), 1, id)
				}
				if err != nil {
					t.Fatal(err)
				}
				id = hold.ID
				text := strings.Repeat(secret+". ", long)
				hold.State.Listed = conversation.Listed{Kind: conversation.Tasks, Items: []conversation.Item{{ID: 1, Name: text}}}
				turn := conversation.Turn{Message: text, Answer: text, Language: "en", Intent: "unknown", Data: text, At: now}
				if err := hold.Keep(t.Context(), turn); err != nil {
					t.Fatal(err)
				}
			}
			if files := holding(t, db.Folder(), secret); len(files) == 0 {
				t.Fatal("the text is in no file before it is deleted")
			}
			forget(t, s, clock, id)
			if files := holding(t, db.Folder(), secret); len(files) > 0 {
				t.Errorf("the text is still in %v", files)
			}
		})
	}
}

// holding returns the files of a folder that hold a text.
func holding(t *testing.T, folder, text string) (files []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(text)) {
			files = append(files, entry.Name())
		}
	}
	return files
}
