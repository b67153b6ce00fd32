import { readSecurities } from '@fairlot/database/seeds'
import type { InstrumentFacts } from '../instruments.ts'

/** The initial securities of every database. */
export const allSecurities = (): InstrumentFacts[] => readSecurities() as unknown as InstrumentFacts[]

/** Every `step`-th of them, which includes all kinds, boards and the large sectors. */
export const everyNth = (step: number): InstrumentFacts[] =>
  allSecurities().filter((_, index) => index % step === 0)
