import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done, refuse } from '#platform/outcome'
import { logoOf } from './config/clean-logo.ts'
import { proposeConfig } from './config/propose-config.ts'
import { readSiteConfig } from './config/read-site-config.ts'
import { proposeRule } from './rules/propose-rule.ts'
import { proposeRuleStop } from './rules/propose-rule-stop.ts'
import { readRuleBook } from './rules/read-rule-book.ts'
import { readRuleEffect } from './rules/read-rule-effect.ts'

export const siteConsoleHandlers = ({
  db,
  profile,
}: {
  readonly db: Db
  readonly profile: RuleProfile
}): ConsoleHandlers<(typeof consoleRoutes)['site']> => ({
  ruleBook: async (_body, { now }) => done(await readRuleBook(db, profile, now)),
  ruleEffect: (body, { now }) => readRuleEffect(db, profile, body, now),
  proposeRule: (body, { caller, now, requestId }) =>
    proposeRule(db, profile, body, { by: caller, now, requestId }),
  proposeRuleStop: (body, { caller, now, requestId }) =>
    proposeRuleStop(db, body, { by: caller, now, requestId }),
  siteConfig: async () => done(await readSiteConfig(db)),
  async cleanLogo(body, { contentType }) {
    const logo = Buffer.isBuffer(body) ? await logoOf(body, contentType) : undefined
    if (!logo) return refuse('site.logo')
    return done({ image: logo.bytes.toString('base64'), width: logo.width, height: logo.height })
  },
  proposeConfig: (body, { caller, now, requestId }) =>
    proposeConfig(db, body, { by: caller, now, requestId }),
})
