// What members' events do to the ledger. Facts in, balanced entry out; nothing here writes.

import { entry, member, practiceGrant, type Entry } from '@fairlot/ledger'
import { membersRules } from '@fairlot/rules/members'

/** Paper money for a new member of the practice market. The key makes a second grant to one member impossible. */
export const practiceGrantEntry = (memberId: string, at: Date): Entry =>
  entry({
    event: 'practice-grant',
    reference: memberId,
    key: `practice-grant:${memberId}`,
    postedAt: at,
  })
    .move(BigInt(membersRules.practiceGrant.default), practiceGrant('TWD'), member(memberId).available('TWD'))
    .done()
