// Package splice compresses a text once that is sent many times between other short ones.
package splice

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"
	"slices"
)

// Text is a compressed text. It is immutable and safe for concurrent use.
type Text struct {
	blocks []byte // of DEFLATE, none the last, up to a whole byte
	length int
	sum    uint32
	moved  [32]uint32 // what becomes of each bit of a checksum when as many zeros follow
}

// New compresses a text, which it does not keep.
func New(text []byte) *Text {
	var blocks bytes.Buffer
	writer, _ := flate.NewWriter(&blocks, flate.DefaultCompression) // which is a level that exists
	_, _ = writer.Write(text)                                       // writing to a buffer cannot fail
	_ = writer.Flush()
	made := &Text{blocks: bytes.Clone(blocks.Bytes()), length: len(text), sum: crc32.ChecksumIEEE(text)}
	zeros := make([]byte, min(len(text), 64<<10))
	for bit := range made.moved {
		made.moved[bit] = afterZeros(1<<bit, len(text), zeros)
	}
	return made
}

// afterZeros returns what the register of a checksum is after so many zeros.
func afterZeros(register uint32, count int, zeros []byte) uint32 {
	for count > 0 {
		n := min(count, len(zeros))
		register = ^crc32.Update(^register, crc32.IEEETable, zeros[:n])
		count -= n
	}
	return register
}

// Most is how long what stands before or after a text may be, in bytes.
const Most = math.MaxUint16

// Append appends a gzip stream of before, the text and after, each of which may have Most bytes.
func (t *Text) Append(dst, before, after []byte) []byte {
	dst = append(slices.Grow(dst, len(header)+len(before)+len(t.blocks)+len(after)+ends), header...)
	dst = appendStored(dst, before, 0)
	dst = append(dst, t.blocks...)
	dst = appendStored(dst, after, 1)
	sum := crc32.Update(t.follow(crc32.ChecksumIEEE(before)), crc32.IEEETable, after)
	dst = binary.LittleEndian.AppendUint32(dst, sum)
	length := len(before) + t.length + len(after)
	return binary.LittleEndian.AppendUint32(dst, uint32(length)) //nolint:gosec // RFC 1952: modulo 2^32
}

// ends is how long the heads of two blocks, checksum and length are.
const ends = 5 + 5 + 4 + 4

// header is that of a gzip stream (RFC 1952) by nobody in particular, at no particular time.
var header = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}

// appendStored appends a block that is not compressed (RFC 1951, 3.2.4).
func appendStored(dst, text []byte, final byte) []byte {
	length := uint16(len(text)) //nolint:gosec // at most Most
	dst = append(dst, final)
	dst = binary.LittleEndian.AppendUint16(dst, length)
	dst = binary.LittleEndian.AppendUint16(dst, ^length)
	return append(dst, text...)
}

// follow returns the checksum of something with this checksum and the text after it.
func (t *Text) follow(sum uint32) uint32 {
	joined := t.sum
	for ; sum != 0; sum &= sum - 1 {
		joined ^= t.moved[bits.TrailingZeros32(sum)]
	}
	return joined
}
