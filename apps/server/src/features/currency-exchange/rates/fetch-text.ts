import { UnusableRates } from './source.ts'

const patienceMs = 3_000
const maxBytes = 256 * 1_024

export interface Fetched {
  readonly text: string
  readonly headers: Headers
}

/** One answer over HTTPS: no redirect, a size and a time limit. */
export async function fetchText(url: string, accept: string): Promise<Fetched> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      headers: { accept },
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new UnusableRates(`answered ${response.status}`)
    }
    return { text: await readBounded(response), headers: response.headers }
  } catch (error) {
    if (error instanceof UnusableRates) throw error
    throw new UnusableRates(`not reachable: ${error instanceof Error ? error.message : 'no answer'}`)
  }
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw new UnusableRates('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
