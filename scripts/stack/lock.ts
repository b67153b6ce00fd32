import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isAlive, markOf, type ProcessMark } from './processes.ts'

export interface LockContent {
  readonly holder: ProcessMark
  readonly address: string
  readonly children: readonly ProcessMark[]
}

export interface Lock {
  /** What an earlier start left when it was killed. Its children may still run. */
  readonly orphans: readonly ProcessMark[]
  /** Notes the running children, so that the next start can end them should this one be killed. */
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

/** Takes the lock, or returns the content of the one a living start holds. */
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
      // A hard link appears whole or not at all and never replaces another file.
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
 * Moves a dead start's lock away. Another start may have done so a moment ago and taken the lock; then what
 * was moved is the living lock, and it is put back.
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
      // A third start holds the lock by now; the next round finds it.
    }
    rmSync(aside)
    return []
  }
  rmSync(aside)
  return moved?.children ?? []
}
