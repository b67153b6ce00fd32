// Draws of a test: announced and filled through the server's own functions, and moved on in time. What a draw has
// published cannot change, so its triggers are off while the times are brought forward; the hashes and the signature
// are made again, and every check of the draw still holds.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { issueTicket, planDraw } from '../../../apps/server/src/features/draws/index.ts'
import { sha256 } from '../../../apps/server/src/features/draws/hash.ts'
import { secretPlace } from '../../../apps/server/src/features/draws/plan-draw.ts'
import { signText } from '../../../apps/server/src/features/draws/sign-text.ts'
import { beaconPublicKey } from '../../../packages/proof/src/beacon.ts'
import {
  announcementText,
  canonicalJson,
  type DrawTerms,
  practiceChain,
  roundAfter,
  termsHash,
  timeOfRound,
} from '../../../packages/proof/src/index.ts'
import { insertMember } from '../../flows/support/insert-member.ts'
import { withOwner } from './operators.ts'

const minuteMs = 60_000

export const practiceBeacon = () => {
  const file = join(dirname(process.env['FAIRLOT_SECRETS_FILE'] ?? ''), 'beacon.key')
  return practiceChain(beaconPublicKey(new Uint8Array(Buffer.from(readFileSync(file, 'utf8').trim(), 'hex'))))
}

/** A draw that closes now, with one ticket of this member and the others of another member. Returns its id. */
export const closingDraw = (
  title: { readonly tw: string; readonly en: string },
  memberId: string,
  tickets: number,
  places: number,
): Promise<string> =>
  withOwner((db, secrets) =>
    db.transaction(async (tx) => {
      const now = Date.now()
      const before = (ms: number): Date => new Date(now - ms)
      const deps = { secrets, beacon: practiceBeacon(), profile: 'practice' as const }
      const drawId = await planDraw(
        tx,
        deps,
        {
          kind: 'new-shares',
          subjectId: randomUUID(),
          title,
          rules: { lots: 1 },
          closesAt: before(0),
          places,
        },
        { now: before(minuteMs), requestId: 'e2e' },
      )
      const other = randomUUID()
      await insertMember(tx, other, before(minuteMs))
      await issueTicket(tx, deps, { drawId, memberId, reference: randomUUID() }, before(minuteMs / 2))
      // The others at once: some tests have very many.
      await tx.query(
        `INSERT INTO app.draw_tickets (draw_id, id, member_id, reference, salt, issued_at)
         SELECT d, sha256(convert_to(E'fairlot draw ticket v1\\n' || d || E'\\n' || r || E'\\n' || encode(s, 'hex') || E'\\n', 'UTF8')),
           $2, r, s, $3
         FROM (SELECT $1::uuid AS d, gen_random_uuid() AS r, sha256(convert_to(n::text, 'UTF8')) AS s
               FROM generate_series(2, $4::integer) AS n) AS made`,
        [drawId, other, before(minuteMs / 2), tickets],
      )
      return drawId
    }),
  )

export const untilState = (drawId: string, state: string): Promise<void> =>
  expect
    .poll(() =>
      withOwner(async (db) => {
        const [row] = await db.query<{ state: string }>('SELECT state FROM app.draws WHERE id = $1', [drawId])
        return row?.state
      }),
    )
    .toBe(state)

/** An open draw closes now. */
export const bringClose = (drawId: string): Promise<void> =>
  withOwner((db, secrets) =>
    db.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica')
      const [row] = await tx.query<{ terms: string; announcedAt: Date }>(
        `SELECT terms, announced_at AS "announcedAt" FROM app.draws WHERE id = $1 FOR UPDATE`,
        [drawId],
      )
      const closesAt = new Date()
      const old = JSON.parse(row!.terms) as DrawTerms
      const terms = canonicalJson({ ...old, closesAt: closesAt.toISOString() })
      const hash = await termsHash(sha256, terms)
      const { signature } = signText(secrets, announcementText(drawId, hash, row!.announcedAt.toISOString()))
      await tx.query(
        `UPDATE app.draws SET terms = $2, terms_hash = decode($3, 'hex'), signature = decode($4, 'base64'), closes_at = $5
         WHERE id = $1`,
        [drawId, terms, hash, signature, closesAt],
      )
    }),
  )

/** As if two operators had released the secret of a closed draw. */
export const releaseWithoutOperators = (drawId: string): Promise<void> =>
  withOwner((db, secrets) =>
    db.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica')
      const [row] = await tx.query<{ sealed: string }>(
        'SELECT sealed FROM app.draw_secrets WHERE draw_id = $1',
        [drawId],
      )
      const secret = secrets.open(secretPlace(drawId), row!.sealed).toString('hex')
      await tx.query(
        `UPDATE app.draws SET state = 'released', released_at = $2, release_review = gen_random_uuid(),
           secret = decode($3, 'hex'), release_round = round WHERE id = $1`,
        [drawId, new Date(), secret],
      )
    }),
  )

/** The deciding round of a released draw becomes the next one: within about five seconds. */
export const bringRound = (drawId: string): Promise<void> =>
  withOwner((db, secrets) =>
    db.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica')
      const [row] = await tx.query<{ terms: string; announcedAt: Date; releasedAt: Date }>(
        `SELECT terms, announced_at AS "announcedAt", released_at AS "releasedAt" FROM app.draws WHERE id = $1 FOR UPDATE`,
        [drawId],
      )
      const old = JSON.parse(row!.terms) as DrawTerms
      const round = roundAfter(old.beacon, Date.now() + 1_000)
      const releaseBy = new Date(
        Math.max(row!.releasedAt.getTime() + 1, timeOfRound(old.beacon, round) - 1_000),
      )
      const terms = canonicalJson({ ...old, round, releaseBy: releaseBy.toISOString() })
      const hash = await termsHash(sha256, terms)
      const { signature } = signText(secrets, announcementText(drawId, hash, row!.announcedAt.toISOString()))
      await tx.query(
        `UPDATE app.draws SET terms = $2, terms_hash = decode($3, 'hex'), signature = decode($4, 'base64'), round = $5,
           release_round = $5, round_at = $6, release_by = $7 WHERE id = $1`,
        [drawId, terms, hash, signature, round, new Date(timeOfRound(old.beacon, round)), releaseBy],
      )
    }),
  )
