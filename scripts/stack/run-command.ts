import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { endingWithParent } from '@fairlot/testkit/services/process'

export interface CommandOptions {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  readonly onLine: (line: string) => void
  readonly signal?: AbortSignal
}

/** Runs a command to its end. Rejects with its last lines when it fails. */
export async function runCommand(command: readonly string[], options: CommandOptions): Promise<void> {
  const [program, ...args] = endingWithParent('TERM', [...command])
  const lastLines: string[] = []
  const child = spawn(program!, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(options.signal ? { signal: options.signal } : {}),
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line)
      if (lastLines.length > 30) lastLines.shift()
      options.onLine(line)
    })
  }
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else
        reject(
          new Error(`${command.slice(1).join(' ')} ended with ${signal ?? code}\n${lastLines.join('\n')}`),
        )
    })
  })
}
