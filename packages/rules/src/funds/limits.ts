import { defineRules } from '../rule.ts'

export const fundsRules = defineRules({
  freshMinutes: {
    id: 'recon.freshMinutes',
    default: 5,
    min: 2,
    max: 30,
    unit: 'minutes',
    reason: 'Payouts need a matching reconciliation no older than this. It runs every minute.',
  },
  nightHours: {
    id: 'recon.nightHours',
    default: 36,
    min: 26,
    max: 72,
    unit: 'hours',
    reason: 'Payouts need all closed days recomputed within this time. It runs every night.',
  },
  coverHours: {
    id: 'bank.coverHours',
    default: 0,
    min: 0,
    max: 720,
    unit: 'hours',
    reason:
      'A difference between ledger and bank statements stops payouts when it is older than this. Zero only shows it: the practice market has no bank.',
  },
  suspenseHours: {
    id: 'bank.suspenseHours',
    default: 48,
    min: 1,
    max: 240,
    unit: 'hours',
    reason: 'An unmatched bank line moves to suspense after this time.',
  },
})
