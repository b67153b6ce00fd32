import type { BankAccountRejection, BankAccountState, BankCurrency } from '@fairlot/contract/bank-accounts'
import type { Tx } from '#platform/db'
import type { BlindIndex } from '#platform/vault'

export interface BankAccountRow {
  readonly id: string
  readonly memberId: string
  readonly currency: BankCurrency
  readonly bankCode: string
  readonly bankName: string
  readonly branch: string
  readonly branchCode: string
  readonly ifsc: string | null
  readonly sealed: Buffer
  readonly holderMasked: string
  readonly ending: string
  readonly state: BankAccountState
  readonly rejectionReason: BankAccountRejection | null
  readonly note: string | null
  readonly addedAt: Date
  readonly usableFrom: Date | null
  readonly isDefault: boolean
}

const columns = `id, member_id AS "memberId", currency, bank_code AS "bankCode", bank_name AS "bankName", branch,
  branch_code AS "branchCode", ifsc, sealed, holder_masked AS "holderMasked", ending, state, rejection_reason AS "rejectionReason", note, added_at AS "addedAt",
  usable_from AS "usableFrom", is_default AS "isDefault"`

/** Those not removed, oldest first. */
export const readBankAccounts = (tx: Tx, memberId: string): Promise<readonly BankAccountRow[]> =>
  tx.query<BankAccountRow>(
    `SELECT ${columns} FROM app.bank_accounts WHERE member_id = $1 AND state <> 'removed' ORDER BY added_at, id`,
    [memberId],
  )

/** Whether a payout to one of them is possible, now or after its cool-down. */
export async function hasVerifiedAccount(tx: Tx, memberId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM app.bank_accounts WHERE member_id = $1 AND state = 'verified' LIMIT 1`,
    [memberId],
  )
  return rows.length > 0
}

export async function readBankAccount(
  tx: Tx,
  memberId: string,
  id: string,
): Promise<BankAccountRow | undefined> {
  const [row] = await tx.query<BankAccountRow>(
    `SELECT ${columns} FROM app.bank_accounts WHERE id = $2 AND member_id = $1 AND state <> 'removed'`,
    [memberId, id],
  )
  return row
}

/** Any member's account, locked: for decisions. */
export async function lockBankAccount(tx: Tx, id: string): Promise<BankAccountRow | undefined> {
  const [row] = await tx.query<BankAccountRow>(
    `SELECT ${columns} FROM app.bank_accounts WHERE id = $1 FOR UPDATE`,
    [id],
  )
  return row
}

/** Read without a lock, removed or not. */
export async function findBankAccount(tx: Tx, id: string): Promise<BankAccountRow | undefined> {
  const [row] = await tx.query<BankAccountRow>(`SELECT ${columns} FROM app.bank_accounts WHERE id = $1`, [id])
  return row
}

/** Serialises one member's changes: two at once could both get below the same limit. */
export async function lockBankAccounts(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('bank accounts ' || $1, 0))`, [memberId])
}

export interface NewBankAccount extends Omit<
  BankAccountRow,
  'state' | 'rejectionReason' | 'note' | 'usableFrom' | 'isDefault'
> {
  readonly isOwnName: boolean
  readonly deviceKey: string | null
  readonly signature: string | null
}

