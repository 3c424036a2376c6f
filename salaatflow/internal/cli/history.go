package cli

import (
	"os"
	"path/filepath"
	"runtime"

	"github.com/peterh/liner"
)

// history is the file of what a person typed before. What it says is private, as the conversation is; without a place for it
// there is no history.
type history struct{ path string }

func openHistory(editor *liner.State) history {
	kept := history{historyPath()}
	if kept.path == "" {
		return kept
	}
	file, err := os.Open(kept.path)
	if err != nil {
		return kept
	}
	_, _ = editor.ReadHistory(file) // as much of it as can be read
	_ = file.Close()
	return kept
}

// historyPath returns the file in the person's folder for what programs remember.
func historyPath() string {
	folder := os.Getenv("XDG_STATE_HOME")
	switch home, err := os.UserHomeDir(); {
	case filepath.IsAbs(folder):
	case runtime.GOOS == "windows" || runtime.GOOS == "darwin":
		if folder, err = os.UserConfigDir(); err != nil {
			return ""
		}
	case err != nil:
		return ""
	default:
		folder = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(folder, "salaatflow", "chat_history")
}

// save keeps the lines of the editor for the next time, readable for their owner only.
func (h history) save(editor *liner.State) {
	if h.path == "" || os.MkdirAll(filepath.Dir(h.path), 0o700) != nil {
		return
	}
	file, err := os.CreateTemp(filepath.Dir(h.path), ".chat_history-*") // 0600
	if err != nil {
		return
	}
	_, err = editor.WriteHistory(file)
	if closed := file.Close(); err != nil || closed != nil || os.Rename(file.Name(), h.path) != nil {
		_ = os.Remove(file.Name()) // there is no history this time
	}
}
