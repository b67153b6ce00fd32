// The console role: the operators' own process, with its own port, host name, cookies and database role. It reads,
// opens reviews and votes; the worker executes what two operators have decided.

import { consoleRoutes } from '@fairlot/contract/console-routes'
import { auditConsoleHandlers } from '#features/audit'
import { contactReader, openPasswordHasher } from '#features/auth'
import { bankAccountReader, bankAccountsConsoleHandlers } from '#features/bank-accounts'
import { couponsConsoleHandlers } from '#features/coupons'
import { calendarConsoleHandlers } from '#features/calendar'
import { depositsConsoleHandlers } from '#features/deposits'
import { fundsConsoleHandlers } from '#features/funds'
import { identityReaders } from '#features/identity'
import { membersConsoleHandlers } from '#features/members'
import { noticesConsoleHandlers } from '#features/notices'
import { marketDataConsoleHandlers } from '#features/market-data'
import {
  accountReader,
  hasherOptions,
  openOperatorGate,
  openReview,
  operatorsConsoleHandlers,
  savedViewsOf,
} from '#features/operators'
import { showAccount } from '#features/positions'
import { statusConsoleHandlers } from '#features/status'
import { ruleProfileOf, siteConsoleHandlers } from '#features/site'
import { uploadsConsoleHandlers } from '#features/uploads'
import { withdrawalsConsoleHandlers } from '#features/withdrawals'
import { type Config, WrongConfig } from '#platform/config'
import { openFiles } from '#platform/files'
import { openHttp } from '#platform/http'
import { consoleSurface } from '#platform/http/console-surface'
import { type BoundRoute, bindConsoleRoutes } from '#platform/http/routes'
import { keepPace } from '#platform/pace'
import { closeRedis, openRedis } from '#platform/redis'
import { openParts, type Parts, type RoleOptions } from './parts.ts'
import { reviewKinds } from './review-kinds.ts'

export interface RunningConsole {
  readonly port: number
  readonly metricsPort: number
  readonly parts: Parts
  stop(): Promise<void>
}

export async function startConsole(config: Config, options: RoleOptions = {}): Promise<RunningConsole> {
  if (!config.console) throw new WrongConfig([{ variable: 'CONSOLE_ORIGIN', problem: 'is not set' }])
  const parts = await openParts('console', config, options)
  const { log, metrics, db, clock, stopper } = parts
  try {
    const redis = openRedis(config.redisUrl, log)
    stopper.add('redis', () => closeRedis(redis))
    const http = await openHttp({
      config,
      log,
      metrics,
      db,
      clock,
      surface: consoleSurface({
        console: config.console,
        secrets: config.secrets,
        gate: openOperatorGate(db),
        pace: keepPace({ redis, metrics, factor: config.paceFactor }),
      }),
      routes: await bindAll(parts),
    })
    stopper.add('http', () => http.close())
    const port = await http.listen()
    parts.started()
    log.info({ port, metricsPort: parts.metricsPort, origin: config.console.origin }, 'console listens')
    return { port, metricsPort: parts.metricsPort, parts, stop: () => stopper.stop() }
  } catch (error) {
    await stopper.stop()
    throw error
  }
}

async function bindAll(parts: Parts): Promise<readonly BoundRoute[]> {
  const { config, db, bus } = parts
  return [
    ...bindConsoleRoutes(
      consoleRoutes.operators,
      operatorsConsoleHandlers({
        db,
        bus,
        secrets: config.secrets,
        hasher: await openPasswordHasher(config.secrets, hasherOptions),
        kinds: reviewKinds(parts),
        personal: [
          accountReader,
          bankAccountReader(config.secrets),
          contactReader(config.secrets),
          ...identityReaders(config.secrets),
        ],
        namespace: config.natsNamespace,
        relyingParty: relyingPartyOf(config.console?.origin ?? config.publicOrigin),
      }),
    ),
    ...bindConsoleRoutes(
      consoleRoutes.members,
      membersConsoleHandlers({
        db,
        openReview,
        account: (tx, memberId, now) => showAccount(tx, config, memberId, now),
        views: savedViewsOf('members'),
      }),
    ),
    ...bindConsoleRoutes(consoleRoutes['bank-accounts'], bankAccountsConsoleHandlers(db)),
    ...bindConsoleRoutes(consoleRoutes.deposits, depositsConsoleHandlers({ db, secrets: config.secrets })),
    ...bindConsoleRoutes(
      consoleRoutes.withdrawals,
      withdrawalsConsoleHandlers({ db, secrets: config.secrets }),
    ),
    ...bindConsoleRoutes(consoleRoutes.audit, auditConsoleHandlers({ db })),
    ...bindConsoleRoutes(consoleRoutes.status, statusConsoleHandlers({ db })),
    ...bindConsoleRoutes(
      consoleRoutes.funds,
      fundsConsoleHandlers({ db, bus, namespace: config.natsNamespace }),
    ),
    ...bindConsoleRoutes(consoleRoutes.coupons, couponsConsoleHandlers({ db })),
    ...bindConsoleRoutes(consoleRoutes.notices, noticesConsoleHandlers({ db })),
    ...bindConsoleRoutes(consoleRoutes.site, siteConsoleHandlers(db, ruleProfileOf(config.money))),
    ...bindConsoleRoutes(consoleRoutes.calendar, calendarConsoleHandlers(db, config.calendar)),
    ...bindConsoleRoutes(consoleRoutes.marketData, marketDataConsoleHandlers(db, config.calendar)),
    ...bindConsoleRoutes(
      consoleRoutes.uploads,
      uploadsConsoleHandlers({ db, secrets: config.secrets, files: openFiles(config.files) }),
    ),
  ]
}

const relyingPartyOf = (origin: string) => ({
  id: new URL(origin).hostname,
  name: 'Fairlot console',
  origins: [origin],
})
