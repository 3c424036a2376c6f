//go:build !race

package harness

const underRaceDetector = false
