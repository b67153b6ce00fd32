// The processes of trading, each under a name, behind a proxy for the apis: a drill replaces, kills and watches them.

import { findFreePort } from '@fairlot/testkit/services/process'
import { until } from '@fairlot/testkit/until'
import { answers } from '../../../scripts/stack/answers.ts'
import type { LoadBalancer } from '../../faults/support/load-balancer.ts'
import type { TradingRole, TradingServices, TradingStack } from '../../faults/support/trading-stack.ts'
import type { DrillContext } from './run-drill.ts'

export interface FleetMember {
  readonly name: string
  readonly role: TradingRole | 'exchange'
  readonly pid: number
  /** The api's or the gateway's port; 0 of the others. */
  readonly port: number
  readonly metricsPort: number
  readonly startedAt: number
  kill(): Promise<void>
  /** As a supervisor does. Its exit code, or the signal that ended it. */
  stop(): Promise<number | NodeJS.Signals>
}

export interface Fleet {
  members(): readonly FleetMember[]
  find(name: string): FleetMember
  /** Starts it and waits until it is ready. An api gets requests only after that. */
  start(name: string, role: FleetMember['role'], how?: Start): Promise<FleetMember>
  /** Stops it as a supervisor does, then starts it. */
  replace(name: string, how?: Start): Promise<void>
  /** SIGKILL, then a new start. */
  strike(name: string, how?: Start): Promise<void>
  stopAll(): Promise<void>
}

export interface Start {
  readonly env?: Readonly<Record<string, string>>
  /** Whose code it runs. */
  readonly tree?: string
}

export function openFleet<Own extends TradingServices>(
  stack: TradingStack<Own>,
  balancer: LoadBalancer,
  context: DrillContext,
): Fleet {
  const running = new Map<string, FleetMember>()
  context.atEnd(async () => void (await Promise.all([...running.values()].map((one) => one.kill()))))

  async function launch(name: string, role: FleetMember['role'], { env, tree }: Start): Promise<FleetMember> {
    const startedAt = performance.now()
    if (role === 'exchange') {
      const exchange = await stack.startExchange(env, tree)
      const { pid, metricsPort, kill, stop } = exchange
      return { name, role, pid, port: 0, metricsPort, startedAt, kill, stop }
    }
    const [port, metricsPort] = [await findFreePort(), await findFreePort()]
    const started = stack.startRole(
      role,
      { PORT: String(port), METRICS_PORT: String(metricsPort), ...env },
      tree,
    )
    return { name, role, ...started, port, metricsPort, startedAt }
  }

  async function start(name: string, role: FleetMember['role'], how: Start = {}): Promise<FleetMember> {
    const one = await launch(name, role, how)
    running.set(name, one)
    await until(`${name} to be ready`, () => answers(`http://127.0.0.1:${one.metricsPort}/readyz`))
    if (role === 'api') balancer.add(one.port)
    return one
  }

  const find = (name: string): FleetMember => {
    const one = running.get(name)
    if (!one) throw new Error(`${name} does not run`)
    return one
  }

  async function stopOne(one: FleetMember): Promise<void> {
    balancer.remove(one.port)
    const ended = await one.stop()
    running.delete(one.name)
    if (ended !== 0) throw new Error(`${one.name} did not stop cleanly: ${ended}`)
  }

  return {
    members: () => [...running.values()],
    find,
    start,
    async replace(name, how) {
      const old = find(name)
      await stopOne(old)
      await start(name, old.role, how)
    },
    async strike(name, how) {
      const old = find(name)
      await old.kill()
      balancer.remove(old.port)
      await start(name, old.role, how)
    },
    async stopAll() {
      await Promise.all([...running.values()].map(stopOne))
    },
  }
}
