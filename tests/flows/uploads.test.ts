// Picture uploads of members, on the real api and PostgreSQL: hostile files are refused or made harmless, only the
// picture is stored, and it is sealed and readable only by its member.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepFiles, takeUpload } from '../../apps/server/src/features/uploads/index.ts'
import { openFiles } from '../../apps/server/src/platform/files.ts'
import { openDb } from './support/open-db.ts'
import { cleanImage } from '../../apps/server/src/platform/images.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { type Bytes, hugePng, join, picture, upload, withChunk, withSegment } from './support/pictures.ts'

let folder: string
let api: TestApi
let member: TestMember

beforeAll(async () => {
  folder = await mkdtemp(joinPath(tmpdir(), 'fairlot-uploads-'))
  api = await startTestApi({ environment: { FILES_FOLDER: folder, RATE_LIMIT_FACTOR: '1000' } })
  member = await api.member()
})
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true, force: true })
})

const send = (who: TestMember, raw: Bytes, type = 'image/jpeg') =>
  who.client.call('/uploads/image', undefined, { raw, headers: { 'content-type': type } })

interface Hostile {
  readonly name: string
  readonly type?: string
  readonly bytes: () => Promise<Bytes>
}

const text =
  (content: string): (() => Promise<Bytes>) =>
  async () =>
    join(content)
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><script>alert(1)</script></svg>'
const gif = (frames: number): Bytes =>
  join(
    'GIF89a',
    Buffer.from([0x20, 0x03, 0x20, 0x03, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]),
    ...Array.from({ length: frames }, () =>
      Buffer.from([0x2c, 0, 0, 0, 0, 0x20, 0x03, 0x20, 0x03, 0, 2, 2, 0x44, 1, 0]),
    ),
    ';',
  )
const animated = async (): Promise<Bytes> => {
  const frames = await Promise.all([picture('png', 700, 400), picture('png', 700, 400)])
  return join(
    await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
  )
}

