// The load generator as a process, and the questions to it.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Harness } from './harness.ts'
import type { Order, Shot } from './load-generator.ts'
import { price, symbols } from './market.ts'
import { origin } from './roles.ts'

export interface LoadGenerator {
  ask<Answer>(order: Order): Promise<Answer>
  end(): Promise<void>
}

export async function openLoadGenerator(harness: Harness, port: number): Promise<LoadGenerator> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'load-generator.ts'))
  const gone = once(child, 'exit').then(() => [{ error: 'the load generator ended' }])
  const loadGenerator: LoadGenerator = {
    async ask<Answer>(order: Order): Promise<Answer> {
      const answered = once(child, 'message')
      child.send(order)
      const [answer] = (await Promise.race([answered, gone])) as [Answer & { error?: string }]
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer
    },
    async end() {
      child.kill('SIGTERM')
      await gone
    },
  }
  const { members, terms } = harness
  await loadGenerator.ask({ do: 'prepare', port, origin, members, symbols, price, terms })
  return loadGenerator
}

export function refuseNone({ refused }: Shot): void {
  if (Object.keys(refused).length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`)
}
