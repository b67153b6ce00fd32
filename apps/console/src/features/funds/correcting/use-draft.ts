// A correction being written: lines as typed, and as they would be posted once they balance.

import { type JournalAccount, journalAccounts, type JournalReason } from '@fairlot/contract/funds/states'
import { parseMoney } from '@fairlot/money'
import { useState } from 'react'

export interface TypedLine {
  readonly key: number
  readonly account: JournalAccount
  readonly debit: string
  readonly credit: string
}

/** A credit is added to the account, a debit is taken from it. Null while neither is a number, or both are. */
const amountOf = ({ debit, credit }: TypedLine): bigint | null => {
  const [taken, given] = [debit, credit].map((text) => {
    if (text.trim() === '') return 0n
    const parsed = parseMoney(text)
    return parsed.ok ? BigInt(parsed.value) : null
  })
  if (taken === null || given === null || taken === undefined || given === undefined) return null
  return (taken === 0n) === (given === 0n) ? null : given - taken
}

export function useDraft() {
  const [lines, setLines] = useState<readonly TypedLine[]>([
    { key: 0, account: 'house.corrections', debit: '', credit: '' },
    { key: 1, account: 'member.available', debit: '', credit: '' },
  ])
  const [why, setWhy] = useState<JournalReason>('goodwill')
  const amounts = lines.map(amountOf)
  const isWhole = amounts.every((amount) => amount !== null)
  const off = amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n)
  const usesMember = lines.some(({ account }) => account === 'member.available')
  return {
    lines,
    why,
    setWhy,
    amounts,
    off,
    usesMember,
    /** Every line has a number, each account appears once, and they sum to zero. */
    isBalanced: isWhole && off === 0n && new Set(lines.map(({ account }) => account)).size === lines.length,
    change: (key: number, part: Partial<TypedLine>) =>
      setLines((before) => before.map((line) => (line.key === key ? { ...line, ...part } : line))),
    add: () =>
      setLines((before) => [
        ...before,
        {
          key: Math.max(...before.map(({ key }) => key)) + 1,
          account:
            journalAccounts.find((name) => before.every(({ account }) => account !== name)) ??
            'suspense.open',
          debit: '',
          credit: '',
        },
      ]),
    drop: (key: number) => setLines((before) => before.filter((line) => line.key !== key)),
    posted: () => lines.map(({ account }, n) => ({ account, amount: (amounts[n] ?? 0n).toString() })),
  }
}

export type Draft = ReturnType<typeof useDraft>
