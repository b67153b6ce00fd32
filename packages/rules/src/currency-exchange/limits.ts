import { defineRules } from '../rule.ts'

export const currencyExchangeRules = defineRules({
  min: {
    id: 'fx.min',
    default: 100_000,
    min: 100,
    max: 10_000_000,
    unit: 'minor',
    reason: 'In New Taiwan dollars at the mid rate. Below it rounding is a noticeable share.',
  },
  max: {
    id: 'fx.max',
    default: 50_000_000,
    min: 100_000,
    max: 1_000_000_000,
    unit: 'minor',
    reason:
      'In New Taiwan dollars at the mid rate, per exchange. From this amount the law asks for a declaration.',
  },
  quoteSeconds: {
    id: 'fx.quoteSeconds',
    default: 30,
    min: 10,
    max: 60,
    unit: 'seconds',
    reason:
      'A quote is firm for this time. Long enough to read it, short enough that the market has not left it.',
  },
  spread: {
    id: 'fx.spreadBps',
    default: 0,
    min: 0,
    max: 200,
    unit: 'bp',
    reason: 'Exchange carries no fee. A spread, if set, is shown in money on every quote.',
  },
  staleSeconds: {
    id: 'fx.staleSeconds',
    default: 60,
    min: 10,
    max: 600,
    unit: 'seconds',
    reason: 'A source that is silent for longer stops quoting: an old rate is a wrong rate.',
  },
  deviation: {
    id: 'fx.deviationBps',
    default: 30,
    min: 5,
    max: 300,
    unit: 'bp',
    reason: 'Two sources that differ by more stop quoting: one of them is wrong.',
  },
  jump: {
    id: 'fx.jumpBps',
    default: 300,
    min: 50,
    max: 2_000,
    unit: 'bp',
    reason: 'A rate that moves more between two readings stops quoting until readings agree again.',
  },
  resumeReadings: {
    id: 'fx.resumeReadings',
    default: 5,
    min: 1,
    max: 60,
    unit: 'count',
    reason: 'A stopped currency is quoted again after this many good readings in a row.',
  },
  backupMinutes: {
    id: 'fx.backupMinutes',
    default: 120,
    min: 10,
    max: 1_440,
    unit: 'minutes',
    reason:
      'Two operators may let the second source be quoted alone while the first is silent or wrong. Nothing is compared in that time, so it is short.',
  },
  positionLimit: {
    id: 'fx.positionLimit',
    default: 5_000_000_000,
    min: 100_000_000,
    max: 1_000_000_000_000,
    unit: 'minor',
    reason: 'The most the house may be long or short in one currency, in New Taiwan dollars at the mid rate.',
  },
})

export type CurrencyTerms = { readonly [Name in keyof typeof currencyExchangeRules]: number }

/** The rules with the values that operators have set. */
export const currencyTermsOf = (values: ReadonlyMap<string, number>): CurrencyTerms =>
  Object.fromEntries(
    Object.entries(currencyExchangeRules).map(([name, rule]) => [name, values.get(rule.id) ?? rule.default]),
  ) as CurrencyTerms
