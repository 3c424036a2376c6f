package library

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/salaatflow/platform/skills-svc/internal/skillfile"
)

// follow watches what is wanted now, and nothing else. It looks again as long as there is something new to watch: of what
// was made in a folder before its watch began, nothing tells.
func (w *watch) follow(ctx context.Context) {
	for range mostLooks {
		if !w.followOnce(ctx) {
			return
		}
	}
}

// mostLooks bounds how often follow looks at roots in which folders are made all the time.
const mostLooks = 5

// followOnce tells whether it watches a folder that was not watched before.
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
				w.library.Logger.WarnContext(ctx, "a folder of skills cannot be watched; looking every second instead",
					slog.String("folder", path), slog.Any("error", err))
			}
		}
	}
	w.failed = failed
	return more && !failed
}

// add watches a folder: again too, for one that was made anew has lost its watch, and a link may lead elsewhere.
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

// wanted is each root with the folders in it and those where links lead or, while a root is not there, the nearest folder
// above it that is; and whether it is watched for a link alone.
func (w *watch) wanted() map[string]bool {
	wanted := map[string]bool{}
	for _, root := range w.library.Roots {
		if root.Path == "" {
			continue
		}
		for _, path := range linksOn(root.Path) {
			wanted[filepath.Dir(path)] = false // the link may be made to lead elsewhere
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

// linksOn are those of the folders on the way to path, itself among them, that are links.
func linksOn(path string) []string {
	var links []string
	for above := filepath.Dir(path); above != path; path, above = above, filepath.Dir(above) {
		if isLink(path) {
			links = append(links, path)
		}
	}
	return links
}

// linkedFolder is the folder of the file that a link leads to, if that is in the root; empty for what is no link.
func linkedFolder(root, file string) string {
	if !isLink(file) {
		return ""
	}
	target, err := filepath.EvalSymlinks(file)
	if err != nil {
		return "" // Load tells
	}
	if root, err = filepath.EvalSymlinks(root); err != nil || !within(root, target) {
		return "" // Load tells
	}
	return filepath.Dir(target)
}

// folders lists those of the root that are in it, also by link.
func (r Root) folders() []string {
	files, closeRoot, err := r.open()
	if err != nil {
		return nil // Load tells
	}
	defer closeRoot()
	folders, _ := skillFolders(files) // Load tells
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

// nearest is the folder that is there nearest above path.
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
