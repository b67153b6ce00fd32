import { readSecurities } from '@fairlot/database/seeds'
import type { InstrumentFacts } from '../instruments.ts'

/** The securities every database starts with. */
export const allSecurities = (): InstrumentFacts[] => readSecurities() as unknown as InstrumentFacts[]

/** Every so many-th of them: all kinds, boards and the large sectors are among them. */
export const everyNth = (step: number): InstrumentFacts[] =>
  allSecurities().filter((_, index) => index % step === 0)
