package when_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when/due"
)

func BenchmarkParse(b *testing.B) {
	g := grammar(b)
	for name, sentence := range map[string]string{
		"english":     "remind me to call Mufti sahab tomorrow at 5pm",
		"roman":       "kal subah 8 baje ammi ko dars pe le jana yaad dila dena",
		"urdu":        "کل شام ۵ بجے مدرسے کی فیس جمع کروانا یاد دلا دیں",
		"nothing":     "mera office ka task bht mushkil hai dimagh kharab ho gya",
		"long":        strings.Repeat("kal subah 6 baje har jumme ko ", 66),
		"long digits": strings.Repeat("1 ", 1000),
	} {
		s := text.Parse(sentence)
		o := monday(b)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				due.Resolve(o, g.Parse(s)...)
			}
		})
	}
}
