package shape

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// timestampForm is the form of RFC 3339, of which package time lets pass more, with at most nine digits of a second.
var timestampForm = regexp.MustCompile(
	`^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$`)

// isTimestamp follows protojson: RFC 3339, in the years 1 to 9999 where it is written and in UTC.
func isTimestamp(t string) bool {
	parsed, err := time.Parse(time.RFC3339Nano, t)
	if err != nil || parsed.Year() == 0 || !timestampForm.MatchString(t) {
		return false
	}
	const least, most = -62135596800, 253402300799 // seconds of those years
	seconds := parsed.Unix()
	return least <= seconds && seconds <= most
}

// isDuration accepts seconds with at most nine digits after the point, up to some 10,000 years.
func isDuration(t string) bool {
	const most = 315_576_000_000
	number, ok := strings.CutSuffix(strings.TrimPrefix(t, "-"), "s")
	if !ok {
		return false
	}
	whole, fraction, pointed := strings.Cut(number, ".")
	if pointed && (fraction == "" || len(fraction) > 9 || !isDigits([]byte(fraction))) {
		return false
	}
	if whole == "" || !isDigits([]byte(whole)) || len(whole) > 1 && whole[0] == '0' {
		return false
	}
	seconds, err := strconv.ParseInt(whole, 10, 64)
	return err == nil && seconds <= most
}

// isFieldMask follows protojson: names in camelCase, which stand for names with underscores.
func isFieldMask(t string) bool {
	if t == "" {
		return true
	}
	for path := range strings.SplitSeq(t, ",") {
		if strings.Contains(path, "_") || !protoreflect.FullName(path).IsValid() {
			return false
		}
	}
	return true
}
