// Package assets serves the files that pages load: style, script, fonts and icons. Each is embedded, named with a digest of
// its content, compressed once, and kept by browsers for good.
package assets

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

//go:embed files
var files embed.FS

// Mark returns the platform's sign, a picture in SVG of some hundred bytes.
func Mark() []byte {
	mark, err := files.ReadFile("files/mark.svg")
	if err != nil { // it is embedded
		panic(err)
	}
	return mark
}

// Prefix is the path below which the files are.
const Prefix = "/assets/"

var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".woff2": "font/woff2",
	".svg": "image/svg+xml", ".png": "image/png",
}

// Set holds the files. It is immutable and safe for concurrent use.
type Set struct {
	urls   map[string]string // by the name of the file
	served map[string]*file  // by URL
}

type file struct {
	mediaType string
	plain     []byte
	zipped    func() []byte // nil of what is compressed already
}

// Load returns the embedded files.
func Load() (*Set, error) {
	set := &Set{urls: map[string]string{}, served: map[string]*file{}}
	entries, err := files.ReadDir("files")
	if err != nil {
		return nil, err
	}
	var styles []string
	for _, entry := range entries {
		if path.Ext(entry.Name()) == ".css" {
			styles = append(styles, entry.Name()) // which name others, so they are last
			continue
		}
		if err := set.add(entry.Name()); err != nil {
			return nil, err
		}
	}
	for _, name := range styles {
		if err := set.add(name); err != nil {
			return nil, err
		}
	}
	return set, nil
}

func (s *Set) add(name string) error {
	content, err := files.ReadFile("files/" + name)
	if err != nil {
		return err
	}
	extension := path.Ext(name)
	mediaType, ok := mediaTypes[extension]
	if !ok {
		return fmt.Errorf("assets: %s has no media type: add it to mediaTypes", name)
	}
	if extension == ".css" {
		content = s.named(content)
	}
	sum := sha256.Sum256(content)
	const digits = 6
	url := Prefix + strings.TrimSuffix(name, extension) + "." + hex.EncodeToString(sum[:digits]) + extension
	f := &file{mediaType: mediaType, plain: content}
	if extension != ".woff2" && extension != ".png" { // which are compressed already
		f.zipped = sync.OnceValue(func() []byte { return compress(content) })
	}
	s.urls[name], s.served[url] = url, f
	return nil
}

// named replaces the names of files in a style by their URLs.
func (s *Set) named(style []byte) []byte {
	for name, url := range s.urls {
		style = bytes.ReplaceAll(style, []byte("url("+name+")"), []byte("url("+url+")"))
	}
	return style
}

func compress(content []byte) []byte {
	var zipped bytes.Buffer
	writer, _ := gzip.NewWriterLevel(&zipped, gzip.BestCompression) // the level is valid
	_, _ = writer.Write(content)                                    // writing to a buffer cannot fail
	_ = writer.Close()
	return zipped.Bytes()
}

// URL returns the path at which a file is served. It fails for a file that there is not.
func (s *Set) URL(name string) (string, error) {
	url, ok := s.urls[name]
	if !ok {
		return "", fmt.Errorf("assets: there is no file %s", name)
	}
	return url, nil
}

// ServeHTTP serves the files.
func (s *Set) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if svg := Icon(r.URL.Path); svg != nil {
		AllowOthersToShow(w.Header())
		w.Header().Set("Cache-Control", "public, max-age=86400") // another version may have another one
		w.Header().Set("Content-Type", mediaTypes[".svg"])
		_, _ = w.Write(svg) //nolint:gosec // it is embedded; an error means that the client has gone
		return
	}
	f := s.served[r.URL.Path]
	if f == nil {
		http.NotFound(w, r)
		return
	}
	body, header := f.plain, w.Header()
	header.Add("Vary", "Accept-Encoding")
	if f.zipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body = f.zipped()
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Content-Type", f.mediaType)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // an error means that the client has gone
}
