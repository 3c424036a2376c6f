//go:build race

package harness

const underRaceDetector = true
