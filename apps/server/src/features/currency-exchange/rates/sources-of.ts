import type { RatesConfig } from '#platform/config'
import { practiceSource } from './practice-source.ts'
import { bnmSource, botSource, ecbSource } from './published-sources.ts'
import type { RateSources } from './update-rates.ts'

export const sourcesOf = (rates: RatesConfig): RateSources =>
  rates === 'practice'
    ? { first: [practiceSource('practice-a')], second: [practiceSource('practice-b')] }
    : { first: [bnmSource(rates.bnm)], second: [botSource(rates.bot), ecbSource(rates.ecb)] }
