// The decision of two operators about two accounts that trade with each other: approval joins them to one owner, so
// that their orders no longer trade with each other; rejection leaves them unchanged.

import { maskAccount } from '@fairlot/rules/members'
import { pairLinks } from '@fairlot/rules/orders'
import * as z from 'zod/mini'
import { recordAudit } from '#features/audit'
import type { ReviewKindHandler } from '#features/operators'
import { joinOwners, readAccountsOf } from './store.ts'

const payload = z.strictObject({
  firstMember: z.uuid(),
  secondMember: z.uuid(),
  trades: z.int(),
  shares: z.string(),
  amount: z.string(),
  links: z.array(z.enum(pairLinks)),
})

export const surveillanceReviews: ReviewKindHandler = {
  kind: 'surveillance',
  async describe(tx, review) {
    const { firstMember, secondMember, trades, shares, links } = payload.parse(review.payload)
    const [first = '', second = ''] = await readAccountsOf(tx, [firstMember, secondMember])
    return {
      facts: [
        { code: 'surveillance.first', value: maskAccount(first) },
        { code: 'surveillance.second', value: maskAccount(second) },
        { code: 'surveillance.trades', value: String(trades) },
        { code: 'surveillance.shares', value: BigInt(shares).toLocaleString('en') },
      ],
      checks: pairLinks.map((link) => ({
        ok: !links.includes(link),
        code: `surveillance.${links.includes(link) ? 'same' : 'other'}-${link}`,
        value: '',
      })),
      effects: ['surveillance.kept-apart', 'surveillance.not-notified'],
    }
  },
  async execute(tx, review, { operators, now, requestId }) {
    const { firstMember, secondMember, trades } = payload.parse(review.payload)
    await joinOwners(tx, [firstMember, secondMember])
    for (const memberId of [firstMember, secondMember]) {
      await recordAudit(tx, {
        action: 'orders.owners-joined',
        actor: 'system',
        subject: `member:${memberId}`,
        details: { review: review.number, trades, operators: [...operators], at: now.toISOString() },
        requestId,
      })
    }
    return 'joined'
  },
  async onRejected() {
    return 'left-apart'
  },
}
