import type { ImportReport, SkipReason } from './import-prices.ts'

const reasons: Readonly<Record<SkipReason, string>> = {
  'not-here': 'not traded here',
  'no-trade': 'without a trade that day',
  'no-price': 'with a closing price that cannot be read',
  'off-tick': 'with a closing price that is not on the tick',
  twice: 'named a second time',
}

const maxNamed = 12

/** The report for the operator: what was imported, what was skipped, and why. */
export function describeImport(fileName: string, report: ImportReport): readonly string[] {
  if (report.result === 'refused') return [`${fileName}: not imported: it ${report.why}`]
  const of = `${report.market} ${report.date}`
  if (report.result === 'known') return [`${fileName}: ${of}: imported before, nothing changed`]
  return [
    `${fileName}: ${of}: took ${report.taken.length} closing prices for the next day`,
    ...(Object.entries(report.skipped) as [SkipReason, readonly string[]][])
      .filter(([, symbols]) => symbols.length > 0)
      .map(([reason, symbols]) => {
        // Ten thousand warrants are reported as a number, not as a list.
        const names = reason === 'not-here' || symbols.length > maxNamed ? '' : `: ${symbols.join(' ')}`
        return `  skipped ${symbols.length} ${reasons[reason]}${names}`
      }),
  ]
}
