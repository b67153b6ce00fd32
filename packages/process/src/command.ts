// The first argument of a program chooses what it does.

import { inspect } from 'node:util'
import { NotDurable, RestoreUnfinished } from './durability.ts'
import { BehindPooler } from './pooler.ts'
import { WrongConfig } from './config.ts'

export async function runCommand(
  commands: Readonly<Record<string, () => Promise<void>>>,
  name: string,
): Promise<void> {
  const command = commands[name]
  if (!command) {
    process.stderr.write(`usage: node main.ts ${Object.keys(commands).join(' | ')}\n`)
    process.exit(2)
  }
  try {
    await command()
  } catch (error) {
    // A problem that the operator must fix is shown without a stack; anything else keeps its stack.
    const isPlain =
      error instanceof WrongConfig ||
      error instanceof NotDurable ||
      error instanceof RestoreUnfinished ||
      error instanceof BehindPooler
    process.stderr.write(`${isPlain ? error.message : inspect(error)}\n`)
    process.exit(1)
  }
}
