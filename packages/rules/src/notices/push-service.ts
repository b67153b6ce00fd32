// The hosts a browser can name for push messages. The server sends requests to them: without this list a member could
// make it call any host it can reach.

const hosts = new Set(['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'])
const families = ['.push.apple.com', '.notify.windows.com', '.push.services.mozilla.com']

/** `own`: origins the installation's operator runs, in addition to the browser makers' ones. */
export function isPushService(endpoint: string, own: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (own.includes(origin)) return true
  if (protocol !== 'https:' || port !== '') return false
  return hosts.has(hostname) || families.some((family) => hostname.endsWith(family))
}

const base64url = /^[A-Za-z0-9_-]+$/

/** An uncompressed point on P-256 and sixteen random bytes: needed to encrypt a message to a browser. */
export const arePushKeys = (p256dh: string, auth: string): boolean =>
  base64url.test(p256dh) &&
  p256dh.length === 87 &&
  p256dh.startsWith('B') &&
  base64url.test(auth) &&
  auth.length === 22
