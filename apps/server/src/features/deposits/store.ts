import type { DepositRejection, DepositState } from '@fairlot/contract/deposits'
import type { Currency } from '@fairlot/money'
import type { Tx } from '#platform/db'

export interface ChannelRow {
  readonly id: string
  readonly nameTw: string
  readonly nameEn: string
  readonly currency: Currency
  readonly state: 'open' | 'suspended'
  readonly reasonTw: string | null
  readonly reasonEn: string | null
  readonly min: bigint
  readonly max: bigint
  readonly fee: bigint
  readonly usualMinutes: number
  readonly passwordMac: Buffer | null
  readonly passwordKey: string | null
  readonly holder: string
  readonly number: string
  readonly bankName: string
  readonly bankCode: string
  readonly branch: string
  readonly place: number
}

const channelColumns = `id, name_tw AS "nameTw", name_en AS "nameEn", currency, state, reason_tw AS "reasonTw",
  reason_en AS "reasonEn", min, max, fee, usual_minutes AS "usualMinutes", password_mac AS "passwordMac",
  password_key AS "passwordKey", holder, number, bank_name AS "bankName", bank_code AS "bankCode", branch, place`

export const readChannels = (tx: Tx): Promise<readonly ChannelRow[]> =>
  tx.query<ChannelRow>(`SELECT ${channelColumns} FROM app.deposit_channels ORDER BY place, id`)

export async function readChannel(tx: Tx, id: string): Promise<ChannelRow | undefined> {
  const [row] = await tx.query<ChannelRow>(
    `SELECT ${channelColumns} FROM app.deposit_channels WHERE id = $1`,
    [id],
  )
  return row
}

/** Returns how many were added: none when a channel exists. */
export async function seedChannels(tx: Tx, now: Date): Promise<number> {
  const [row] = await tx.query<{ added: number }>('SELECT app.seed_practice_channels($1) AS added', [now])
  return row!.added
}

