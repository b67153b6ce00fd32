// What the checks on this phone have found, for the page of checks. It is on this phone only.

import { createStore, useStore } from '@fairlot/ui/store'
import { useEffect } from 'react'
import { rememberedAccount } from '#shell/session.ts'
import { read, write } from '#shell/storage.ts'

export type CheckKind = 'balance' | 'fills' | 'draws' | 'auctions' | 'copies' | 'mentors' | 'exchange'

interface Finding {
  readonly kind: CheckKind
  /** The fill, the draw, and so on. The same one checked again counts once. */
  readonly subject: string
  readonly isRight: boolean
  readonly at: string
}

export interface Summary {
  readonly right: number
  readonly wrong: number
  /** Of the newest. */
  readonly at: string
}

const keptMax = 300

/** How many were kept since the page was loaded. */
const changes = createStore(0)

function all(): readonly Finding[] {
  try {
    const kept = JSON.parse(read('findings') ?? 'null') as {
      readonly account: string
      readonly findings: readonly Finding[]
    } | null
    return kept?.account === rememberedAccount() ? kept.findings : []
  } catch {
    return []
  }
}

export function keepFinding(
  kind: CheckKind,
  subject: string,
  isRight: boolean,
  at = new Date().toISOString(),
): void {
  const others = all().filter((each) => each.kind !== kind || each.subject !== subject)
  const findings = [{ kind, subject, isRight, at }, ...others].slice(0, keptMax)
  write('findings', JSON.stringify({ account: rememberedAccount(), findings }))
  changes.set(changes.get() + 1)
}

/** Nothing while it is not known: a running check, or one that lacks a part. */
export const useKeepFinding = (kind: CheckKind, subject: string, isRight: boolean | undefined): void =>
  useEffect(() => {
    if (isRight !== undefined) keepFinding(kind, subject, isRight)
  }, [kind, subject, isRight])

export type Summaries = Readonly<Partial<Record<CheckKind, Summary>>>

export function useSummaries(): Summaries {
  useStore(changes)
  return summarise()
}

export function summarise(): Summaries {
  const summaries: Partial<Record<CheckKind, Summary>> = {}
  for (const { kind, isRight, at } of all()) {
    const { right = 0, wrong = 0, at: newest = at } = summaries[kind] ?? {}
    summaries[kind] = {
      right: right + (isRight ? 1 : 0),
      wrong: wrong + (isRight ? 0 : 1),
      at: newest > at ? newest : at,
    }
  }
  return summaries
}
