// Pictures generated for tests: valid ones, and files that only pretend to be pictures.

import sharp from 'sharp'
import type { TestClient } from './test-client.ts'

export type Bytes = Buffer<ArrayBuffer>
const own = (bytes: Uint8Array): Bytes => Buffer.from(bytes)

let made = 0

/** A card with stripes; each is different, so that none counts as a duplicate. */
export async function picture(
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  width = 1_000,
  height = 630,
): Promise<Bytes> {
  made += 1
  const stripe = await sharp({
    create: {
      width: Math.max(1, width >> 1),
      height: Math.max(1, height >> 3),
      channels: 3,
      background: { r: (made * 37) % 256, g: (made * 91) % 256, b: (made * 53) % 256 },
    },
  })
    .png()
    .toBuffer()
  return own(
    await sharp({ create: { width, height, channels: 3, background: '#dde3ee' } })
      .composite([{ input: stripe, gravity: 'northwest' }])
      .toFormat(format)
      .toBuffer(),
  )
}

export const join = (...parts: readonly (Uint8Array | string)[]): Bytes =>
  own(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))

/** A JPEG with one more segment after its first marker. */
export function withSegment(jpeg: Uint8Array, marker: number, content: Uint8Array | string): Bytes {
  const body = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  const head = Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff])
  return join(jpeg.subarray(0, 2), head, body, jpeg.subarray(2))
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
const crc = (bytes: Uint8Array): number => {
  let c = 0xffffffff
  for (const byte of bytes) c = crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
function chunk(name: string, body: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc(typed))
  return Buffer.concat([size, typed, sum])
}

/** A PNG with one more chunk after its header. */
export const withChunk = (png: Uint8Array, name: string, body: Uint8Array | string): Bytes =>
  join(
    png.subarray(0, 33),
    chunk(name, typeof body === 'string' ? Buffer.from(body) : body),
    png.subarray(33),
  )

/** A PNG that claims this size and holds almost no data. */
export function hugePng(width: number, height: number): Bytes {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return join(
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('789c6300010000050001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  )
}

/** Uploads the picture and returns its id. */
export async function upload(client: TestClient, bytes?: Bytes, type = 'image/jpeg'): Promise<string> {
  const reply = await client.call('/uploads/image', undefined, {
    raw: bytes ?? (await picture()),
    headers: { 'content-type': type },
  })
  if (reply.http !== 200) throw new Error(`the upload was refused: ${JSON.stringify(reply.body)}`)
  return reply.body.data.uploadId
}
