package store

// The statements whose cost must not grow with what others keep, for tests of how an engine plans them.
const (
	CountConversations = countConversations
	ListConversations  = listConversations
	ListTurns          = listTurns
	CountOwned         = countOwned
	DeleteUsedLongest  = deleteUsedLongest
	PurgeConversations = purgeConversations
)

// Tokens reads a page token both ways and reports whether one of them took it, and whether that one writes the same token.
func Tokens(token string, owner int32, id string) (taken, same bool) {
	if p, err := parsePlace(token, owner); err == nil {
		return true, p.token(owner) == token
	}
	if n, err := parseNumber(token, owner, id); err == nil {
		return true, numberToken(n, owner, id) == token
	}
	return false, false
}
