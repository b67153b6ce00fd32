import { INDEX_BASE, indexRules } from '@fairlot/rules/market-data'
import type { Db } from '#platform/db'
import { thin } from './sparks.ts'
import { readIndexDays, readIndexMinutes, readVenueDay } from './store.ts'

export interface IndexRow {
  readonly code: string
  readonly nameTw: string
  readonly nameEn: string
  readonly ruleTw: string
  readonly ruleEn: string
  readonly last: number
  readonly reference: number
  readonly spark: number[]
}

export async function listIndices(db: Db): Promise<IndexRow[]> {
  const day = await readVenueDay(db)
  const [closes, minutes] = await Promise.all([
    readIndexDays(db),
    day ? readIndexMinutes(db, day.date, day.beganAt) : Promise.resolve([]),
  ])
  return indexRules.map(({ code, nameTw, nameEn, ruleTw, ruleEn }) => {
    const own = closes.filter((close) => close.code === code)
    const today = own.find(({ date }) => date === day?.date)
    const before = own.find(({ date }) => day === undefined || date < day.date)
    const reference = before?.value ?? INDEX_BASE
    const line = minutes.filter((minute) => minute.code === code).map(({ value }) => value)
    return {
      code,
      nameTw,
      nameEn,
      ruleTw,
      ruleEn,
      last: today?.value ?? reference,
      reference,
      spark: thin(line),
    }
  })
}
