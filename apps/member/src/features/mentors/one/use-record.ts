// Downloads the whole record of a mentor and computes every figure again on this phone.

import type { DataOf } from '@fairlot/contract'
import {
  type ClosedTrade,
  levelFiguresOf,
  levelOf,
  type MentorDay,
  type MentorFigures as Computed,
  mentorFiguresOf,
  winRateBp,
} from '@fairlot/rules/mentors'
import { useOnce } from '@fairlot/ui'
import { useEffect, useRef, useState } from 'react'
import { type Answer, call } from '#shell/client.ts'
import type { Mentor, MentorFigures, Trade } from '../mentor.ts'

type Day = DataOf<'/mentors/record'>['days'][number]

export interface MentorRecord {
  readonly days: readonly Day[]
  readonly trades: readonly Trade[]
}

export type RecordCheck =
  | { readonly state: 'running' | 'failed' }
  | {
      readonly state: 'done'
      readonly record: MentorRecord
      /** The figures that came out otherwise. */
      readonly differing: readonly string[]
    }

/** Starts by itself, once: its component has a key of the mentor and the day. */
export function useRecord(mentor: Mentor) {
  const [check, setCheck] = useState<RecordCheck>({ state: 'running' })
  const { run } = useOnce(async () => {
    setCheck({ state: 'running' })
    const record = await readRecord(mentor.mentorId)
    setCheck(
      record === undefined
        ? { state: 'failed' }
        : { state: 'done', record, differing: compare(mentor, record) },
    )
  })
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    run()
  })
  return { check, run }
}

/** Undefined when a page could not be read. */
async function readRecord(mentorId: string): Promise<MentorRecord | undefined> {
  const days: Day[] = []
  for (let after: string | null | undefined; after !== null;) {
    const answer: Answer<'/mentors/record'> = await call(
      '/mentors/record',
      after === undefined ? { mentorId } : { mentorId, after },
      { quiet: true },
    )
    if (!answer.ok) return undefined
    days.push(...answer.data.days)
    after = answer.data.next
  }
  const trades: Trade[] = []
  for (let before: string | null | undefined; before !== null;) {
    const answer: Answer<'/mentors/trades'> = await call(
      '/mentors/trades',
      before === undefined ? { mentorId } : { mentorId, before },
      { quiet: true },
    )
    if (!answer.ok) return undefined
    trades.push(...answer.data.trades)
    before = answer.data.next
  }
  return { days, trades }
}

export const dayOf = ({ date, total, paidIn, holdings, fills }: Day): MentorDay => ({
  date,
  total: BigInt(total),
  paidIn: BigInt(paidIn),
  holdings: BigInt(holdings),
  fills,
})
const tradeOf = ({ kind, openedValue, realised }: Trade): ClosedTrade => ({
  kind,
  openedValue: BigInt(openedValue),
  realised: BigInt(realised),
})

/** The names of the published figures that the record does not give. */
function compare({ figures, level, isSimulated }: Mentor, { days, trades }: MentorRecord): readonly string[] {
  const again = mentorFiguresOf(days.map(dayOf), trades.map(tradeOf))
  if (again === null || figures === null) return figures === null && again === null ? [] : ['date']
  const plain = ['date', 'moneyBp', 'timeBp', 'dayBp', 'drawdownBp', 'exposureBp', 'days', 'fills'] as const
  const amounts = ['profit', 'index', 'capital', 'money'] as const
  return [
    ...plain.filter((name) => again[name] !== figures[name]),
    ...amounts.filter((name) => again[name].toString() !== figures[name]),
    ...(isSameTrades(again, figures) ? [] : ['trades']),
    ...(winRateBp(again.trades.cash) === figures.winRateBp ? [] : ['winRateBp']),
    ...(levelOf(levelFiguresOf(again), isSimulated) === level ? [] : ['level']),
  ]
}

const isSameTrades = (again: Computed, figures: MentorFigures): boolean =>
  Object.entries(again.trades).every(([kind, { closed, won, realised }]) => {
    const said = figures.trades[kind as keyof MentorFigures['trades']]
    return said.closed === closed && said.won === won && said.realised === realised.toString()
  })