/** Creates or replaces it, and keeps its former state in the history. */
export async function putChannel(
  tx: Tx,
  row: ChannelRow,
  reviewId: string | null,
  body: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO app.deposit_channels (id, name_tw, name_en, currency, state, reason_tw, reason_en, min, max, fee,
       usual_minutes, password_mac, password_key, holder, number, bank_name, bank_code, branch, place, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     ON CONFLICT (id) DO UPDATE SET name_tw = $2, name_en = $3, currency = $4, state = $5, reason_tw = $6,
       reason_en = $7, min = $8, max = $9, fee = $10, usual_minutes = $11, password_mac = $12, password_key = $13,
       holder = $14, number = $15, bank_name = $16, bank_code = $17, branch = $18, place = $19, changed_at = $20`,
    [
      row.id,
      row.nameTw,
      row.nameEn,
      row.currency,
      row.state,
      row.reasonTw,
      row.reasonEn,
      row.min,
      row.max,
      row.fee,
      row.usualMinutes,
      row.passwordMac,
      row.passwordKey,
      row.holder,
      row.number,
      row.bankName,
      row.bankCode,
      row.branch,
      row.place,
      at,
    ],
  )
  await tx.query(
    'INSERT INTO app.deposit_channel_history (channel_id, review_id, body, at) VALUES ($1, $2, $3, $4)',
    [row.id, reviewId, body, at],
  )
}

export interface DepositRow {
  readonly id: string
  readonly memberId: string
  readonly channelId: string
  readonly channelTw: string
  readonly channelEn: string
  readonly currency: Currency
  readonly amount: bigint
  readonly fee: bigint
  readonly booked: bigint | null
  readonly state: DepositState
  readonly rejectionReason: DepositRejection | null
  readonly note: string | null
  readonly receiptFile: string | null
  readonly fromEnding: string | null
  readonly reference: string
  readonly sentAt: Date
  readonly promisedAt: Date
  readonly decidedAt: Date | null
  readonly entryId: string | null
  readonly steps: readonly { readonly what: string; readonly at: string }[]
}

const depositColumns = `d.id, d.member_id AS "memberId", d.channel_id AS "channelId", d.currency, d.amount, d.fee, d.booked,
  d.state, d.rejection_reason AS "rejectionReason", d.note, d.receipt_file AS "receiptFile", d.from_ending AS "fromEnding", d.reference,
  d.sent_at AS "sentAt", d.promised_at AS "promisedAt", d.decided_at AS "decidedAt", d.entry_id AS "entryId", d.steps,
  (SELECT c.name_tw FROM app.deposit_channels c WHERE c.id = d.channel_id) AS "channelTw",
  (SELECT c.name_en FROM app.deposit_channels c WHERE c.id = d.channel_id) AS "channelEn"`

export async function readDeposit(tx: Tx, id: string): Promise<DepositRow | undefined> {
  const [row] = await tx.query<DepositRow>(`SELECT ${depositColumns} FROM app.deposits d WHERE d.id = $1`, [
    id,
  ])
  return row
}

export async function lockDeposit(tx: Tx, id: string): Promise<DepositRow | undefined> {
  const [row] = await tx.query<DepositRow>(
    `SELECT ${depositColumns} FROM app.deposits d WHERE d.id = $1 FOR UPDATE OF d`,
    [id],
  )
  return row
}

export interface Sender {
  /** The member, masked; null until identity documents were sent. */
  readonly name: string | null
  /** The holder of the member's verified account with this ending, masked; null without such an account. */
  readonly holder: string | null
  readonly bank: string | null
}

/** Who is registered for the account that the money came from. Statements have no name of the sender. */
export async function readSender(tx: Tx, memberId: string, ending: string): Promise<Sender> {
  const [row] = await tx.query<Sender>(
    `SELECT i.name_masked AS name, b.holder_masked AS holder, b.bank_name AS bank
     FROM app.members m LEFT JOIN app.identities i ON i.member_id = m.id
     LEFT JOIN LATERAL (
       SELECT a.holder_masked, a.bank_name FROM app.bank_accounts a
       WHERE a.member_id = m.id AND a.state = 'verified' AND a.ending = right($2, 4) ORDER BY a.id LIMIT 1
     ) b ON true
     WHERE m.id = $1`,
    [memberId, ending],
  )
  return row!
}

/** Newest first, before a cursor. */
export const listDepositRows = (
  tx: Tx,
  memberId: string,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<readonly DepositRow[]> =>
  tx.query<DepositRow>(
    `SELECT ${depositColumns} FROM app.deposits d
     WHERE d.member_id = $1 AND ($2::timestamptz IS NULL OR (d.sent_at, d.id) < ($2, $3::uuid))
     ORDER BY d.sent_at DESC, d.id DESC LIMIT $4`,
    [memberId, before?.at ?? null, before?.id ?? null, limit],
  )

/** The sum sent since then in this currency, without rejected deposits. */
export async function sumDeposits(tx: Tx, memberId: string, currency: string, since: Date): Promise<bigint> {
  const [row] = await tx.query<{ sum: bigint }>(
    `SELECT coalesce(sum(coalesce(booked, amount)), 0)::bigint AS sum FROM app.deposits
     WHERE member_id = $1 AND currency = $2 AND sent_at >= $3 AND state <> 'rejected'`,
    [memberId, currency, since],
  )
  return row!.sum
}

/** The member's approved deposits in this currency since a moment. */
export async function sumPassed(
  tx: Tx,
  { memberId, currency }: Pick<DepositRow, 'memberId' | 'currency'>,
  since: Date,
): Promise<{ readonly count: number; readonly sum: bigint }> {
  const [row] = await tx.query<{ count: number; sum: bigint }>(
    `SELECT count(*)::integer AS count, coalesce(sum(booked), 0)::bigint AS sum FROM app.deposits
     WHERE member_id = $1 AND currency = $2 AND state = 'passed' AND sent_at > $3`,
    [memberId, currency, since],
  )
  return row!
}

/** The member's other deposits of that day that were not rejected: booked or pending. */
export async function sumOtherDeposits(
  tx: Tx,
  { id, memberId, currency }: { readonly id: string; readonly memberId: string; readonly currency: string },
  from: Date,
  to: Date,
): Promise<bigint> {
  const [row] = await tx.query<{ sum: bigint }>(
    `SELECT coalesce(sum(coalesce(booked, amount)), 0)::bigint AS sum FROM app.deposits
     WHERE member_id = $1 AND currency = $2 AND sent_at >= $3 AND sent_at < $4 AND state <> 'rejected' AND id <> $5`,
    [memberId, currency, from, to, id],
  )
  return row!.sum
}

export interface NewDeposit {
  readonly id: string
  readonly memberId: string
  readonly channelId: string
  readonly currency: string
  readonly amount: bigint
  readonly fee: bigint
  readonly receiptFile: string
  readonly fromEnding: string | null
  readonly reference: string
  readonly sentAt: Date
  readonly promisedAt: Date
}

/** Returns false when the member has another pending deposit. */
export async function insertDeposit(tx: Tx, row: NewDeposit): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.deposits (id, member_id, channel_id, currency, amount, fee, receipt_file, from_ending, reference,
       sent_at, promised_at, steps)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (member_id) WHERE state = 'pending' DO NOTHING RETURNING 1`,
    [
      row.id,
      row.memberId,
      row.channelId,
      row.currency,
      row.amount,
      row.fee,
      row.receiptFile,
      row.fromEnding,
      row.reference,
      row.sentAt,
      row.promisedAt,
      JSON.stringify([{ what: 'sent', at: row.sentAt.toISOString() }]),
    ],
  )
  return rows.length === 1
}

