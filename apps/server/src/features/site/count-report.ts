import type { Log } from '#platform/log'
import type { Metrics } from '#platform/metrics'

const directives = new Set([
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'worker-src',
  'manifest-src',
  'frame-src',
  'base-uri',
  'form-action',
  'default-src',
  'require-trusted-types-for',
  'trusted-types',
])

const maxPerRequest = 20

/**
 * Anyone can post here, so no content is stored: only a count per known directive and one log line per request with the
 * origin of what was blocked, never its full URL.
 */
export function countReport(body: unknown, metrics: Metrics, log: Log): void {
  const reports = (Array.isArray(body) ? body : [body]).slice(0, maxPerRequest)
  const found = reports.map((report) => {
    const fields = fieldsOf(report)
    const named = text(
      fields['effective-directive'] ?? fields['effectiveDirective'] ?? fields['violated-directive'],
    )
    const directive = directives.has(named) ? named : 'other'
    metrics.cspReports.inc({ directive })
    return { directive, blocked: originOf(text(fields['blocked-uri'] ?? fields['blockedURL'])) }
  })
  log.warn({ reports: found }, 'browser policy violation')
}

/** Browsers send `{ "csp-report": … }` by report-uri and `[{ type, body }]` by report-to. */
function fieldsOf(report: unknown): Record<string, unknown> {
  if (typeof report !== 'object' || report === null) return {}
  const outer = report as Record<string, unknown>
  const inner = outer['csp-report'] ?? outer['body'] ?? outer
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}
}

const text = (value: unknown): string => (typeof value === 'string' ? value.split(' ')[0]! : '')

function originOf(uri: string): string {
  if (/^(inline|eval|trusted-types-(policy|sink)|wasm-eval|self|data|blob)$/.test(uri)) return uri
  return URL.canParse(uri) ? new URL(uri).origin.slice(0, 100) : 'unknown'
}