export async function insertBankAccount(tx: Tx, row: NewBankAccount): Promise<void> {
  await tx.query(
    `INSERT INTO app.bank_accounts (id, member_id, currency, bank_code, bank_name, branch, branch_code, ifsc, sealed,
       holder_masked, is_own_name, ending, added_at, device_key, signature)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      row.id,
      row.memberId,
      row.currency,
      row.bankCode,
      row.bankName,
      row.branch,
      row.branchCode,
      row.ifsc,
      row.sealed,
      row.holderMasked,
      row.isOwnName,
      row.ending,
      row.addedAt,
      row.deviceKey,
      row.signature,
    ],
  )
}

/** Returns false when the account is already registered, under any known key. */
export async function claimNumber(
  tx: Tx,
  memberId: string,
  id: string,
  blinds: readonly BlindIndex[],
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO directory.bank_accounts (blind, kept_under, bank_account_id, member_id)
     SELECT u.blind, u.kept_under, $3, $4 FROM unnest($1::bytea[], $2::text[]) AS u (blind, kept_under)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [blinds.map(({ index }) => index), blinds.map(({ keyId }) => keyId), id, memberId],
  )
  if (rows.length === blinds.length) return true
  // During a key change one index may be taken and the other free: a refusal must not keep the free one.
  await freeNumber(tx, id)
  return false
}

/**
 * Accounts in use without an index under this key, locked: an account removed meanwhile must not get one afterwards.
 */
export function lockAccountsWithout(
  tx: Tx,
  keyId: string,
  limit: number,
): Promise<readonly BankAccountRow[]> {
  return tx.query<BankAccountRow>(
    `SELECT ${columns} FROM app.bank_accounts b
     WHERE b.state IN ('pending', 'verified')
       AND EXISTS (SELECT FROM app.member_keys k WHERE k.member_id = b.member_id AND k.wrapped IS NOT NULL)
       AND NOT EXISTS (SELECT FROM directory.bank_accounts d WHERE d.bank_account_id = b.id AND d.kept_under = $1)
     ORDER BY b.id LIMIT $2 FOR UPDATE OF b`,
    [keyId, limit],
  )
}

/** Returns false when the index belongs to another account. */
export async function addIndexes(
  tx: Tx,
  { memberId, id }: Pick<BankAccountRow, 'memberId' | 'id'>,
  blinds: readonly BlindIndex[],
): Promise<boolean> {
  await tx.query(
    `INSERT INTO directory.bank_accounts (blind, kept_under, bank_account_id, member_id)
     SELECT u.blind, u.kept_under, $3, $4 FROM unnest($1::bytea[], $2::text[]) AS u (blind, kept_under)
     ON CONFLICT DO NOTHING`,
    [blinds.map(({ index }) => index), blinds.map(({ keyId }) => keyId), id, memberId],
  )
  const rows = await tx.query(
    'SELECT FROM directory.bank_accounts WHERE bank_account_id = $1 AND kept_under = $2',
    [id, blinds[0]!.keyId],
  )
  return rows.length === 1
}

export async function removeForgottenIndexes(tx: Tx, known: readonly string[]): Promise<void> {
  await tx.query(
    `DELETE FROM directory.bank_accounts old WHERE old.kept_under <> ALL ($1::text[]) AND EXISTS (
       SELECT FROM directory.bank_accounts d WHERE d.bank_account_id = old.bank_account_id AND d.kept_under = $2)`,
    [known, known[0]],
  )
}

export async function freeNumber(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM directory.bank_accounts WHERE bank_account_id = $1', [id])
}

/** Returns false when the account's state has changed meanwhile. */
export async function moveBankAccount(
  tx: Tx,
  id: string,
  from: BankAccountState,
  to: {
    readonly state: BankAccountState
    readonly rejectionReason: BankAccountRejection | null
    readonly note: string | null
    readonly usableFrom: Date | null
    readonly at: Date
  },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.bank_accounts SET state = $3, rejection_reason = coalesce($4, rejection_reason), note = coalesce($5, note),
       usable_from = coalesce(usable_from, $6), decided_at = coalesce(decided_at, $7),
       is_default = is_default AND $3 = 'verified'
     WHERE id = $1 AND state = $2 RETURNING 1`,
    [id, from, to.state, to.rejectionReason, to.note, to.usableFrom, to.at],
  )
  return rows.length === 1
}

/**
 * Returns false when the account's state has changed meanwhile. A database function writes the row, because the api may
 * not decide on a bank account.
 */
export async function removeRow(
  tx: Tx,
  removed: {
    readonly id: string
    readonly memberId: string
    readonly from: BankAccountState
    readonly at: Date
  },
): Promise<boolean> {
  const [row] = await tx.query<{ removed: boolean }>(
    'SELECT app.remove_bank_account($1, $2, $3, $4) AS removed',
    [removed.id, removed.memberId, removed.from, removed.at],
  )
  return row!.removed
}

/** Makes the first verified account the default when none is chosen. */
export async function makeDefaultIfNone(tx: Tx, memberId: string, id: string): Promise<void> {
  await tx.query(
    `UPDATE app.bank_accounts SET is_default = true WHERE id = $2 AND state = 'verified'
       AND NOT EXISTS (SELECT FROM app.bank_accounts o WHERE o.member_id = $1 AND o.is_default)`,
    [memberId, id],
  )
}

/** Returns false when the account is not verified. */
export async function makeDefault(tx: Tx, memberId: string, id: string): Promise<boolean> {
  await tx.query('UPDATE app.bank_accounts SET is_default = false WHERE member_id = $1 AND is_default', [
    memberId,
  ])
  const rows = await tx.query(
    `UPDATE app.bank_accounts SET is_default = true WHERE id = $2 AND member_id = $1 AND state = 'verified' RETURNING 1`,
    [memberId, id],
  )
  return rows.length === 1
}

/** A withdrawal to it that is pending or being paid out. */
export async function readWithdrawalTo(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT id FROM app.withdrawals WHERE bank_account_id = $1 AND (state = 'pending' OR stage IN ('queued', 'sent'))
     LIMIT 1`,
    [id],
  )
  return row?.id
}
