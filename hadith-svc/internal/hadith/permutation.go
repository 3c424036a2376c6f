package hadith

import "math/bits"

// permute returns where the permutation of 0 … n-1 that key chooses takes i. It needs no table: it is a Feistel network
// over the next power of four, walked until it is back within n.
func permute(n int, key uint64, i int) int {
	if n < 2 {
		return i
	}
	half := (bits.Len(uint(n-1)) + 1) / 2
	mask := uint64(1)<<half - 1
	x := uint64(i)
	for {
		left, right := x>>half, x&mask
		for round := range uint64(4) {
			left, right = right, left^(mix(key^round<<56^right)&mask)
		}
		x = left<<half | right
		if x < uint64(n) {
			return int(x)
		}
	}
}

// mix is the finalizer of SplitMix64: every bit of x changes about half of the result's bits.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
