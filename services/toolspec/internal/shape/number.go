package shape

import (
	"bytes"
	"strconv"
)

// parseInteger reads a JSON number as protojson does: 1, 1.0 and 10e-1 are the integer 1. It also
// reports whether the number is an integer at all, and whether it is too large for 64 bits (then only its sign is right).
func parseInteger(number []byte) (value int64, integer, huge bool) {
	negative := number[0] == '-'
	if plain := number[btoi(negative):]; len(plain) <= 18 && isDigits(plain) {
		for _, c := range plain {
			value = value*10 + int64(c-'0')
		}
		return signed(value, negative), true, false
	}
	whole, fraction, exponent := splitNumber(number[btoi(negative):])
	digits := append(append(make([]byte, 0, len(whole)+len(fraction)), whole...), fraction...)
	digits = bytes.TrimLeft(digits, "0")
	scale := exponent - len(fraction)
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		scale++
	}
	switch {
	case len(digits) == 0:
		return 0, true, false
	case scale < 0:
		return 0, false, false
	case exponent > 0 && len(whole)+exponent > maxDigits && len(digits)+scale <= maxDigits:
		return 0, false, false // such as 0.00…01e30, which protojson refuses
	case len(digits)+scale > maxDigits:
		return signed(1, negative), true, true
	}
	digits = append(digits, bytes.Repeat([]byte{'0'}, scale)...)
	value, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil {
		return signed(1, negative), true, true
	}
	return signed(value, negative), true, false
}

// maxDigits is the number of digits of the largest uint64.
const maxDigits = 20

// splitNumber returns the parts of a number without a sign. Leading zeros of the whole part are dropped, an exponent out
// of all proportion is cut.
func splitNumber(number []byte) (whole, fraction []byte, exponent int) {
	whole = number
	if i := bytes.IndexAny(number, "eE"); i >= 0 {
		whole = number[:i]
		exponent = parseExponent(number[i+1:])
	}
	if i := bytes.IndexByte(whole, '.'); i >= 0 {
		whole, fraction = whole[:i], whole[i+1:]
	}
	return bytes.TrimLeft(whole, "0"), fraction, exponent
}

func parseExponent(text []byte) int {
	const most = 1 << 30
	exponent, err := strconv.ParseInt(string(text), 10, 32)
	switch {
	case err == nil:
		return int(exponent)
	case text[0] == '-':
		return -most
	}
	return most
}

// isFinite reports whether a JSON number is one of this many bits. Where it is short enough there is nothing to parse.
func isFinite(number []byte, bits int) bool {
	if len(number) < 38 && !bytes.ContainsAny(number, "eE") {
		return true
	}
	_, err := strconv.ParseFloat(string(number), bits)
	return err == nil
}

func isDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func signed(value int64, negative bool) int64 {
	if negative {
		return -value
	}
	return value
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
