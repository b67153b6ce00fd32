import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

export interface ServiceProcess {
  readonly name: string
  readonly pid: number
  /** Resolves with a short description of how the process ended, whatever the cause. */
  readonly exited: Promise<string>
  /** Asks the process to stop and resolves when it has ended. Safe to call twice. */
  stop(): Promise<void>
}

export interface ServiceOptions {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly stopSignal?: NodeJS.Signals
  readonly onLine?: (line: string) => void
  readonly isReady: () => Promise<boolean>
  readonly startLimitMs?: number
  readonly stopLimitMs?: number
}

const linesKept = 40

/**
 * Starts a server and waits until it answers. If it ends before that, the error includes its last output lines, so that
 * the reader need not look for a log.
 */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { name, isReady, startLimitMs = 30_000, stopLimitMs = 20_000 } = options
  const lastLines: string[] = []
  // A separate process group: Ctrl-C in the terminal must reach the parent only, which then stops its children in the
  // right order. The server must not stop before the api has finished its last request.
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line)
      if (lastLines.length > linesKept) lastLines.shift()
      options.onLine?.(line)
    })
  }
  let ended: string | undefined
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve((ended = error.message)))
    child.once('close', (code, signal) =>
      resolve((ended ??= signal ? `ended by ${signal}` : `ended with code ${code ?? '?'}`)),
    )
  })

  const stop = async (): Promise<void> => {
    if (ended !== undefined) return
    child.kill(options.stopSignal ?? 'SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await exited
    clearTimeout(force)
  }

  const deadline = Date.now() + startLimitMs
  for (;;) {
    if (ended !== undefined) throw new Error(`${name} ${ended}\n${lastLines.join('\n')}`)
    if (await isReady()) break
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`${name} did not answer within ${startLimitMs} ms\n${lastLines.join('\n')}`)
    }
    await pause(20)
  }
  return { name, pid: child.pid!, exited, stop }
}

export function portAnswers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => socket.destroy() && resolve(true))
    socket.once('error', () => resolve(false))
  })
}

export function portIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/**
 * A free port below 32768. The kernel gives higher ports to outgoing connections, so one that was free when probed can
 * be taken a moment later.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = 22_000 + Math.floor(Math.random() * 10_000)
    if (await portIsFree(port)) return port
  }
  throw new Error('no free port between 22000 and 32000')
}

/**
 * Another program can take the port between the probe and the start; then the start fails and another port is tried.
 * Any other fault repeats and is reported after the third attempt.
 */
export async function onFreePorts<T>(count: number, start: (ports: number[]) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const ports: number[] = []
    while (ports.length < count) {
      const port = await findFreePort()
      if (!ports.includes(port)) ports.push(port)
    }
    try {
      return await start(ports)
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

/**
 * Ends a child when this process ends. Without it, a parent killed by SIGKILL leaves its servers running. Only Linux
 * has this; elsewhere the next start cleans up.
 */
export function endingWithParent(signal: 'INT' | 'TERM', command: string[]): string[] {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/setpriv')) return command
  return ['/usr/bin/setpriv', '--pdeathsig', signal, ...command]
}
