import { statementHeading } from '@fairlot/contract/bank-statements/states'
import type { BankLine } from './BankLinePane.tsx'

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** One heading and one sample line that shows the format of each cell. */
export const saveTemplate = (): void =>
  save(
    'bank-statement-template.csv',
    `${statementHeading}\n00400000000001,TX0001,2026-03-12T09:41:30+08:00,TWD,10000.00,FLQ15LHV,5120\n`,
  )

/** A cell never begins with a character that a spreadsheet would run as a formula. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t]/.test(text) && !/^-?\d+\.\d\d$/.test(text) ? `'${text}` : text
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const decimal = (minor: string): string => {
  const digits = minor.replace(/^-/, '').padStart(3, '0')
  return `${minor.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const saveLines = (name: string, lines: readonly BankLine[]): void =>
  save(
    `${name}.csv`,
    [
      `${statementHeading},state`,
      ...lines.map((line) =>
        [
          line.account,
          line.bankNumber,
          line.bookedAt,
          line.currency,
          decimal(line.amount),
          line.reference,
          line.ending,
          line.state,
        ]
          .map(cell)
          .join(','),
      ),
      '',
    ].join('\n'),
  )
