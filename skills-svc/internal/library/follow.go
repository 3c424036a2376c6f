package library

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/salaatflow/platform/skills-svc/internal/skillfile"
)

// follow watches exactly what is wanted now. It repeats as long as there is something new to watch, because nothing
// reports what was created in a folder before its watch began.
func (w *watch) follow(ctx context.Context) {
	for range mostLooks {
		if !w.followOnce(ctx) {
			return
		}
	}
}

// mostLooks bounds how often follow looks at roots in which folders are created all the time.
const mostLooks = 5

// followOnce reports whether it watches a folder that it did not watch before.
func (w *watch) followOnce(ctx context.Context) (more bool) {
	wanted := w.wanted()
	for path := range w.watched {
		if _, still := wanted[path]; !still {
			w.unwatch(path)
		}
	}
	failed := false
	for path, linked := range wanted {
		_, known := w.watched[path]
		more = more || !known
		if err := w.add(path, linked); err != nil {
			failed = true
			if !w.failed {
				w.library.Logger.WarnContext(ctx, "failed to watch a folder of skills; polling every second instead",
					slog.String("folder", path), slog.Any("error", err))
			}
		}
	}
	w.failed = failed
	return more && !failed
}

// add watches a folder. It does so even if the folder is already watched: one that was created anew has lost its watch,
// and a link may lead elsewhere.
func (w *watch) add(path string, linked bool) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if before, known := w.watched[path]; known && !os.SameFile(before.info, info) {
		w.unwatch(path)
	}
	if err := w.notifier.Add(path); err != nil {
		return err
	}
	w.watched[path] = watchedFolder{info, linked}
	return nil
}

func (w *watch) unwatch(path string) {
	_ = w.notifier.Remove(path) // it may be gone, and its watch with it
	delete(w.watched, path)
}

// wanted returns each root with the folders in it and those where links lead. For a root that does not exist, it
// returns the nearest existing folder above it. The value reports whether the folder is watched only because of a link.
func (w *watch) wanted() map[string]bool {
	wanted := map[string]bool{}
	for _, root := range w.library.Roots {
		if root.Path == "" {
			continue
		}
		for _, path := range linksOn(root.Path) {
			wanted[filepath.Dir(path)] = false // the link may be changed
		}
		if !isFolder(root.Path) {
			wanted[nearest(root.Path)] = false
			continue
		}
		wanted[root.Path] = false
		for _, folder := range root.folders() {
			path := filepath.Join(root.Path, folder)
			wanted[path] = false
			if target := linkedFolder(root.Path, filepath.Join(path, skillfile.Name)); target != "" {
				if _, known := wanted[target]; !known {
					wanted[target] = true
				}
			}
		}
	}
	return wanted
}

// linksOn returns the links among path and the folders above it.
func linksOn(path string) []string {
	var links []string
	for above := filepath.Dir(path); above != path; path, above = above, filepath.Dir(above) {
		if isLink(path) {
			links = append(links, path)
		}
	}
	return links
}

// linkedFolder returns the folder of the file that a link leads to, if that is in the root. It returns an empty string
// for what is not a link.
func linkedFolder(root, file string) string {
	if !isLink(file) {
		return ""
	}
	target, err := filepath.EvalSymlinks(file)
	if err != nil {
		return "" // Load reports it
	}
	if root, err = filepath.EvalSymlinks(root); err != nil || !within(root, target) {
		return "" // Load reports it
	}
	return filepath.Dir(target)
}

// folders lists the folders in the root, also through links.
func (r Root) folders() []string {
	files, closeRoot, err := r.open()
	if err != nil {
		return nil // Load reports it
	}
	defer closeRoot()
	folders, _ := skillFolders(files) // Load reports it
	var inside []string
	for _, folder := range folders {
		if opened, err := files.Open(folder); err == nil {
			_ = opened.Close()
			if isFolder(filepath.Join(r.Path, folder)) {
				inside = append(inside, folder)
			}
		}
	}
	return inside
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}

// nearest returns the nearest existing folder above path.
func nearest(path string) string {
	for !isFolder(path) {
		above := filepath.Dir(path)
		if above == path {
			break
		}
		path = above
	}
	return path
}
