import { defineRules } from '../rule.ts'

/** What a mentor's order that is copied must be. Named in refusals; they have no value to set. */
export const leadRules = {
  /** A limit order for the day, in continuous trading, without exits. */
  limitRod: 'copy.lead-limit-rod',
  /** An order of a block is cancelled with the block and not changed. */
  bound: 'block.bound',
} as const

export const copyTradingRules = defineRules({
  maxFollow: {
    id: 'copy.maxFollow',
    default: 200_000_000,
    min: 1_000_000,
    max: 1_000_000_000,
    unit: 'minor',
    reason: 'The largest amount behind one mentor: exposure.',
  },
  equityShare: {
    id: 'copy.equityShare',
    default: 5_000,
    min: 100,
    max: 10_000,
    unit: 'bp',
    reason: 'All copies of a member together, against what the account is worth.',
  },
  reviewFrom: {
    id: 'copy.reviewFrom',
    default: 50_000_000,
    min: 1_000_000,
    max: 1_000_000_000,
    unit: 'minor',
    reason: 'A larger amount behind one mentor is decided by two operators, a smaller one at once.',
  },
  stockShareMin: {
    id: 'copy.stockShareMin',
    default: 500,
    min: 100,
    max: 10_000,
    unit: 'bp',
    reason: 'The smallest part of a copy that a follower may allow for one stock.',
  },
  stockShare: {
    id: 'copy.stockShare',
    default: 3_000,
    min: 100,
    max: 10_000,
    unit: 'bp',
    reason: 'The part of a copy for one stock that is proposed to a new follower.',
  },
  stopLossMin: {
    id: 'copy.stopLossMin',
    default: 500,
    min: 100,
    max: 10_000,
    unit: 'bp',
    reason: 'The smallest loss that may end a copy: a smaller one would be ended by ordinary days.',
  },
  stopLossMax: {
    id: 'copy.stopLossMax',
    default: 9_000,
    min: 100,
    max: 10_000,
    unit: 'bp',
    reason: 'The largest loss that may be set as the end of a copy.',
  },
  productTermMax: {
    id: 'copy.productTermMax',
    default: 90,
    min: 1,
    max: 365,
    unit: 'days',
    reason: 'The longest term of a follow product.',
  },
  open: {
    id: 'copy.open',
    default: 1,
    min: 0,
    max: 1,
    unit: 'on-off',
    reason: 'Whether orders of mentors are copied. Off: mentors trade alone, amounts stay held.',
  },
  prepareSeconds: {
    id: 'copy.prepareSeconds',
    default: 60,
    min: 10,
    max: 600,
    unit: 'seconds',
    reason: 'A parent order that is not ready by then is cancelled: prices move on.',
  },
})

const isOn = ({ default: value }: { readonly default: number }): boolean => value === 1
/** Whether orders of mentors are copied. */
export const isCopyOpen = isOn(copyTradingRules.open)
