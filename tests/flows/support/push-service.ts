// A push service and a browser in one: receives the server's HTTP requests, checks their signature, and decrypts them
// the way a browser does (RFC 8188, 8291, 8292), without the library the server uses.

import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PushedMessage {
  /** Of a notice to a member. */
  readonly noticeId?: string
  readonly title: string
  readonly text: string
  readonly path: string
}

export interface PushService {
  readonly origin: string
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  readonly messages: PushedMessage[]
  /** The problem of a received request; empty when it is valid. */
  readonly problems: string[]
  /** Sets its responses from now on. */
  status: number
  asked: number
  stop(): Promise<void>
}

export async function startPushService(serverKey: () => string): Promise<PushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const messages: PushedMessage[] = []
  const problems: string[] = []
  const state = { status: 201, asked: 0 }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      state.asked += 1
      try {
        checkSignature(request.headers.authorization ?? '', serverKey(), origin)
        if (!Number(request.headers['ttl'])) throw new Error('no TTL')
        if (state.status === 201) messages.push(decrypt(Buffer.concat(parts), browser, auth))
      } catch (error) {
        problems.push(String(error))
      }
      response.writeHead(state.status).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    subscription: {
      endpoint: `${origin}/push/1`,
      p256dh: browser.getPublicKey('base64url', 'uncompressed'),
      auth: auth.toString('base64url'),
    },
    messages,
    problems,
    get status() {
      return state.status
    },
    set status(next) {
      state.status = next
    },
    get asked() {
      return state.asked
    },
    set asked(next) {
      state.asked = next
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

function checkSignature(header: string, serverKey: string, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? []
  if (key !== serverKey) throw new Error('signed by another key than the browser subscribed to')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('a wrong signature')
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number }
  if (aud !== audience) throw new Error(`signed for ${aud}`)
  if (exp * 1_000 < Date.now()) throw new Error('signature expired')
}

function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): PushedMessage {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as PushedMessage
}
