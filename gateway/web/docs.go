package web

import (
	"bytes"
	"net/http"
	"sync"

	"github.com/salaatflow/platform/gateway/internal/document"
	"github.com/salaatflow/platform/gateway/web/internal/door"
	"github.com/salaatflow/platform/gateway/web/internal/reference"
)

// docs is the page for those who write programs. It is the same for all readers of a language, and written once for each document.
type docs struct {
	mu    sync.Mutex
	tag   string // of the document that was read last
	pages map[string]*document.Cache[string]
}

func newDocs(tags []string) *docs {
	d := &docs{pages: map[string]*document.Cache[string]{}}
	for _, tag := range tags {
		d.pages[tag] = &document.Cache[string]{}
	}
	return d
}

const docsPath = "/docs"

// docsPolicy allows what the policy of pages does. Its script sets what services say of themselves as text, never as HTML.
const docsPolicy = policy + "; require-trusted-types-for 'script'"

func (p *Pages) docsPage(w http.ResponseWriter, r *http.Request) {
	reader := p.begin(r, "title.docs")
	text, tag, err := p.docs.read(p.door, r)
	if err != nil {
		p.refuse(w, r, reader, err)
		return
	}
	page := &page{Language: reader.Language, Title: reader.Title, Path: docsPath, Version: p.Version}
	made, err := p.docs.pages[page.Tag].Get(tag, "text/html; charset=utf-8", func() ([]byte, error) {
		if text == nil { // this language is read for the first time
			var err error
			if text, err = p.openAPI(r); err != nil {
				return nil, err
			}
		}
		var err error
		if page.Main, err = reference.Read(text); err != nil {
			return nil, err
		}
		var written bytes.Buffer
		err = p.execute(&written, page.Tag, "docs", "layout", page)
		return written.Bytes(), err
	})
	if err != nil {
		p.refuse(w, r, reader, err)
		return
	}
	w.Header().Set("Content-Security-Policy", docsPolicy)
	w.Header().Set("Content-Language", page.Tag)
	made.ServeHTTP(w, r)
}

// read returns the ETag of the platform's OpenAPI document, and the document itself if it is not the one that was read last.
func (d *docs) read(to *door.Door, r *http.Request) ([]byte, string, error) {
	d.mu.Lock()
	call := door.Get(openAPIPath, nil)
	call.Known = d.tag
	d.mu.Unlock()
	answer, err := to.Do(r.Context(), call)
	if err == nil {
		err = answer.Decode(nil)
	}
	if err != nil {
		return nil, "", err
	}
	if answer.Status == http.StatusNotModified {
		return nil, call.Known, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tag = answer.Header.Get("ETag")
	return answer.Body, d.tag, nil
}

const openAPIPath = "/openapi.json"

func (p *Pages) openAPI(r *http.Request) ([]byte, error) {
	answer, err := p.door.Do(r.Context(), door.Get(openAPIPath, nil))
	if err == nil {
		err = answer.Decode(nil)
	}
	if err != nil {
		return nil, err
	}
	return answer.Body, nil
}
