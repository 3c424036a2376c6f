// Package language is the understanding of English, Roman Urdu and Urdu: what a sentence asks for (detect), how words are
// spelled alike (spelling), which place a name means (gazetteer), how text is folded to be searched (searchtext), and which texts fit
// best (bm25). All of it is pure functions over data: no network, no clock but the one that is passed in, and nothing of the platform.
package language
