import { type Secrets, sameBytes } from '#platform/secrets'

/**
 * The review's payload contains this keyed hash in place of the texts; a plain hash of a telephone number could be
 * guessed. Two operators vote on exactly this contact and this statement.
 */
export function digestPlea(
  secrets: Secrets,
  column: 'contact' | 'statement',
  requestId: string,
  text: string,
): string {
  const { keyId, mac } = secrets.hmac('blind', place(column, requestId, text))
  return `${keyId}.${mac.toString('base64url')}`
}

export function isDigestOf(
  secrets: Secrets,
  digest: unknown,
  column: 'contact' | 'statement',
  requestId: string,
  text: string,
): boolean {
  const [keyId, mac] = typeof digest === 'string' ? digest.split('.') : []
  if (keyId === undefined || mac === undefined || !secrets.keyIds('blind').includes(keyId)) return false
  return sameBytes(
    Buffer.from(mac, 'base64url'),
    secrets.hmacWith('blind', keyId, place(column, requestId, text)),
  )
}

const place = (column: string, requestId: string, text: string): string =>
  `recovery|${column}|${requestId}|${text}`
