package login

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/zalando/go-keyring"
)

// keyringService is the name under which the operating system's keyring shows sessions.
const keyringService = "salaatflow"

// Store keeps sessions by gateway, in the operating system's keyring where there is one, else in a file that only its owner
// can read. The file also says which sessions are in the keyring, so that the keyring is asked only for those.
type Store struct {
	// Path is the file.
	Path string
	// Keyring allows the keyring. Without it all sessions are in the file.
	Keyring bool
}

// DefaultPath returns the file of sessions in the person's configuration folder.
func DefaultPath() (string, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find a folder for the session: %w", err)
	}
	return filepath.Join(folder, "salaatflow", "sessions.json"), nil
}

// entry is a session in the file, or word of one in the keyring.
type entry struct {
	Keyring bool     `json:"keyring,omitempty"`
	Session *Session `json:"session,omitempty"`
}

// Has reports whether there is a session at a gateway, without asking the keyring.
func (s Store) Has(gateway string) (bool, error) {
	entries, err := s.read()
	_, found := entries[gateway]
	return found, err
}

// Load returns the session at a gateway, or ErrSignedOut.
func (s Store) Load(gateway string) (Session, error) {
	entries, err := s.read()
	if err != nil {
		return Session{}, err
	}
	found, ok := entries[gateway]
	switch {
	case !ok:
		return Session{}, ErrSignedOut
	case found.Session != nil:
		return *found.Session, nil
	}
	text, err := keyring.Get(keyringService, gateway)
	if errors.Is(err, keyring.ErrNotFound) {
		return Session{}, ErrSignedOut
	}
	if err != nil {
		return Session{}, fmt.Errorf("read the session from the keyring: %w", err)
	}
	var session Session
	if err := json.Unmarshal([]byte(text), &session); err != nil {
		return Session{}, errors.New("the session in the keyring is damaged: sign in again")
	}
	return session, nil
}

// Save keeps a session. It says where: the keyring, or the file's path.
func (s Store) Save(gateway string, session Session) (where string, err error) {
	kept := entry{Session: &session}
	where = s.Path
	if s.Keyring && s.toKeyring(gateway, session) {
		kept, where = entry{Keyring: true}, "the keyring"
	}
	return where, s.change(func(entries map[string]entry) { entries[gateway] = kept })
}

// toKeyring reports whether the keyring has taken the session. A machine without one, or a session that is too large for
// it, is no error: there is the file.
func (Store) toKeyring(gateway string, session Session) bool {
	text, err := json.Marshal(session) //nolint:gosec // G117: it is the keyring's to keep
	return err == nil && keyring.Set(keyringService, gateway, string(text)) == nil
}

// Delete forgets the session at a gateway, if there is one.
func (s Store) Delete(gateway string) error {
	entries, err := s.read()
	if err != nil {
		return err
	}
	if entries[gateway].Keyring {
		if err := keyring.Delete(keyringService, gateway); err != nil && !errors.Is(err, keyring.ErrNotFound) {
			return fmt.Errorf("remove the session from the keyring: %w", err)
		}
	}
	return s.change(func(entries map[string]entry) { delete(entries, gateway) })
}

func (s Store) read() (map[string]entry, error) {
	entries := map[string]entry{}
	text, err := os.ReadFile(s.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return entries, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the sessions: %w", err)
	}
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("%s is damaged: remove it and sign in again", s.Path) // the error might quote a token
	}
	return entries, nil
}

// change writes the file anew in one step.
func (s Store) change(do func(map[string]entry)) error {
	entries, err := s.read()
	if err != nil {
		return err
	}
	do(entries)
	text, err := json.MarshalIndent(entries, "", "  ")
	if err != nil {
		return err
	}
	folder := filepath.Dir(s.Path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("write the sessions: %w", err)
	}
	file, err := os.CreateTemp(folder, ".sessions-*") // 0600
	if err != nil {
		return fmt.Errorf("write the sessions: %w", err)
	}
	_, err = file.Write(text)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), s.Path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write the sessions: %w", err), os.Remove(file.Name()))
	}
	return nil
}

// lock keeps other processes from changing sessions until release is called.
func (s Store) lock() (release func(), err error) {
	if err := os.MkdirAll(filepath.Dir(s.Path), 0o700); err != nil {
		return nil, fmt.Errorf("lock the sessions: %w", err)
	}
	file, err := os.OpenFile(s.Path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the sessions: %w", err)
	}
	if err := lockFile(file); err != nil {
		return nil, errors.Join(fmt.Errorf("lock the sessions: %w", err), file.Close())
	}
	return func() { _ = file.Close() }, nil // which unlocks it
}
