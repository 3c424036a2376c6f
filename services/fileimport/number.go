package fileimport

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// maxNumber is the length of the longest number accepted, in characters.
const maxNumber = 40

var (
	decimal = regexp.MustCompile(`^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?$`)
	whole   = regexp.MustCompile(`^[0-9]+$`)
)

// Decimal reads a number from -most to most as people and JSON write it: 67, -67.0392, 6.7e1. What Go's own syntax has besides,
// such as 1_0, 0x1p4, Inf and NaN, is not a number. Zero has no sign.
func Decimal(text string, most float64) (float64, error) {
	wrong := fmt.Errorf("%.40q is not a number from -%g to %g", text, most, most)
	if len(text) > maxNumber || !decimal.MatchString(text) {
		return 0, wrong
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || math.Abs(number) > most {
		return 0, wrong
	}
	return number + 0, nil
}

// Positive reads a whole number from 1 to the largest int32, in digits 0 to 9 alone.
func Positive(text string) (int32, error) {
	number, err := strconv.ParseInt(text, 10, 32)
	if err != nil || !whole.MatchString(text) || number < 1 {
		return 0, fmt.Errorf("%.40q is not a whole number from 1 to %d", text, math.MaxInt32)
	}
	return int32(number), nil
}
