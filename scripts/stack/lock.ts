import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isAlive, markOf, type ProcessMark } from './processes.ts'

export interface LockContent {
  readonly holder: ProcessMark
  readonly address: string
  readonly children: readonly ProcessMark[]
}

export interface Lock {
  /** What a killed earlier start left. Its children may still run. */
  readonly orphans: readonly ProcessMark[]
  /** Records the running children, so that the next start can end them if this one is killed. */
  note(children: readonly ProcessMark[]): void
  release(): void
}

export function readLock(file: string): LockContent | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockContent
  } catch {
    return undefined
  }
}

/** Takes the lock, or returns the content of the one that a running start holds. */
export function takeLock(file: string, address: string): Lock | LockContent {
  mkdirSync(dirname(file), { recursive: true })
  const holder = markOf('start', process.pid)
  const own = `${file}.${process.pid}`
  const write = (children: readonly ProcessMark[]) => {
    const content: LockContent = { holder, address, children }
    writeFileSync(own, JSON.stringify(content))
  }
  const orphans: ProcessMark[] = []
  for (;;) {
    write([])
    try {
      // A hard link appears complete or not at all and never replaces another file.
      linkSync(own, file)
      rmSync(own)
      break
    } catch (error) {
      rmSync(own, { force: true })
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const found = readLock(file)
    if (found && isAlive(found.holder)) return found
    orphans.push(...setAside(file, found))
  }
  return {
    orphans,
    note: (children) => {
      write(children)
      renameSync(own, file)
    },
    release: () => rmSync(file, { force: true }),
  }
}

/**
 * Moves a dead start's lock away. Another start may have done so a moment ago and taken the lock; then the moved file
 * is the valid lock, and it is put back.
 */
function setAside(file: string, expected: LockContent | undefined): readonly ProcessMark[] {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return []
  }
  const moved = readLock(aside)
  const isOther = moved !== undefined && moved.holder.pid !== expected?.holder.pid
  if (isOther && isAlive(moved.holder)) {
    try {
      linkSync(aside, file)
    } catch {
      // A third start has the lock by now; the next round finds it.
    }
    rmSync(aside)
    return []
  }
  rmSync(aside)
  return moved?.children ?? []
}
