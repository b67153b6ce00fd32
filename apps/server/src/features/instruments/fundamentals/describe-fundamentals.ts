import type { FundamentalReport } from './import-fundamentals.ts'

const maxNamed = 12

/** The report for the operator: what was imported, what was left out, and why. */
export function describeFundamentals(fileName: string, report: FundamentalReport): readonly string[] {
  if (report.result === 'refused') return [`${fileName}: not imported: it ${report.why}`]
  const { file, asOf } = report
  const of = `${file.market} ${file.source} ${asOf}`
  if (report.result === 'known') return [`${fileName}: ${of}: imported before, nothing changed`]
  const rest = file.wrong.length - maxNamed
  return [
    `${fileName}: ${of}: took ${report.taken} rows of ${file.kind}`,
    ...(report.notHere > 0 ? [`  skipped ${report.notHere} not traded here`] : []),
    ...file.wrong.slice(0, maxNamed).map(({ symbol, why }) => `  refused ${symbol}: ${why}`),
    ...(rest > 0 ? [`  refused ${rest} more rows`] : []),
  ]
}
