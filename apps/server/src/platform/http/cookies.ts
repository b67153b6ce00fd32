// The `__Host-` prefix makes the browser require Secure, Path=/ and no Domain, so a sibling host cannot set one.

import type { RequestContext } from '../handler.ts'

export type CookieName = Parameters<RequestContext['setCookie']>[0]
/** Two apps on one host use different cookie names. */
export type CookieNames = Readonly<Record<CookieName, `__Host-${string}`>>

export const memberCookies: CookieNames = {
  bind: '__Host-bind',
  'XSRF-TOKEN': '__Host-XSRF-TOKEN',
  device: '__Host-device',
}

export const consoleCookies: CookieNames = {
  bind: '__Host-console-bind',
  'XSRF-TOKEN': '__Host-console-XSRF',
  device: '__Host-console-device',
}

/** Our script must read the XSRF value and send it as a header; the other cookies must be hidden from scripts. */
const isReadable = (name: CookieName): boolean => name === 'XSRF-TOKEN'

export function cookieHeader(
  names: CookieNames,
  name: CookieName,
  value: string | null,
  maxAgeSeconds?: number,
): string {
  if (value !== null && !/^[\w.~+/=-]*$/.test(value))
    throw new Error(`cookie ${name} has a value that needs quoting`)
  const parts = [`${names[name]}=${value ?? ''}`, 'Path=/', 'Secure', 'SameSite=Strict']
  if (!isReadable(name)) parts.push('HttpOnly')
  if (value === null) parts.push('Max-Age=0')
  else if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${maxAgeSeconds}`)
  return parts.join('; ')
}
