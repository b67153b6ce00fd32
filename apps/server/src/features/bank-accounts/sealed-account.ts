// Holder, number and UPI are sealed with the member's own key; a keyed hash of the number finds duplicates without
// opening anything.

import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { type BlindIndex, blindIndexes, existingKey, memberKey, openText, sealText } from '#platform/vault'

export interface AccountDetails {
  readonly holder: string
  readonly number: string
  readonly upi: string | null
}

const purpose = 'bank-account'

export async function sealAccount(
  tx: Tx,
  secrets: Secrets,
  owner: { readonly memberId: string; readonly id: string; readonly now: Date },
  details: AccountDetails,
): Promise<Buffer> {
  const key = await memberKey(tx, secrets, owner.memberId, owner.now)
  return sealText(key, purpose, owner.id, JSON.stringify(details))
}

export async function openAccount(
  tx: Tx,
  secrets: Secrets,
  owner: { readonly memberId: string; readonly id: string },
  sealed: Buffer,
): Promise<AccountDetails> {
  const key = await existingKey(tx, secrets, owner.memberId)
  if (!key) throw new Error(`bank account ${owner.id} is sealed, but its member has no key`)
  return JSON.parse(openText(key, purpose, owner.id, sealed)) as AccountDetails
}

/** The identifier of the bank: the IFSC for rupees, else its code. */
export const bankOf = ({
  currency,
  ifsc,
  bankCode,
}: {
  readonly currency: string
  readonly ifsc: string | null
  readonly bankCode: string
}): string => (currency === 'INR' && ifsc !== null ? ifsc : bankCode)

/** Includes the bank: two banks may use the same number. */
export const blindsOf = (
  secrets: Secrets,
  currency: string,
  bank: string,
  number: string,
): readonly BlindIndex[] => blindIndexes(secrets, 'bank-account', `${currency}|${bank}|${number}`)
