// The client address of a raw request, by the same rule as fastify's: TRUST_PROXY.

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type TrustProxy = boolean | readonly string[]

/** The nearest address that is not a trusted proxy. */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustProxy: TrustProxy,
): string {
  const nearest = plain(socket.remoteAddress ?? '')
  if (trustProxy === false) return nearest
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => isIP(part) !== 0)
    .toReversed()
  const isTrusted = trustProxy === true ? () => true : trustedBy(trustProxy)
  const chain = [nearest, ...forwarded]
  return chain.find((address) => !isTrusted(address)) ?? chain.at(-1)!
}

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

function trustedBy(addresses: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
