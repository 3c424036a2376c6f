package catalog

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/salaatflow/platform/services/toolspec"
)

// summary is what is known of a definition without its manifest, which takes ten times as much memory. It is immutable but for
// the manifest, which it has while its tools are called.
type summary struct {
	wire    *encoded
	content content

	toolspec.Lean
	toolNames []string
	rpcs      []RPC // by name
	hasPaths  bool  // of REST

	recent  atomic.Pointer[toolspec.Manifest] // nil while no tool is called
	used    atomic.Bool                       // since recentManifests last looked
	reading sync.Mutex                        // held by who reads recent
}

// summaries holds those that some definition has, and keeps none alive: content -> weak.Pointer[summary].
var summaries sync.Map

// summarize returns what is known of a definition, of which the same content is summarized once. manifest is nil if there was a
// summary already.
func summarize(wire *encoded, of content) (s *summary, manifest *toolspec.Manifest, err error) {
	if found, ok := summaries.Load(of); ok {
		if s := found.(weak.Pointer[summary]).Value(); s != nil {
			return s, nil, nil
		}
	}
	if manifest, err = wire.manifest(of); err != nil {
		return nil, nil, err
	}
	s = &summary{wire: wire, content: of, rpcs: rpcsOf(manifest), hasPaths: hasPaths(manifest)}
	s.Lean = manifest.Lean(s.manifest)
	for _, tool := range s.Tools {
		s.toolNames = append(s.toolNames, strings.Clone(tool.Name)) // which keeps nothing of the tool
	}
	pointer := weak.Make(s)
	summaries.Store(of, pointer)
	runtime.AddCleanup(s, func(of content) { summaries.CompareAndDelete(of, pointer) }, of)
	return s, manifest, nil
}

// manifest returns the manifest for a tool that is called, and has it for a while.
func (s *summary) manifest() *toolspec.Manifest {
	if !s.used.Load() {
		s.used.Store(true)
	}
	if recent := s.recent.Load(); recent != nil {
		return recent
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	if recent := s.recent.Load(); recent != nil {
		return recent
	}
	recent := s.wire.readAgain(s.content)
	s.recent.Store(recent)
	recentManifests.keep(s)
	return recent
}

// readAgain returns a manifest that could be read before.
func (e *encoded) readAgain(of content) *toolspec.Manifest {
	manifest, err := e.manifest(of)
	if err != nil {
		panic(e.unreadable(err))
	}
	return manifest
}

// unreadable is what cannot be: the same content could be read before.
func (e *encoded) unreadable(err error) string {
	return fmt.Sprintf("the definition of %s %s could be read before: %v", e.service, e.version, err)
}

// weight is how many tools the manifest counts as.
func (s *summary) weight() int { return len(s.Tools) + len(s.Prompts) + len(s.Resources) }

// hasPaths reports whether some RPC has a path of REST.
func hasPaths(manifest *toolspec.Manifest) bool {
	for _, service := range manifest.Services {
		for i := range service.Methods().Len() {
			if paths, err := toolspec.RESTPaths(service.Methods().Get(i)); err == nil && len(paths) > 0 {
				return true
			}
		}
	}
	return false
}

// recentTools is how many tools the manifests have together that are kept because some of their tools are called: those of a hundred
// services of fifty tools, and of the platform. Each takes about 18 kB.
const recentTools = 6000

// recent keeps the manifests of summaries whose tools are called. It is safe for concurrent use.
type recent struct {
	mu    sync.Mutex
	most  int        // tools
	kept  []*summary // in the order in which they are looked at
	next  int
	tools int
}

var recentManifests = &recent{most: recentTools}

// keep makes room for the manifest of s, which it has already: those go first of which no tool was called since they were last
// looked at.
func (r *recent) keep(s *summary) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tools += s.weight()
	for looked := 0; r.tools > r.most && len(r.kept) > 0; looked++ {
		r.next %= len(r.kept)
		candidate := r.kept[r.next]
		if candidate.used.Swap(false) && looked < 2*len(r.kept) {
			r.next++
			continue
		}
		r.kept = slices.Delete(r.kept, r.next, r.next+1)
		r.tools -= candidate.weight()
		candidate.recent.Store(nil)
	}
	r.kept = append(r.kept, s)
}
