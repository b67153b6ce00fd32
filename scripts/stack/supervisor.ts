import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceProcess } from '@fairlot/testkit/services/process'
import { markOf, type ProcessMark } from './processes.ts'

export interface SupervisorOptions {
  readonly say: (name: string, line: string) => void
  /** Called whenever the set of running children changes. */
  readonly onChange: (children: readonly ProcessMark[]) => void
  /** Called when a child fails at every try and restarting is useless. */
  readonly onGivingUp: (name: string, reason: string) => void
  /** Doubled with each failure, up to five seconds. */
  readonly firstPauseMs?: number
}

export interface Supervisor {
  /** Starts a child and keeps it running until `stop`. Throws when the first start fails. */
  keep(name: string, start: () => Promise<ServiceProcess>): Promise<void>
  stop(names: readonly string[]): Promise<void>
}

const quickFailuresAllowed = 6
const longEnoughMs = 30_000

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { say, onChange, onGivingUp, firstPauseMs = 250 } = options
  const running = new Map<string, ServiceProcess>()
  const stopping = new Set<string>()
  const watchers = new Map<string, Promise<void>>()
  const changed = () => onChange([...running.values()].map(({ name, pid }) => markOf(name, pid)))

  const watch = async (name: string, first: ServiceProcess, start: () => Promise<ServiceProcess>) => {
    let child = first
    let failures = 0
    for (;;) {
      const since = Date.now()
      const reason = await child.exited
      running.delete(name)
      if (stopping.has(name)) return changed()
      if (Date.now() - since > longEnoughMs) failures = 0
      for (;;) {
        say(name, `${reason}; starting it again`)
        // The first restart is immediate. PostgreSQL can refuse it while the last of its old processes ends.
        if (failures > 0) await pause(Math.min(firstPauseMs * 2 ** failures, 5_000))
        failures += 1
        if (stopping.has(name)) return changed()
        try {
          child = await start()
          break
        } catch (error) {
          say(name, error instanceof Error ? error.message : String(error))
          if (failures < quickFailuresAllowed) continue
          onGivingUp(name, reason)
          return
        }
      }
      running.set(name, child)
      changed()
      if (stopping.has(name)) void child.stop()
      if (failures > quickFailuresAllowed) {
        onGivingUp(name, reason)
        return
      }
    }
  }

  return {
    async keep(name, start) {
      const child = await start()
      running.set(name, child)
      changed()
      watchers.set(name, watch(name, child, start))
      // `stop` was called while it was still starting.
      if (stopping.has(name)) await child.stop()
    },
    async stop(names) {
      for (const name of names) stopping.add(name)
      await Promise.all(
        names.map(async (name) => {
          await running.get(name)?.stop()
          await watchers.get(name)
        }),
      )
    },
  }
}
