import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddress, type TrustProxy } from './client-address.ts'

const ask = (remote: string, forwarded: string | undefined, trust: TrustProxy): string =>
  clientAddress(
    {
      socket: { remoteAddress: remote } as IncomingMessage['socket'],
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    },
    trust,
  )

test.each([
  ['without a trusted proxy the header is ignored', '198.51.100.1', '203.0.113.9', false, '198.51.100.1'],
  ['a trusted proxy names the client', '10.0.0.2', '203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
  [
    'an address invented by the client is ignored',
    '10.0.0.2',
    '1.2.3.4, 203.0.113.9',
    ['10.0.0.2'],
    '203.0.113.9',
  ],
  [
    'an untrusted proxy cannot name another address',
    '198.51.100.1',
    '203.0.113.9',
    ['10.0.0.0/8'],
    '198.51.100.1',
  ],
  ['trusting every proxy takes the first address', '10.0.0.2', '1.2.3.4, 203.0.113.9', true, '1.2.3.4'],
  ['mapped IPv4 addresses are unwrapped', '::ffff:198.51.100.1', undefined, false, '198.51.100.1'],
  ['text that is no address is ignored', '10.0.0.2', 'unknown', true, '10.0.0.2'],
  [
    'an IPv6 proxy is trusted by its network',
    '2001:db8::2',
    '2001:db8:9::1',
    ['2001:db8::/64'],
    '2001:db8:9::1',
  ],
] as const)('%s', (_title, remote, forwarded, trust, expected) => {
  expect(ask(remote, forwarded, trust)).toBe(expected)
})
