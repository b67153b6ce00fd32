// Verified members with money, a session and a fund password, and applications with their holds and tickets, written in
// bulk: registering a hundred thousand people is not what these tests measure.

import { randomBytes } from 'node:crypto'
import { postMany } from '@fairlot/ledger'
import { openSql } from '@fairlot/testkit/sql'
import { signIn } from '../../../bench/orders/sign-in.ts'
import { applyEntry } from '../../../apps/server/src/features/new-shares/postings.ts'
import { issueXsrf } from '../../../apps/server/src/platform/http/xsrf.ts'
import { derivedId, newId } from '../../../apps/server/src/platform/ids.ts'
import type { OfferHarness, TestOffer } from '../../flows/support/offer-harness.ts'
import { TestClient } from '../../flows/support/test-client.ts'
import { testOrigin } from '../../flows/support/test-config.ts'

export interface Applicant {
  readonly memberId: string
  phone(port: number): TestClient
}

export async function manyApplicants(harness: OfferHarness, count: number): Promise<readonly Applicant[]> {
  const template = await harness.member()
  const owner = openSql(harness.api.database.ownerUrl)
  const { secrets } = harness.api.config
  try {
    const members = await signIn(owner, count, (id) => issueXsrf(secrets, id), harness.clock.now())
    await owner.transaction(async (tx) => {
      // Every row is a copy of a real member's; the triggers that watch how such rows come about are off.
      await tx.query('SET LOCAL session_replication_role = replica')
      const ids = members.map(({ memberId }) => memberId)
      for (const table of ['app.fund_credentials', 'app.identities'])
        await tx.query(
          `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('member_id', u.id))).*
           FROM ${table} t, unnest($2::uuid[]) AS u (id) WHERE t.member_id = $1`,
          [template.memberId, ids],
        )
    })
    await owner.query('ANALYZE')
    return members.map(({ memberId, account, token, bind, xsrf, ip }) => ({
      memberId,
      phone(port) {
        const client = new TestClient(`http://127.0.0.1:${port}`, testOrigin)
        client.session = { token, account }
        client.cookies.set('__Host-bind', bind)
        client.cookies.set('__Host-XSRF-TOKEN', xsrf)
        client.ip = ip
        return client
      },
    }))
  } finally {
    await owner.close()
  }
}

const atOnce = 1_000

/** With the rights of the api: the hold on the ledger, the ticket and the application. */
export async function applyInBulk(
  harness: OfferHarness,
  { offerId }: TestOffer,
  applicants: readonly Applicant[],
): Promise<void> {
  const now = harness.clock.now()
  const [offer] = await harness.api.db.query<{ drawId: string; amount: bigint; fee: bigint }>(
    'SELECT draw_id AS "drawId", price * min_shares AS amount, fee FROM app.offers WHERE id = $1',
    [offerId],
  )
  const { drawId, amount, fee } = offer!
  for (let from = 0; from < applicants.length; from += atOnce) {
    const rows = applicants.slice(from, from + atOnce).map(({ memberId }) => {
      const id = newId(now.getTime())
      return {
        id,
        memberId,
        holdId: derivedId(`subscription hold ${id}`),
        salt: randomBytes(32).toString('hex'),
      }
    })
    await harness.api.asApi.transaction(async (tx) => {
      const posted = await postMany(
        tx,
        rows.map((row) => applyEntry({ ...row, paymentMode: 'prepaid', amount, fee, now })),
      )
      const refused = posted.find(({ ok }) => !ok)
      if (refused) throw new Error(`the ledger refused a hold: ${JSON.stringify(refused)}`)
      await tx.query(
        `WITH u AS (
           SELECT u.*, sha256(convert_to(E'fairlot draw ticket v1\\n' || $1 || E'\\n' || u.id || E'\\n' || u.salt || E'\\n', 'UTF8')) AS ticket
           FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) AS u (id, member_id, hold_id, salt)
         ), issued AS (
           INSERT INTO app.draw_tickets SELECT $1::uuid, u.ticket, u.member_id, u.id, decode(u.salt, 'hex'), $6::timestamptz FROM u
         )
         INSERT INTO app.subscriptions (id, offer_id, member_id, nth, shares, amount, fee, hold_id, ticket_id, applied_at)
         SELECT u.id, $7::uuid, u.member_id, 1, 1000, $8, $9, u.hold_id, encode(u.ticket, 'hex'), $6 FROM u`,
        [
          drawId,
          rows.map(({ id }) => id),
          rows.map(({ memberId }) => memberId),
          rows.map(({ holdId }) => holdId),
          rows.map(({ salt }) => salt),
          now,
          offerId,
          amount,
          fee,
        ],
      )
    })
  }
}
