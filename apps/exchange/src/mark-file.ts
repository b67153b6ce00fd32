// The mark of a shard on this machine's disk. It is replaced at most ten times a second, so it may be a tenth of a second behind the
// database; the memory of the running processes is not.

import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pause } from '@fairlot/process/pause'
import type { Logger } from 'pino'
import type { Mark } from './mark.ts'

export interface MarkFile {
  /** What was kept of this installation; undefined when nothing was. */
  read(installation: string): Promise<Mark | undefined>
  /** The newest wins. */
  keep(mark: Mark): void
  /** Resolves when the last one is on the disk; throws when it cannot be written. */
  flush(): Promise<void>
}

/** The file cannot be read or written: an operator must look before the shard trades. */
export class MarkFault extends Error {}

const spacingMs = 100

export const noMarkFile: MarkFile = {
  read: () => Promise.resolve(undefined),
  keep: () => undefined,
  flush: () => Promise.resolve(),
}

export function openMarkFile(directory: string, shard: number, log: Logger): MarkFile {
  const fileOf = (installation: string): string => join(directory, `shard-${shard}-${installation}.json`)
  let next: Mark | undefined
  let writing: Promise<void> | undefined
  let fault: Error | undefined
  // A flush ends the wait between two writes.
  let ending = new AbortController()

  const writeAll = async (): Promise<void> => {
    while (next) {
      const mark = next
      next = undefined
      try {
        await replace(directory, fileOf(mark.installation), JSON.stringify(mark))
        fault = undefined
      } catch (error) {
        // Trading goes on: the memory of this process and of the standby still knows.
        if (!fault) log.error({ err: error }, `cannot write what is known of the log in ${directory}`)
        fault = error instanceof Error ? error : new Error(String(error))
      }
      await pause(spacingMs, ending.signal)
    }
  }
  return {
    async read(installation) {
      const file = fileOf(installation)
      let text: string
      try {
        text = await readFile(file, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw new MarkFault(`cannot read ${file}: ${String(error)}`, { cause: error })
      }
      const mark = parse(text)
      if (mark?.installation !== installation)
        throw new MarkFault(`${file} is damaged: compare the log as after a restore, then delete the file`)
      return mark
    },
    keep(mark) {
      next = mark
      writing ??= writeAll().finally(() => (writing = undefined))
    },
    async flush() {
      ending.abort()
      await writing
      ending = new AbortController()
      if (fault) throw new MarkFault(`cannot write in ${directory}: ${fault.message}`, { cause: fault })
    },
  }
}

/** A crash leaves the old file or the new one. */
async function replace(directory: string, file: string, text: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const next = await open(`${file}.next`, 'w', 0o600)
  try {
    await next.writeFile(text)
    await next.sync()
  } finally {
    await next.close()
  }
  await rename(`${file}.next`, file)
  const folder = await open(directory)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function parse(text: string): Mark | undefined {
  try {
    const mark = JSON.parse(text) as Mark
    const numbers = [mark.history, mark.epoch, mark.sequence]
    const texts = [mark.installation, mark.hash, mark.kept]
    return numbers.every(Number.isSafeInteger) && texts.every((each) => typeof each === 'string')
      ? mark
      : undefined
  } catch {
    return undefined
  }
}
