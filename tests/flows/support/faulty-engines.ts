// Engines that fail like a real one: in the middle of a command, with half of it done.

import { createEngine, type Engine, restoreEngine } from '@fairlot/engine'
import type { Engines } from '../../../apps/exchange/src/recover.ts'
import type { Command } from '../../../packages/contract/src/venue/index.ts'

export function faultyEngines(fails: (command: Command, at: number) => boolean): Engines {
  const faulty = (engine: Engine): Engine => ({
    ...engine,
    apply(command, at) {
      const events = engine.apply(command, at)
      if (fails(command, at)) throw new Error('a planted fault')
      return events
    },
  })
  return { create: () => faulty(createEngine()), restore: (snapshot) => faulty(restoreEngine(snapshot)) }
}
