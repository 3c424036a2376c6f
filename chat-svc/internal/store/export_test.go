package store

// The statements whose cost must not grow with the data of other users, for tests of their query plans.
const (
	CountConversations = countConversations
	ListConversations  = listConversations
	ListTurns          = listTurns
	CountOwned         = countOwned
	DeleteUsedLongest  = deleteUsedLongest
	PurgeConversations = purgeConversations
)

// Tokens parses a page token in both ways. It reports whether one of them accepted it, and whether that one encodes the same
// token again.
func Tokens(token string, owner int32, id string) (taken, same bool) {
	if p, err := parsePlace(token, owner); err == nil {
		return true, p.token(owner) == token
	}
	if n, err := parseNumber(token, owner, id); err == nil {
		return true, numberToken(n, owner, id) == token
	}
	return false, false
}
