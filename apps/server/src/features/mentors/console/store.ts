import type { MentorLevel } from '@fairlot/contract/mentors'
import type { Tx } from '#platform/db'
import { applicationColumns, type ApplicationRow } from '../applying/store.ts'
import { mentorColumns, type MentorRow, mentorSource } from '../store.ts'

const maxShown = 200

interface Owner {
  readonly account: string
  readonly masked: string | null
}
const ownerColumns = 'b.account, d2.name_masked AS masked'
const ownerOf = (memberId: string): string =>
  `JOIN app.members b ON b.id = ${memberId} LEFT JOIN app.identities d2 ON d2.member_id = b.id`

interface ConsoleMentor extends MentorRow, Owner {
  readonly levelBefore: MentorLevel | null
  readonly followers: number
  readonly followed: bigint
}

export const readMentors = (tx: Tx): Promise<readonly ConsoleMentor[]> =>
  tx.query<ConsoleMentor>(
    `SELECT ${mentorColumns}, ${ownerColumns},
       (SELECT x.level FROM app.mentor_days x WHERE x.mentor_id = m.id ORDER BY x.date DESC OFFSET 1 LIMIT 1) AS "levelBefore", k.followers, k.followed
     FROM ${mentorSource} ${ownerOf('m.member_id')}
     CROSS JOIN LATERAL (SELECT count(*)::integer AS followers, coalesce(sum(c.amount), 0)::bigint AS followed
       FROM app.copies c WHERE c.mentor_id = m.id AND c.state = 'following') AS k
     ORDER BY m.state, m.since DESC, m.id LIMIT $1`,
    [maxShown],
  )

interface ConsoleApplication extends ApplicationRow, Owner {
  readonly reviewId: string
  readonly number: string
}

export const readApplications = (tx: Tx): Promise<readonly ConsoleApplication[]> =>
  tx.query<ConsoleApplication>(
    `SELECT ${applicationColumns}, ${ownerColumns}, r.id AS "reviewId", r.number
     FROM app.mentor_applications a ${ownerOf('a.member_id')}
     JOIN app.reviews r ON r.kind = 'mentor' AND r.subject = a.id::text
     ORDER BY a.state <> 'pending', a.sent_at DESC LIMIT $1`,
    [maxShown],
  )
