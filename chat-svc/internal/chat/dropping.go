package chat

import "slices"

// drops reports whether the message does nothing but drop the matter: "chalo chhoro phir kabhi", "neither", "دونوں
// رہنے دو". Any other word makes it false.
func (w words) drops() bool {
	if len(w.folded) == 0 || len(w.folded) > maxDropWords {
		return false
	}
	leaves := w.any(leaveWords)
	for i, word := range w.folded {
		if !leaveWords[word] && !aroundLeaving[word] {
			return false
		}
		leaves = leaves || i > 0 && slices.Contains(leavePairs, [2]string{w.folded[i-1], word})
	}
	return leaves
}

const maxDropWords = 8

var (
	leaveWords = setOf(`leave drop forget nevermind skip neither none later
		rehne rehnay rahne rehney chhoro choro chhodo chodo chhor chor chhod chod jaane rehnede
		رہنے چھوڑو چھوڑ چھوڑیں جانے`)
	aroundLeaving = setOf(`no nah nope not now never mind it this that them both all of these then just for time some other another need needed
		actually well let lets us ok okay please plz sorry hmm thanks i do dont want any
		more the nahi nahin nai na chalo chal acha achha theek thik hai yar yaar bhai dono ko inko unko isko usko isay usay inhe unhe sab
		ye yeh wo woh de den dein dena dijiye phir kabhi sahi baad bad mein me main mn dekhte dekhenge dekhta dekhungi dekhunga hain hun hoon
		abhi filhal fil hal koi kuch bhi mat
		zaroorat zarurat rakho rakhen kar karo kro kal
		نہیں نہ چلو اچھا ٹھیک ہے یار بھائی دونوں کو ان انہیں اس اسے سب یہ وہ دو دیں دے پھر کبھی سہی بعد میں دیکھتے دیکھیں گے ہیں ابھی فی
		الحال کوئی کچھ بھی مت ضرورت`)
	// leavePairs are pairs of words that together drop a matter, though neither does alone.
	leavePairs = pairsOf(
		"never mind", "not now", "no need", "not needed", "some other", "another time", "phir kabhi", "baad mein", "baad me", "baad main",
		"baad mn", "bad mein", "abhi nahi", "abhi nai", "koi nahi", "koi bhi", "dono nahi", "zaroorat nahi", "zarurat nahi", "kuch nahi",
		"پھر کبھی", "بعد میں", "ابھی نہیں", "کوئی نہیں",
		"دونوں نہیں", "ضرورت نہیں", "کچھ نہیں",
	)
)

func pairsOf(pairs ...string) [][2]string {
	made := make([][2]string, 0, len(pairs))
	for _, pair := range pairs {
		folded := parseWords(pair).folded
		made = append(made, [2]string{folded[0], folded[1]})
	}
	return made
}
