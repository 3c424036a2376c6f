package sqlstore

// Waiting is how many wait to write.
func (db *DB) Waiting() int {
	db.line.mu.Lock()
	defer db.line.mu.Unlock()
	return len(db.line.waiting)
}
