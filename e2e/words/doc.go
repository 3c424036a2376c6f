// Package words tests what the platform says to people: the chat's messages, the words of its pages, and the
// hadiths that come with it. The rules are in rules.json, each with sentences that it catches.
package words
