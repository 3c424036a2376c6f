package library

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// settle is how long after a first change the files are read: an editor changes several at once.
	settle = 50 * time.Millisecond
	// lookAgain is how often the files are read though nothing told of a change, for file systems that do not tell, and
	// lookOften the same where changes cannot be watched.
	lookAgain = 30 * time.Second
	lookOften = time.Second
)

// Run keeps the skills up to date with their files until ctx ends.
func (l *Library) Run(ctx context.Context) {
	w := &watch{library: l, watched: map[string]watchedFolder{}}
	notifier, err := fsnotify.NewWatcher()
	if err != nil {
		l.Logger.WarnContext(ctx, "skills' files cannot be watched; looking every second instead", slog.Any("error", err))
	} else {
		w.notifier = notifier
		defer notifier.Close() //nolint:errcheck // it only read
	}
	w.run(ctx)
}

// watch is the state of Run.
type watch struct {
	library  *Library
	notifier *fsnotify.Watcher // nil when nothing can be watched
	watched  map[string]watchedFolder
	failed   bool // some folder cannot be watched
}

// watchedFolder is a folder as it was when it was watched.
type watchedFolder struct {
	info   os.FileInfo
	linked bool // the file of a skill is in it, by a link
}

func (w *watch) run(ctx context.Context) {
	clock := w.library.Clock
	w.load(ctx)
	timer := clock.NewTimer(w.patience())
	defer timer.Stop()
	settling := false
	for {
		select {
		case <-ctx.Done():
			return
		case event, open := <-w.events():
			if open && !settling && w.concerns(event.Name) {
				settling = true
				timer.Reset(settle)
			}
		case err, open := <-w.errors():
			if open {
				w.library.Logger.WarnContext(ctx, "watching skills' files", slog.Any("error", err))
				settling = true
				timer.Reset(settle)
			}
		case <-timer.Chan():
			settling = false
			w.load(ctx)
			timer.Reset(w.patience())
		}
	}
}

// concerns tells whether a path is in a root, above one or where a link leads: while a root is not there, a folder above
// it is watched, in which much else may happen.
func (w *watch) concerns(path string) bool {
	if w.watched[path].linked || w.watched[filepath.Dir(path)].linked {
		return true
	}
	for _, root := range w.library.Roots {
		if root.Path != "" && (within(root.Path, path) || within(path, root.Path)) {
			return true
		}
	}
	return false
}

// within tells whether a path is a folder or in it.
func within(folder, path string) bool {
	relative, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(relative)
}

func (w *watch) events() <-chan fsnotify.Event {
	if w.notifier == nil {
		return nil
	}
	return w.notifier.Events
}

func (w *watch) errors() <-chan error {
	if w.notifier == nil {
		return nil
	}
	return w.notifier.Errors
}

func (w *watch) patience() time.Duration {
	if w.notifier == nil || w.failed {
		return lookOften
	}
	return lookAgain
}

// load watches what there is now, and then reads it: what changes in between is told.
func (w *watch) load(ctx context.Context) {
	if w.notifier != nil {
		w.follow(ctx)
	}
	w.library.Load(ctx)
}
