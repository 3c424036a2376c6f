// Package http2attack speaks HTTP/2 with the platform's ports as no client does, frame by frame: streams that are reset at once, far
// more streams than are allowed, headers without an end or byte after byte. Whoever does so costs little, and others are served all
// the while.
package http2attack