export interface DepositEnd {
  readonly state: 'passed' | 'rejected'
  readonly booked: bigint | null
  readonly entryId: string | null
  readonly rejectionReason: DepositRejection | null
  readonly note: string | null
  readonly step: string
  readonly at: Date
  /** The operators' approvals before the decision. */
  readonly approvedAt: readonly Date[]
}

/** When the operators approved it, in that order. */
export async function readApprovals(tx: Tx, reviewId: string): Promise<readonly Date[]> {
  const rows = await tx.query<{ at: Date }>(
    `SELECT at FROM app.review_votes WHERE review_id = $1 AND decision = 'approve' ORDER BY at, operator_id`,
    [reviewId],
  )
  return rows.map(({ at }) => at)
}

export async function endDeposit(tx: Tx, id: string, end: DepositEnd): Promise<void> {
  await tx.query(
    `UPDATE app.deposits SET state = $2, booked = $3, entry_id = $4, rejection_reason = $5, note = $6, decided_at = $7,
       steps = steps || $8::jsonb WHERE id = $1`,
    [
      id,
      end.state,
      end.booked,
      end.entryId,
      end.rejectionReason,
      end.note,
      end.at,
      JSON.stringify([
        ...end.approvedAt.map((at) => ({ what: 'approved', at: at.toISOString() })),
        { what: end.step, at: end.at.toISOString() },
      ]),
    ],
  )
}

/**
 * Returns false when the deposit is no longer pending. A database function writes the row, because the api may not
 * write the columns of a decision.
 */
export async function cancelPending(tx: Tx, id: string, memberId: string, at: Date): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>('SELECT app.cancel_deposit($1, $2, $3) AS taken', [
    id,
    memberId,
    at,
  ])
  return row!.taken
}

/** The reference for the member's transfers: their own code, the same every time. */
export async function readReference(tx: Tx, memberId: string): Promise<string> {
  const [row] = await tx.query<{ code: string }>(
    'SELECT invitation_code AS code FROM app.members WHERE id = $1',
    [memberId],
  )
  return `FL${row!.code}`
}

/** How many channel passwords still use each pepper key. */
export const countChannelsByPepper = (tx: Tx): Promise<readonly { keyId: string; count: number }[]> =>
  tx.query(
    `SELECT password_key AS "keyId", count(*)::integer AS count FROM app.deposit_channels
     WHERE password_key IS NOT NULL GROUP BY 1`,
  )

/** Other receipts of the member with identical bytes: cleaning the same picture gives the same bytes. */
export async function countSameReceipt(tx: Tx, depositId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.deposits d
     JOIN app.files f ON f.id = d.receipt_file
     JOIN app.files o ON o.member_id = f.member_id AND o.id <> f.id AND o.purpose = f.purpose
       AND (o.bytes, o.width, o.height) = (f.bytes, f.width, f.height)
     WHERE d.id = $1`,
    [depositId],
  )
  return row!.count
}
