import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { maskAccount } from '@fairlot/rules/members'
import { type MarketFacts, showAccount } from '#features/positions'
import { type Db, inSnapshot } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import {
  countFundOrders,
  type FundOrderRow,
  type HeadRow,
  proveLedger,
  readBankAccounts,
  readDayTrading,
  readDevices,
  readFundOrders,
  readHead,
  readNotes,
  readOrders,
  readRelated,
  readRestrictionHistory,
  readSessions,
  readTrail,
  readViews,
  readWaiting,
  type RestrictionHistoryRow,
  type TrailRow,
} from './store.ts'

type Shown = ConsoleDataOf<'/members/detail'>
type Position = Shown['positions'][number]

const rows = { orders: 10, fundOrders: 10, trail: 30 } as const

/** One snapshot for everything: balances and their parts must be of the same moment. */
export function showMember(
  db: Db,
  market: MarketFacts,
  memberId: string,
  now: Date,
): Promise<ConsoleOutcome<Shown>> {
  return inSnapshot(db, async (tx): Promise<ConsoleOutcome<Shown>> => {
    const head = await readHead(tx, memberId)
    if (!head) return refuse('members.not-found')
    const [ledger, orders, fundOrders, fundOrderCount, bankAccounts, dayTrading, sessions, devices] =
      await Promise.all([
        proveLedger(tx, memberId),
        readOrders(tx, memberId, rows.orders),
        readFundOrders(tx, memberId, rows.fundOrders),
        countFundOrders(tx, memberId),
        readBankAccounts(tx, memberId),
        readDayTrading(tx, memberId),
        readSessions(tx, memberId, now),
        readDevices(tx, memberId),
      ])
    const [restrictions, waiting, trail, related, notes, views] = await Promise.all([
      readRestrictionHistory(tx, memberId),
      readWaiting(tx, memberId),
      readTrail(tx, memberId, rows.trail),
      readRelated(tx, memberId),
      readNotes(tx, memberId),
      readViews(tx, memberId),
    ])
    const { figures, positions, foreign } = await showAccount(tx, market, memberId, now)
    return done({
      ...showHead(head),
      assets: {
        total: figures.total.toString(),
        available: figures.terms.available.toString(),
        held: figures.terms.held.toString(),
        margin: figures.margin.toString(),
        loans: (-figures.parts.cashLoans).toString(),
        unrealised: figures.unrealised.toString(),
        ratioBp: figures.ratioBp,
        others: foreign,
        callDeadline: written(head.callDeadline),
      },
      ledger: { ...ledger, checkedAt: now.toISOString() },
      positions: positions.map(showPosition),
      orders: orders.map((row) => ({ ...row, placedAt: row.placedAt.toISOString() })),
      fundOrders: fundOrders.map(showFundOrder),
      fundOrderCount,
      documents: {
        identity: identityOf(head),
        bankAccounts: bankAccounts.map((row) => ({ ...row, usableFrom: written(row.usableFrom) })),
        dayTrading: dayTrading
          ? { state: dayTrading.state, appliedAt: dayTrading.appliedAt.toISOString() }
          : null,
      },
      sessions: sessions.map((row) => ({
        ...row,
        signedInAt: row.signedInAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
      })),
      devices: devices.map((row) => ({
        ...row,
        firstSeenAt: row.firstSeenAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
      })),
      restrictions: restrictions.map(showRestriction),
      waiting: waiting.map((row) => ({ ...row })),
      trail: trail.map(showTrail),
      related: related.map((row) => ({ ...row, account: maskAccount(row.account) })),
      notes: notes.map((row) => ({ ...row, at: row.at.toISOString() })),
      views: views.map((row) => ({ ...row, at: row.at.toISOString() })),
    })
  })
}

const written = (at: Date | null): string | null => at?.toISOString() ?? null

const showHead = (head: HeadRow) => ({
  memberId: head.memberId,
  account: maskAccount(head.account),
  name: head.name,
  kind: head.kind,
  verification: head.verification,
  joinedAt: head.joinedAt.toISOString(),
  lastSeenAt: written(head.lastSeenAt),
  inviter:
    head.inviterId === null
      ? null
      : { memberId: head.inviterId, account: maskAccount(head.inviterAccount ?? '') },
  invited: head.invited,
})

const identityOf = (head: HeadRow): Shown['documents']['identity'] =>
  head.document === null
    ? null
    : {
        state: head.verification,
        document: head.document,
        numberMasked: head.numberMasked ?? '',
        attempt: head.attempt ?? 0,
        sentAt: head.sentAt!.toISOString(),
        decidedAt: written(head.decidedAt),
      }

/** The part of a position that this page shows; the owner's page has more. */
const showPosition = (one: Position): Position => ({
  positionId: one.positionId,
  symbol: one.symbol,
  nameTw: one.nameTw,
  nameEn: one.nameEn,
  direction: one.direction,
  multiple: one.multiple,
  dayTrade: one.dayTrade,
  shares: one.shares,
  price: one.price,
  last: one.last,
  margin: one.margin,
  unrealised: one.unrealised,
})

const showFundOrder = (row: FundOrderRow): Shown['fundOrders'][number] => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount.toString(),
  currency: row.currency,
  state: row.state,
  stage: row.stage,
  sentAt: row.sentAt.toISOString(),
  review:
    row.reviewId === null
      ? null
      : { reviewId: row.reviewId, number: row.number ?? '', state: row.reviewState ?? 'closed' },
  deciders: [...row.deciders],
})

const showRestriction = ({ appealState, appealedAt, ...row }: RestrictionHistoryRow) => ({
  ...row,
  since: row.since.toISOString(),
  setBy: [...row.setBy],
  liftedAt: written(row.liftedAt),
  liftedBy: [...row.liftedBy],
  appeal:
    appealState === null || appealedAt === null ? null : { state: appealState, at: appealedAt.toISOString() },
})

/** The only details of an entry shown here: other details that features record are not meant for this page. */
const shownDetails = [
  'number',
  'kind',
  'decision',
  'state',
  'outcome',
  'reason',
  'field',
  'purpose',
  'note',
  'way',
  'amount',
  'booked',
  'currency',
  'reviewOn',
] as const

function showTrail({ at, action, actor, operator, details }: TrailRow): Shown['trail'][number] {
  const byOperator = actor.startsWith('operator:')
  return {
    at: at.toISOString(),
    action,
    actor: operator ?? (byOperator ? 'operator' : actor.split(':')[0]!),
    byOperator,
    details: shownDetails.flatMap((code) => {
      const value = details[code]
      return (typeof value === 'string' && value !== '') || typeof value === 'number'
        ? [{ code, value: String(value).slice(0, 300) }]
        : []
    }),
  }
}
