package apitokens

// MaxValid and MaxRefused are how many tokens a Verifier remembers of those that were found, and of those that were refused.
const (
	MaxValid   = maxValid
	MaxRefused = maxRefused
)

// Remembered returns how many of each it remembers now.
func (v *Verifier) Remembered() (valid, refused int) { return v.valid.Len(), v.refused.Len() }
