// `healthcheck` for container engines and service managers: asks this machine's own /readyz and answers with the exit
// code. A subcommand, because a health check is not always run by a shell, and some engines split it at spaces.

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
  try {
    const response = await fetch(`http://${anyAddress[host] ?? host}:${port}/readyz`, {
      signal: AbortSignal.timeout(limitMs),
    })
    const answer = (await response.json()) as { readonly rule?: string }
    say(response.ok ? 'ready' : (answer.rule ?? `answered ${response.status}`))
    return response.ok
  } catch {
    say(`nothing answers on the metrics port ${port}`)
    return false
  }
}
