package detect

// ZZDrop is for experiments.
var ZZDrop []string

func dropped(kind string) bool {
	for _, d := range ZZDrop {
		if d == kind {
			return true
		}
	}
	return false
}
