// The api role: every feature's routes behind one HTTP server. Scales by copies; holds nothing in memory that a second
// copy would need.

import { memberRoutes } from '@fairlot/contract/routes'
import { subjectsOf } from '@fairlot/contract/venue'
import { auditHandlers } from '#features/audit'
import { authHandlers, openSessionGate } from '#features/auth'
import { bankAccountsHandlers, hasVerifiedAccount } from '#features/bank-accounts'
import { calendarHandlers } from '#features/calendar'
import { dayTradingHandlers } from '#features/day-trading'
import { couponsHandlers } from '#features/coupons'
import { depositsHandlers } from '#features/deposits'
import { favouritesHandlers } from '#features/favourites'
import { fundsHandlers } from '#features/funds'
import { identityHandlers } from '#features/identity'
import { marketDataHandlers } from '#features/market-data'
import { instrumentsHandlers } from '#features/instruments'
import { membersHandlers } from '#features/members'
import { noticesHandlers } from '#features/notices'
import { openReview } from '#features/operators'
import { ordersHandlers } from '#features/orders'
import { positionsHandlers, valueHoldings } from '#features/positions'
import { readLogo, ruleProfileOf, siteHandlers } from '#features/site'
import { uploadsHandlers } from '#features/uploads'
import { withdrawalsHandlers } from '#features/withdrawals'
import type { Config } from '#platform/config'
import { openFiles } from '#platform/files'
import { openHttp } from '#platform/http'
import { memberSurface } from '#platform/http/surface'
import { type BoundRoute, bindRoutes } from '#platform/http/routes'
import { keepPace } from '#platform/pace'
import { closeRedis, openRedis } from '#platform/redis'
import { authDeps } from './auth-deps.ts'
import { openParts, type Parts, type RoleOptions } from './parts.ts'
import { version } from './version.ts'

export interface RunningApi {
  readonly port: number
  readonly metricsPort: number
  readonly parts: Parts
  stop(): Promise<void>
}

export async function startApi(config: Config, options: RoleOptions = {}): Promise<RunningApi> {
  const parts = await openParts('api', config, options)
  const { log, metrics, db, clock, stopper } = parts
  try {
    const redis = openRedis(config.redisUrl, log)
    stopper.add('redis', () => closeRedis(redis))
    const pace = keepPace({ redis, metrics, factor: config.paceFactor })
    const http = await openHttp({
      config,
      log,
      metrics,
      db,
      clock,
      surface: memberSurface(config, openSessionGate(db), pace),
      routes: await bindAll(parts),
      pictures: { base: '/api/site/logo', read: (name) => readLogo(db, name) },
    })
    stopper.add('http', () => http.close())
    const port = await http.listen()
    parts.started()
    log.info({ port, metricsPort: parts.metricsPort, origin: config.publicOrigin }, 'api listens')
    return { port, metricsPort: parts.metricsPort, parts, stop: () => stopper.stop() }
  } catch (error) {
    await stopper.stop()
    throw error
  }
}

async function bindAll(parts: Parts): Promise<readonly BoundRoute[]> {
  const { config, log, metrics, db, bus, clock } = parts
  const facts = { money: config.money, operator: config.operator, version }
  const auth = await authDeps(parts)
  const money = {
    db,
    bus,
    hasher: auth.hasher,
    secrets: config.secrets,
    subjects: subjectsOf(config.natsNamespace),
    profile: ruleProfileOf(config.money),
  }
  return [
    ...bindRoutes(memberRoutes.auth, authHandlers(auth)),
    ...bindRoutes(
      memberRoutes.members,
      membersHandlers({
        db,
        simulated: config.money === 'practice',
        holdings: (tx, ...asked) => valueHoldings(tx, config, ...asked),
        openReview,
      }),
    ),
    ...bindRoutes(memberRoutes.site, siteHandlers({ db, facts, log, metrics })),
    ...bindRoutes(memberRoutes.marketData, marketDataHandlers({ db, clock, calendar: config.calendar })),
    ...bindRoutes(memberRoutes.instruments, instrumentsHandlers(db)),
    ...bindRoutes(memberRoutes.calendar, calendarHandlers(db, config.calendar)),
    ...bindRoutes(memberRoutes.favourites, favouritesHandlers(db)),
    ...bindRoutes(memberRoutes.coupons, couponsHandlers(db)),
    ...bindRoutes(
      memberRoutes.orders,
      ordersHandlers({
        db,
        bus,
        clock,
        secrets: config.secrets,
        subjects: subjectsOf(config.natsNamespace),
        calendar: config.calendar,
        money: config.money,
      }),
    ),
    ...bindRoutes(
      memberRoutes.dayTrading,
      dayTradingHandlers({
        db,
        hasher: auth.hasher,
        calendar: config.calendar,
        profile: ruleProfileOf(config.money),
      }),
    ),
    ...bindRoutes(memberRoutes.funds, fundsHandlers(db)),
    ...bindRoutes(
      memberRoutes.positions,
      positionsHandlers({ db, secrets: config.secrets, calendar: config.calendar, money: config.money }),
    ),
    ...bindRoutes(memberRoutes.audit, auditHandlers(db, config.secrets)),
    ...bindRoutes(
      memberRoutes.notices,
      noticesHandlers({ db, secrets: config.secrets, pushOrigins: config.pushOrigins }),
    ),
    ...bindRoutes(
      memberRoutes.identity,
      identityHandlers({
        db,
        bus,
        subjects: subjectsOf(config.natsNamespace),
        secrets: config.secrets,
        profile: ruleProfileOf(config.money),
        hasOwnCard: hasVerifiedAccount,
      }),
    ),
    ...bindRoutes(memberRoutes.bankAccounts, bankAccountsHandlers(money)),
    ...bindRoutes(memberRoutes.deposits, depositsHandlers(money)),
    ...bindRoutes(memberRoutes.withdrawals, withdrawalsHandlers({ ...money, market: config })),
    ...bindRoutes(
      memberRoutes.uploads,
      uploadsHandlers({ db, secrets: config.secrets, files: openFiles(config.files) }),
    ),
  ]
}
