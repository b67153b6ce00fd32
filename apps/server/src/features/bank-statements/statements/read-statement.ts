// A bank statement as a file: one heading, then a line per transaction. An invalid file is rejected as a whole: half a
// statement would match half of the payments.

import { statementHeading } from '@fairlot/contract/bank-statements'
import { isCurrency } from '@fairlot/money'

export interface StatementRow {
  readonly account: string
  readonly bankNumber: string
  readonly bookedAt: Date
  readonly currency: string
  readonly amount: bigint
  readonly reference: string
  readonly ending: string
}

export type StatementRead =
  | { readonly ok: true; readonly rows: readonly StatementRow[] }
  | { readonly ok: false; readonly line: number; readonly why: string }

const maxLines = 50_000

export function readStatement(text: string): StatementRead {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  while (lines.at(-1) === '') lines.pop()
  if (lines[0] !== statementHeading) return wrong(1, `the first line must be ${statementHeading}`)
  if (lines.length === 1) return wrong(1, 'there is no transaction in it')
  if (lines.length > maxLines) return wrong(maxLines, `more than ${maxLines} lines`)
  const rows: StatementRow[] = []
  const seen = new Set<string>()
  for (const [index, line] of lines.slice(1).entries()) {
    const row = readRow(line)
    if (typeof row === 'string') return wrong(index + 2, row)
    const key = `${row.account}|${row.bankNumber}`
    if (seen.has(key)) return wrong(index + 2, `transaction ${row.bankNumber} stands in it twice`)
    seen.add(key)
    rows.push(row)
  }
  return { ok: true, rows }
}

const wrong = (line: number, why: string): StatementRead => ({ ok: false, line, why })

function readRow(line: string): StatementRow | string {
  const cells = cellsOf(line)
  if (cells?.length !== 7) return 'seven cells are expected'
  const [account, bankNumber, at, currency, amount, reference, ending] = cells as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  if (account === '' || bankNumber === '') return 'account and transaction must not be empty'
  if (account.length > 40 || bankNumber.length > 80 || reference.length > 300 || ending.length > 40) {
    return 'a cell is longer than a bank writes it'
  }
  const bookedAt = new Date(at)
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(at) ||
    Number.isNaN(bookedAt.getTime())
  ) {
    return 'booked_at must be a time with its zone'
  }
  if (!isCurrency(currency)) return `${currency} is no currency`
  const minor = minorOf(amount)
  if (minor === undefined || minor === 0n) return `${amount} is no amount`
  return { account, bankNumber, bookedAt, currency, amount: minor, reference, ending }
}

/** `-1234.50` as hundredths. */
function minorOf(text: string): bigint | undefined {
  const [, sign, whole, cents = ''] = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const value = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'))
  return sign === '-' ? -value : value
}

/** Cells may be in quotes, a quote inside doubled. Undefined when a quote is left open. */
function cellsOf(line: string): string[] | undefined {
  const cells: string[] = []
  let remaining = line
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(,|$)/.exec(remaining)
    const plain = quoted ?? /^([^",]*)(,|$)/.exec(remaining)
    if (!plain) return undefined
    cells.push(quoted ? plain[1]!.replaceAll('""', '"') : plain[1]!.trim())
    if (plain[2] === '') return cells
    remaining = remaining.slice(plain[0].length)
  }
}
