'use strict';
// A picture of moons, one beside another, as a PNG of shades of grey.

const zlib = require('node:zlib');

const SIZE = 64; // of the square of one moon, in pixels
const RADIUS = 28;
const DARK = 40; // the part of a moon that is not lit, on black
const LIT = 235;

class Picture {
  constructor(moons, perRow) {
    this.perRow = Math.min(moons, perRow);
    this.width = SIZE * this.perRow;
    this.height = SIZE * Math.ceil(moons / perRow);
    this.shades = Buffer.alloc(this.width * this.height);
  }

  // draw draws the moon at a place, counted from 0, by its phase: from 0, new, by 0.5, full, to less than 1.
  draw(place, phase) {
    const [left, top] = [SIZE * (place % this.perRow), SIZE * Math.floor(place / this.perRow)];
    const side = phase < 0.5 ? 1 : -1; // lit on the right first
    for (let y = -RADIUS; y <= RADIUS; y++) {
      const half = Math.sqrt(RADIUS * RADIUS - y * y);
      const shadow = half * Math.cos(2 * Math.PI * phase); // where it ends, from the middle to the lit side
      for (let x = -Math.floor(half); x <= half; x++) {
        this.shades[(top + SIZE / 2 + y) * this.width + left + SIZE / 2 + x] = side * x > shadow ? LIT : DARK;
      }
    }
  }

  png() {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header[8] = 8; // bits of a pixel, of type 0, grey
    const rows = Buffer.alloc(this.height * (this.width + 1)); // each begins with its filter, 0 for none
    for (let y = 0; y < this.height; y++) {
      this.shades.copy(rows, y * (this.width + 1) + 1, y * this.width, (y + 1) * this.width);
    }
    const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', zlib.deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
  }
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function crc32(data) { // that of node:zlib is younger than Node 18
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

module.exports = { Picture };
