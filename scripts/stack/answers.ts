import { get as getPlainly } from 'node:http'
import { get as getSecurely } from 'node:https'

export function answers(address: string): Promise<boolean> {
  const get = address.startsWith('https:') ? getSecurely : getPlainly
  return new Promise((resolve) => {
    // Our own certificate is self-signed; this only checks whether the server is up.
    const request = get(address, { rejectUnauthorized: false, timeout: 3_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })
}
