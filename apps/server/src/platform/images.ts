// Makes uploaded pictures harmless: recognises each by its first bytes, decodes it under limits and encodes it again.
// The new file has no location, no camera data, no profile and no second file behind the picture.

import sharp from 'sharp'
import { TemporarilyUnavailable } from './db.ts'

export const imageLimits = {
  bytes: 5 * 1024 * 1024,
  pixels: 24_000_000,
  /** A smaller document is unreadable. */
  minLongSide: 600,
  /** A larger picture is reduced to this size, in which small print is still readable. */
  maxLongSide: 2_400,
  /** Bytes and pixels limit the work. This is for a machine that is too busy to do it. */
  seconds: 15,
} as const

export interface CleanImage {
  readonly type: 'image/webp'
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** Names for the log and the tests. The member sees the same message for every problem. */
export type ImageProblem =
  | 'empty'
  | 'too-large'
  | 'not-an-image'
  | 'type-differs'
  | 'animated'
  | 'too-many-pixels'
  | 'too-small'
  | 'broken'

export type ImageOutcome =
  | { readonly ok: true; readonly image: CleanImage }
  | { readonly ok: false; readonly problem: ImageProblem }

sharp.cache(false)
sharp.concurrency(1)
// libvips can read dozens of formats, some with libraries that were never hardened. Only these three are allowed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

type Format = 'jpeg' | 'png' | 'webp'

function formatOf(bytes: Uint8Array): Format | undefined {
  const at = (offset: number, ...expected: readonly number[]): boolean =>
    expected.every((byte, index) => bytes[offset + index] === byte)
  if (at(0, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (at(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (at(0, 0x52, 0x49, 0x46, 0x46) && at(8, 0x57, 0x45, 0x42, 0x50)) return 'webp'
  return undefined
}

/** libvips decodes one frame of an animated PNG, but a browser plays all: an operator would not see everything. */
const isAnimatedPng = (bytes: Buffer): boolean => {
  const data = bytes.indexOf('IDAT')
  const control = bytes.indexOf('acTL')
  return control !== -1 && (data === -1 || control < data)
}

// Decoding a picture of 24 million pixels needs about 100 MB, so a process decodes at most two at a time.
const maxConcurrent = 2
let running = 0
const waiting: (() => void)[] = []

async function withSlot<Result>(run: () => Promise<Result>): Promise<Result> {
  if (running >= maxConcurrent) await new Promise<void>((go) => waiting.push(go))
  else running += 1
  try {
    return await run()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

interface Wanted {
  readonly minLongSide: number
  readonly maxLongSide: number
  readonly quality: number
  /** False for a document, where transparency could hide something on another background. True for a logo. */
  readonly keepsAlpha: boolean
}

const documentImage: Wanted = { ...imageLimits, quality: 85, keepsAlpha: false }
const logo: Wanted = { minLongSide: 64, maxLongSide: 256, quality: 90, keepsAlpha: true }

const newsPicture: Wanted = { minLongSide: 480, maxLongSide: 1_200, quality: 78, keepsAlpha: false }

/** The maximum size of a picture of an article, for a phone on a slow network. */
export const newsPictureBytes = 200 * 1024

/** The maximum size of a logo. It is small, because every client loads the logo first. */
export const logoBytes = 40 * 1024

/** `declared` is the content type that the client sent. It must match the bytes. */
export const cleanImage = (bytes: Buffer, declared: string): Promise<ImageOutcome> =>
  clean(bytes, declared, documentImage)

/** Cleans a logo: smaller than a document, and with its transparency. */
export const cleanLogo = (bytes: Buffer, declared: string): Promise<ImageOutcome> =>
  clean(bytes, declared, logo)

/** Cleans a picture of an article. */
export const cleanNewsPicture = (bytes: Buffer, declared: string): Promise<ImageOutcome> =>
  clean(bytes, declared, newsPicture)

async function clean(bytes: Buffer, declared: string, wanted: Wanted): Promise<ImageOutcome> {
  const refuse = (problem: ImageProblem): ImageOutcome => ({ ok: false, problem })
  if (bytes.length === 0) return refuse('empty')
  if (bytes.length > imageLimits.bytes) return refuse('too-large')
  const format = formatOf(bytes)
  if (format === undefined) return refuse('not-an-image')
  const named = /^image\/([a-z+.-]+)/i.exec(declared)?.[1]?.toLowerCase().replace('jpg', 'jpeg')
  if (named !== format) return refuse('type-differs')
  if (format === 'png' && isAnimatedPng(bytes)) return refuse('animated')
  return withSlot(async () => {
    try {
      const input = () =>
        sharp(bytes, { limitInputPixels: imageLimits.pixels, failOn: 'error', sequentialRead: true })
      const found = await input().metadata()
      if (found.format !== format) return refuse('type-differs')
      if ((found.pages ?? 1) > 1) return refuse('animated')
      if (found.width * found.height > imageLimits.pixels) return refuse('too-many-pixels')
      if (Math.max(found.width, found.height) < wanted.minLongSide) return refuse('too-small')
      const upright = input().autoOrient().resize({
        width: wanted.maxLongSide,
        height: wanted.maxLongSide,
        fit: 'inside',
        withoutEnlargement: true,
      })
      const { data, info } = await (wanted.keepsAlpha ? upright : upright.flatten({ background: '#ffffff' }))
        .toColourspace('srgb')
        .webp({ quality: wanted.quality })
        .timeout({ seconds: imageLimits.seconds })
        .toBuffer({ resolveWithObject: true })
      return {
        ok: true,
        image: { type: 'image/webp', bytes: data, width: info.width, height: info.height },
      }
    } catch (error) {
      // libvips errors can only be distinguished by their message text.
      const text = error instanceof Error ? error.message : ''
      // A timeout means that the machine is overloaded. The picture can be valid, so a retry may succeed.
      if (/\btimeout: \d+% complete/.test(text))
        throw new TemporarilyUnavailable('decoding a picture timed out', { cause: error })
      return refuse(/pixel limit/i.test(text) ? 'too-many-pixels' : 'broken')
    }
  })
}
