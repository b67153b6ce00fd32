// The audience of a grant as its payload stores it: it selects the same members when the grant is executed.

import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { dayMs, taipeiMidnight } from '@fairlot/rules/calendar'
import * as z from 'zod/mini'
import { findMemberId } from '#features/members'
import type { Tx } from '#platform/db'

export const audienceShape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('member'), memberId: z.uuid() }),
  z.strictObject({
    kind: z.literal('joined'),
    joinedFrom: z.iso.datetime(),
    joinedBefore: z.iso.datetime(),
    verifiedOnly: z.boolean(),
  }),
])
export type Audience = z.infer<typeof audienceShape>

/** Returns undefined when there is no such member. Members who join after the proposal are excluded. */
export async function audienceOf(
  tx: Tx,
  asked: ConsoleBodyOf<'/coupons/countAudience'>['audience'],
  now: Date,
): Promise<Audience | undefined> {
  if (asked.kind === 'member') {
    const memberId = await findMemberId(tx, asked.account)
    return memberId === undefined ? undefined : { kind: 'member', memberId }
  }
  const end = Math.min(taipeiMidnight(asked.to) + dayMs, now.getTime())
  return {
    kind: 'joined',
    joinedFrom: new Date(taipeiMidnight(asked.from)).toISOString(),
    joinedBefore: new Date(end).toISOString(),
    verifiedOnly: asked.verifiedOnly,
  }
}
