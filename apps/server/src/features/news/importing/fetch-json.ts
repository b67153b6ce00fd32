import { UnusableAnswer } from './feed.ts'

const patienceMs = 5_000
const maxBytes = 1024 * 1024

/** One JSON answer: no redirect, a size and a time limit. */
export async function fetchJson(url: string): Promise<unknown> {
  let text: string
  try {
    const response = await fetch(url, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new UnusableAnswer(`answered ${response.status}`)
    }
    text = await readBounded(response)
  } catch (error) {
    if (error instanceof UnusableAnswer) throw error
    throw new UnusableAnswer(`not reachable: ${error instanceof Error ? error.message : 'no answer'}`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new UnusableAnswer('the answer is not JSON')
  }
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw new UnusableAnswer('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
