// `healthcheck` for container engines and service managers: asks this machine's own /readyz and answers with the exit
// code. A subcommand, because a health check is not always run by a shell, and some engines split it at spaces.

import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Environment } from './config.ts'

const limitMs = 4_000
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** Returns whether the process that has the same METRICS_HOST and METRICS_PORT is ready; says why not. */
export async function healthcheck(
  environment: Environment,
  defaultPort: number,
  say: (line: string) => void,
): Promise<boolean> {
  const host = environment['METRICS_HOST'] || '127.0.0.1'
  const port = environment['METRICS_PORT'] || String(defaultPort)
  const answer = await ask(`http://${anyAddress[host] ?? host}:${port}/readyz`).catch(() => undefined)
  if (answer === undefined) {
    say(`nothing answers on the metrics port ${port}`)
    return false
  }
  say(answer.status === 200 ? 'ready' : (answer.rule ?? `answered ${answer.status}`))
  return answer.status === 200
}

/** `node:http`, because loading `fetch` takes longer than the whole question. */
const ask = (address: string): Promise<{ readonly status: number; readonly rule?: string | undefined }> =>
  new Promise((resolve, reject) => {
    const request = get(address, { signal: AbortSignal.timeout(limitMs) }, (response) => {
      text(response)
        .then((body) => resolve({ ...(JSON.parse(body) as { rule?: string }), status: response.statusCode! }))
        .catch(reject)
    })
    request.once('error', reject)
  })