/** Nothing of these is stored. */
const refused: readonly Hostile[] = [
  { name: 'an empty file', bytes: text('') },
  { name: 'a file of one byte', bytes: text('\xff') },
  { name: 'a file with only the first bytes of a JPEG', bytes: text('\xff\xd8\xff\xe0') },
  {
    name: 'a JPEG cut in the middle',
    bytes: async () => {
      const b = await picture()
      return join(b.subarray(0, b.length >> 1))
    },
  },
  {
    name: 'a PNG cut in the middle',
    type: 'image/png',
    bytes: async () => {
      const b = await picture('png')
      return join(b.subarray(0, b.length >> 1))
    },
  },
  {
    name: 'a WebP cut in the middle',
    type: 'image/webp',
    bytes: async () => {
      const b = await picture('webp')
      return join(b.subarray(0, b.length >> 1))
    },
  },
  { name: 'an SVG with a script', type: 'image/svg+xml', bytes: text(svg) },
  { name: 'an SVG declared as JPEG', bytes: text(svg) },
  {
    name: 'an SVG with an external entity',
    bytes: text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
  },
  { name: 'an HTML page', bytes: text('<!doctype html><script>alert(1)</script>') },
  { name: 'a PHP program', bytes: text('<?php system($_GET["c"]); ?>') },
  {
    name: 'a PHP program with a GIF header',
    type: 'image/gif',
    bytes: text('GIF89a<?php system("id"); ?>'),
  },
  { name: 'a GIF', type: 'image/gif', bytes: async () => gif(1) },
  { name: 'a GIF with a thousand frames', type: 'image/gif', bytes: async () => gif(1_000) },
  { name: 'a GIF declared as PNG', type: 'image/png', bytes: async () => gif(1) },
  { name: 'an animated WebP', type: 'image/webp', bytes: animated },
  {
    name: 'an animated PNG',
    type: 'image/png',
    bytes: async () => withChunk(await picture('png'), 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
  },
  { name: 'a JPEG declared as PNG', type: 'image/png', bytes: () => picture() },
  { name: 'a PNG declared as JPEG', bytes: () => picture('png') },
  { name: 'a WebP declared as JPEG', bytes: () => picture('webp') },
  { name: 'a JPEG declared as SVG', type: 'image/svg+xml', bytes: () => picture() },
  {
    name: 'a tiny PNG of 60,000 by 60,000 pixels',
    type: 'image/png',
    bytes: async () => hugePng(60_000, 60_000),
  },
  { name: 'a PNG two billion pixels wide', type: 'image/png', bytes: async () => hugePng(0x7fffffff, 1) },
  { name: 'a PNG without pixels', type: 'image/png', bytes: async () => hugePng(0, 0) },
  {
    name: 'a PNG of thirty million real pixels',
    type: 'image/png',
    bytes: async () =>
      join(
        await sharp({ create: { width: 6_000, height: 5_000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      ),
  },
  { name: 'a JPEG below the minimum size', bytes: () => picture('jpeg', 500, 300) },
  { name: 'a PNG of one pixel', type: 'image/png', bytes: () => picture('png', 1, 1) },
  {
    name: 'a TIFF',
    type: 'image/tiff',
    bytes: async () =>
      join(
        await sharp(await picture())
          .tiff()
          .toBuffer(),
      ),
  },
  {
    name: 'an AVIF',
    type: 'image/avif',
    bytes: async () =>
      join(
        await sharp(await picture('jpeg', 640, 400))
          .avif({ effort: 0 })
          .toBuffer(),
      ),
  },
  { name: 'a PDF', type: 'image/pdf', bytes: text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj') },
  { name: 'a PDF declared as JPEG', bytes: text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj') },
  { name: 'a ZIP', bytes: text('PK\x03\x04\x14\x00\x00\x00') },
  { name: 'a Windows program', bytes: text(`MZ${'\0'.repeat(200)}`) },
  { name: 'an icon', type: 'image/x-icon', bytes: text('\0\0\x01\0\x01\0\x10\x10') },
  { name: 'a bitmap', type: 'image/bmp', bytes: text(`BM${'\0'.repeat(100)}`) },
  {
    name: 'a PNG header with invalid bytes',
    type: 'image/png',
    bytes: async () => join('\x89PNG\r\n\x1a\n', Buffer.alloc(5_000, 7)),
  },
  {
    name: 'a JPEG without its tables',
    bytes: async () => {
      const b = await picture()
      b.fill(0, 4, 400)
      return b
    },
  },
]

/** These contain a picture and something else; only the picture is stored. */
const secretMark = 'SECRET-51.5007N-0.1246W'
const neutralised: readonly Hostile[] = [
  { name: 'PHP after the picture', bytes: async () => join(await picture(), `<?php /*${secretMark}*/ ?>`) },
  {
    name: 'a script in the comment',
    bytes: async () => withSegment(await picture(), 0xfe, `<script>${secretMark}</script>`),
  },
  { name: 'a ZIP after the picture', bytes: async () => join(await picture(), 'PK\x03\x04', secretMark) },
  {
    name: 'text in a PNG',
    type: 'image/png',
    bytes: async () => withChunk(await picture('png'), 'tEXt', `Comment\0${secretMark}`),
  },
  {
    name: 'a script after a PNG',
    type: 'image/png',
    bytes: async () => join(await picture('png'), `<script>${secretMark}</script>`),
  },
  {
    name: 'a GPS position',
    bytes: async () =>
      join(
        await sharp(await picture())
          .withExif({
            IFD0: { Artist: secretMark },
            IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
          })
          .jpeg()
          .toBuffer(),
      ),
  },
  {
    name: 'a description in XMP',
    bytes: async () =>
      withSegment(await picture(), 0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${secretMark}</x>`),
  },
  {
    name: 'a colour profile',
    bytes: async () =>
      join(
        await sharp(await picture())
          .withIccProfile('p3')
          .jpeg()
          .toBuffer(),
      ),
  },
  {
    name: 'a Photoshop block',
    bytes: async () => withSegment(await picture(), 0xed, `Photoshop 3.0\x008BIM${secretMark}`),
  },
  {
    name: 'a second picture in its preview',
    bytes: async () =>
      withSegment(await picture(), 0xe2, join('MPF\0', await picture('jpeg', 100, 100), secretMark)),
  },
]

describe('hostile files', () => {
  test('at least forty hostile files are tested', () => {
    expect(refused.length + neutralised.length).toBeGreaterThanOrEqual(40)
  })

  test.each(refused)('$name is refused', async ({ bytes, type }) => {
    const outcome = await cleanImage(await bytes(), type ?? 'image/jpeg')
    expect(outcome.ok).toBe(false)
    const reply = await send(member, await bytes(), type)
    expect([reply.http, reply.body.msg]).toEqual([
      400,
      expect.stringMatching(/^upload\.refused$|^input\.invalid$/),
    ])
    expect(JSON.stringify(reply.body)).not.toMatch(/vips|sharp|stack|node_modules/i)
  })

  test('no refused file is stored', async () => {
    expect(await api.db.query('SELECT 1 FROM app.uploads WHERE member_id = $1', [member.memberId])).toEqual(
      [],
    )
    expect(await readdir(folder)).toEqual([])
  })

  test.each(neutralised)('$name is removed', async ({ bytes, type }) => {
    const outcome = await cleanImage(await bytes(), type ?? 'image/jpeg')
    if (!outcome.ok) throw new Error(outcome.problem)
    const { image } = outcome
    expect(image.bytes.includes(secretMark)).toBe(false)
    expect(image.bytes.includes('<?php')).toBe(false)
    expect(image.bytes.includes('<script')).toBe(false)
    const left = await sharp(image.bytes).metadata()
    expect([left.format, left.exif, left.icc, left.xmp, left.iptc, left.comments, left.pages]).toEqual([
      'webp',
      ...Array.from({ length: 6 }, () => undefined),
    ])
    expect([image.width, image.height]).toEqual([1_000, 630])
  })

  test('a rotated picture is turned and a large one reduced', async () => {
    const turned = await sharp(await picture())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await cleanImage(turned, 'image/jpeg')).toMatchObject({ image: { width: 630, height: 1_000 } })
    expect(await cleanImage(await picture('jpeg', 4_800, 3_000), 'image/jpeg')).toMatchObject({
      image: { width: 2_400, height: 1_500 },
    })
  })

  test('an upload above five mebibytes or without an image is refused', async () => {
    const reply = await send(member, join(await picture(), Buffer.alloc(6 * 1024 * 1024)))
    expect([reply.http, reply.body.msg]).toEqual([413, 'request.too-large'])
    const json = await member.client.call('/uploads/image', { file: 'x' })
    expect([json.http, json.body.msg]).toEqual([400, 'upload.refused'])
    const form = await member.client.call('/uploads/image', undefined, {
      raw: '--x\r\nContent-Disposition: form-data; name="f"; filename="../../etc/passwd"\r\n\r\nx\r\n--x--',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect([form.http, form.body.msg]).toEqual([400, 'upload.refused'])
    const elsewhere = await member.client.call('/members/profile', undefined, {
      raw: await picture(),
      headers: { 'content-type': 'image/jpeg' },
    })
    expect(elsewhere.body.msg).toBe('request.not-json')
  })
})

describe('a stored upload', () => {
  test('contains only the picture', async () => {
    const mine = await api.member()
    for (const { name, bytes, type } of neutralised) {
      const fileId = await upload(mine.client, await bytes(), type)
      await api.db.transaction((tx) => takeUpload(tx, mine.memberId, fileId, 'deposit-receipt'))
      const answer = await mine.client.fetch('/uploads/readFile', { fileId })
      const kept = Buffer.from(await answer.arrayBuffer())
      const { exif, icc, xmp, iptc, comments, orientation, density } = await sharp(kept).metadata()
      expect([exif, icc, xmp, iptc, comments, orientation, density], name).toEqual(
        Array.from({ length: 7 }, () => undefined),
      )
      // The simple container: it has one part, the picture.
      expect(kept.toString('latin1', 12, 16), name).toBe('VP8 ')
      expect(kept.readUInt32LE(16) + 20 + (kept.readUInt32LE(16) & 1), name).toBe(kept.length)
      expect(kept.includes(secretMark), name).toBe(false)
    }
  })

  test('is encrypted and readable only by its member', async () => {
    const mine = await api.member()
    const stranger = await api.member()
    const fileId = await upload(mine.client)
    // It is not a file until a form has taken it over.
    expect((await mine.client.call('/uploads/readFile', { fileId })).body.msg).toBe('upload.not-found')
    const taken = await api.db.transaction((tx) => takeUpload(tx, mine.memberId, fileId, 'identity-front'))
    expect(taken).toMatchObject({ fileId, width: 1_000, height: 630 })

    const [path] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(fileId))
    const stored = await readFile(joinPath(folder, path!))
    expect(stored.includes('WEBP')).toBe(false)

    const answer = await mine.client.fetch('/uploads/readFile', { fileId })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="identity-front.webp"')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(1_000)

    const tried = await stranger.client.call('/uploads/readFile', { fileId })
    expect([tried.http, tried.body.msg]).toEqual([404, 'upload.not-found'])
    expect((await api.client().call('/uploads/readFile', { fileId })).http).toBe(401)
    expect(
      await api.db.transaction((tx) => takeUpload(tx, stranger.memberId, fileId, 'identity-front')),
    ).toBeUndefined()
  })

  test('repeated bytes count once, and the daily limit is enforced', async () => {
    const mine = await api.member()
    const first = await picture()
    const uploadId = await upload(mine.client, first)
    expect(await upload(mine.client, first)).toBe(uploadId)
    // 17 in the past hours, then two at once for one remaining slot.
    await api.db.query(
      `INSERT INTO app.uploads (id, member_id, key_id, fingerprint, type, bytes, width, height, uploaded_at)
       SELECT gen_random_uuid(), member_id, key_id, sha256(n::text::bytea), type, bytes, width, height, uploaded_at
       FROM app.uploads, generate_series(1, 18) n WHERE id = $1`,
      [uploadId],
    )
    const both = await Promise.all([send(mine, await picture()), send(mine, await picture())])
    expect(both.map(({ body }) => body.msg).toSorted()).toEqual(['done.uploaded', 'upload.too-many'])
    expect((await send(mine, await picture())).body.rule).toBe('uploads.perDay')
  })

  test('an unused upload is deleted after a day, a used one stays', async () => {
    const mine = await api.member()
    const [left, kept] = [await upload(mine.client), await upload(mine.client)]
    await api.db.transaction((tx) => takeUpload(tx, mine.memberId, kept, 'deposit-receipt'))
    const files = openFiles(api.config.files)
    const worker = openDb({ url: api.database.workerUrl, poolSize: 2, applicationName: 'sweep' })
    try {
      const later = new Date(Date.now() + 86_400_000 + 60_000)
      while ((await sweepFiles(worker, files, later)) > 0);
    } finally {
      await worker.close()
    }
    const names = await readdir(folder, { recursive: true })
    expect([names.some((name) => name.endsWith(left)), names.some((name) => name.endsWith(kept))]).toEqual([
      false,
      true,
    ])
    expect(await api.db.query('SELECT 1 FROM app.uploads WHERE id = $1', [left])).toEqual([])
    expect((await mine.client.fetch('/uploads/readFile', { fileId: kept })).status).toBe(200)
    expect(
      await api.db.transaction((tx) => takeUpload(tx, mine.memberId, left, 'deposit-receipt')),
    ).toBeUndefined()
  })
})
