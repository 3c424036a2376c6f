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
	// settle is the time from a first change until the files are read, because an editor changes several at once.
	settle = 50 * time.Millisecond
	// lookAgain is how often the files are read even if no change was reported, for file systems that report none.
	// lookOften is the same for folders that cannot be watched.
	lookAgain = 30 * time.Second
	lookOften = time.Second
)

// Run keeps the skills up to date with their files until ctx ends.
func (l *Library) Run(ctx context.Context) {
	w := &watch{library: l, watched: map[string]watchedFolder{}}
	notifier, err := fsnotify.NewWatcher()
	if err != nil {
		l.Logger.WarnContext(ctx, "failed to watch the files of skills; polling every second instead", slog.Any("error", err))
	} else {
		w.notifier = notifier
		defer notifier.Close() //nolint:errcheck // it only read
	}
	w.run(ctx)
}

// watch is the state of Run.
type watch struct {
	library  *Library
	notifier *fsnotify.Watcher // nil if nothing can be watched
	watched  map[string]watchedFolder
	failed   bool // some folder cannot be watched
}

// watchedFolder is a folder as it was when its watch began.
type watchedFolder struct {
	info   os.FileInfo
	linked bool // it holds the file of a skill, by a link
}

func (w *watch) run(ctx context.Context) {
	clock := w.library.Clock
	w.load(ctx)
	timer := clock.NewTimer(w.interval())
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
				w.library.Logger.WarnContext(ctx, "failed to receive changes of skills' files", slog.Any("error", err))
				settling = true
				timer.Reset(settle)
			}
		case <-timer.Chan():
			settling = false
			w.load(ctx)
			timer.Reset(w.interval())
		}
	}
}

// concerns reports whether a path is in a root, above one, or where a link leads. While a root does not exist, a folder
// above it is watched, in which much else may happen.
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

// within reports whether path is folder or in it.
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

func (w *watch) interval() time.Duration {
	if w.notifier == nil || w.failed {
		return lookOften
	}
	return lookAgain
}

// load watches what there is now, and then reads it, so that changes in between are reported.
func (w *watch) load(ctx context.Context) {
	if w.notifier != nil {
		w.follow(ctx)
	}
	w.library.Load(ctx)
}
