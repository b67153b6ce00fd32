// The `__Host-` prefix makes the browser insist on Secure, Path=/ and no Domain, so a sibling host cannot plant one.

import type { RequestContext } from '../handler.ts'

type Name = Parameters<RequestContext['setCookie']>[0]

/** The XSRF value must be read by our script and sent back as a header; the others must never meet a script. */
const isReadable = (name: Name): boolean => name === 'XSRF-TOKEN'

export function cookieHeader(name: Name, value: string | null, maxAgeSeconds?: number): string {
  if (value !== null && !/^[\w.~+/=-]*$/.test(value))
    throw new Error(`cookie ${name} has a value that needs quoting`)
  const parts = [`__Host-${name}=${value ?? ''}`, 'Path=/', 'Secure', 'SameSite=Strict']
  if (!isReadable(name)) parts.push('HttpOnly')
  if (value === null) parts.push('Max-Age=0')
  else if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${maxAgeSeconds}`)
  return parts.join('; ')
}
