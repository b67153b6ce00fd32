// Copies of the server's roles behind a load balancer, replaced one after another as a supervisor does.

import { findFreePort } from '@fairlot/testkit/services/process'
import { until } from '@fairlot/testkit/until'
import { answers } from '../../../scripts/stack/answers.ts'
import type { LoadBalancer } from '../../faults/support/load-balancer.ts'
import type { TradingRole, TradingServices, TradingStack } from '../../faults/support/trading-stack.ts'
import type { RoleProcess } from '../../flows/support/role-process.ts'
import type { DrillContext } from './run-drill.ts'

export interface Copy {
  readonly role: TradingRole
  readonly metricsPort: number
}

interface Running extends Copy {
  readonly process: RoleProcess
  readonly port: number
}

export interface Copies {
  /** Starts a copy and waits until it is ready. An api gets requests only after that. */
  start(role: TradingRole): Promise<Copy>
  /** Every copy is stopped, and another started in its place. */
  replaceAll(): Promise<void>
  all(): readonly Copy[]
}

export function openCopies(
  { atEnd, say }: DrillContext,
  stack: TradingStack<TradingServices>,
  balancer: LoadBalancer,
  envOf: (role: TradingRole) => Readonly<Record<string, string>>,
): Copies {
  let running: readonly Running[] = []
  atEnd(async () => void (await Promise.all(running.map(({ process }) => process.kill()))))

  const start = async (role: TradingRole): Promise<Running> => {
    const [port, metricsPort] = [await findFreePort(), await findFreePort()]
    const env = { ...envOf(role), PORT: String(port), METRICS_PORT: String(metricsPort) }
    const copy = { role, port, metricsPort, process: stack.startRole(role, env) }
    running = [...running, copy]
    await until(`the ${role} to be ready`, () => answers(`http://127.0.0.1:${metricsPort}/readyz`))
    if (role === 'api') balancer.add(port)
    return copy
  }
  return {
    start,
    all: () => running,
    async replaceAll() {
      for (const old of running) {
        // The next one first: an api that is alone would leave members without an answer.
        await start(old.role)
        balancer.remove(old.port)
        const code = await old.process.stop()
        if (code !== 0) throw new Error(`the ${old.role} ended with ${code}`)
        running = running.filter((one) => one !== old)
      }
      say(`${running.length} processes were replaced`)
    },
  }
}
