// A picture of a card for forms that ask for one: stripes of a color of its own, so that none counts as a copy.

import { crc32, deflateSync } from 'node:zlib'

const width = 1_000
const height = 630

function chunk(name: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([size, typed, sum])
}

/** A PNG; the same seed gives the same bytes. */
export function cardPicture(seed: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const paper = Buffer.from([221, 227, 238])
  const ink = Buffer.from([(seed * 37) % 200, (seed * 91) % 200, (seed * 53) % 200])
  const row = (isPrinted: boolean): Buffer => {
    const pixels = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x++)
      (isPrinted && x > 60 && x < 560 + (seed % 40) * 5 ? ink : paper).copy(pixels, 1 + x * 3)
    return pixels
  }
  const [blank, printed] = [row(false), row(true)]
  const rows = Array.from({ length: height }, (_, y) =>
    y > 60 && y % 90 < 22 + (seed % 20) ? printed : blank,
  )
  return Buffer.from(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.concat(rows))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}
