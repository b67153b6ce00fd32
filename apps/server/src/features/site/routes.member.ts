import type { siteRoutes } from '@fairlot/contract/site'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import type { Log } from '#platform/log'
import type { Metrics } from '#platform/metrics'
import { done } from '#platform/outcome'
import { countReport } from './count-report.ts'
import { readAgreement } from './read-agreement.ts'
import { readConfig, type SiteFacts } from './read-config.ts'
import { readRules } from './rules/read-rules.ts'

export interface SiteDeps {
  readonly db: Db
  readonly facts: SiteFacts
  readonly log: Log
  readonly metrics: Metrics
}

export const siteHandlers = ({ db, facts, log, metrics }: SiteDeps): Handlers<typeof siteRoutes> => ({
  config: async (_body, { now }) => done(await readConfig(db, facts, now)),
  agreement: async ({ lang }, { now }) => done(await readAgreement(db, lang, now)),
  rules: async (_body, { now }) => done(await readRules(db, facts.money, now)),
  cspReport: async (body) => {
    countReport(body, metrics, log)
    return done(null)
  },
})
