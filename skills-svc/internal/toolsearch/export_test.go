package toolsearch

// Read returns how many tools the index knows.
func (f *Finder) Read() int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return len(f.index.byID)
}
