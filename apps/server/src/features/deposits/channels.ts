// A way to pay in, as two operators set it. The payload of the review is the whole channel. Its password is separate,
// as a keyed hash, because many people read a payload.

import * as z from 'zod/mini'
import { currencies } from '@fairlot/money'
import { recordAudit } from '#features/audit'
import { amountText } from '#features/fund-requests'
import type { Tx } from '#platform/db'
import type { ChannelRow } from './store.ts'
import { putChannel, readChannel } from './store.ts'

const bothTexts = z.strictObject({
  tw: z.string().check(z.minLength(1), z.maxLength(200)),
  en: z.string().check(z.minLength(1), z.maxLength(200)),
})
const amount = z.string().check(z.regex(/^\d{1,15}$/))
const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

export const channelPayload = z.strictObject({
  channelId: z.uuid(),
  name: bothTexts,
  currency: z.enum(currencies),
  state: z.enum(['open', 'suspended']),
  reason: z.nullable(bothTexts),
  min: amount,
  max: amount,
  fee: amount,
  usualMinutes: z.int().check(z.minimum(1), z.maximum(10_080)),
  /** Hex of the keyed hash and the key it was made with; null when the channel needs none. */
  passwordHash: z.nullable(z.strictObject({ mac: text(128), key: text(16) })),
  holder: text(80),
  number: text(40),
  bankName: text(80),
  bankCode: text(20),
  branch: text(120),
  place: z.int().check(z.minimum(0), z.maximum(1_000)),
})
export type ChannelPayload = z.infer<typeof channelPayload>

const rowOf = (channel: ChannelPayload): ChannelRow => ({
  id: channel.channelId,
  nameTw: channel.name.tw,
  nameEn: channel.name.en,
  currency: channel.currency,
  state: channel.state,
  reasonTw: channel.state === 'suspended' ? (channel.reason?.tw ?? '—') : null,
  reasonEn: channel.state === 'suspended' ? (channel.reason?.en ?? '—') : null,
  min: BigInt(channel.min),
  max: BigInt(channel.max),
  fee: BigInt(channel.fee),
  usualMinutes: channel.usualMinutes,
  passwordMac: channel.passwordHash === null ? null : Buffer.from(channel.passwordHash.mac, 'hex'),
  passwordKey: channel.passwordHash?.key ?? null,
  holder: channel.holder,
  number: channel.number,
  bankName: channel.bankName,
  bankCode: channel.bankCode,
  branch: channel.branch,
  place: channel.place,
})

export async function setChannel(
  tx: Tx,
  channel: ChannelPayload,
  reviewId: string | null,
  now: Date,
  requestId: string,
): Promise<void> {
  const { passwordHash, ...body } = channel
  const kept = JSON.stringify({ ...body, hasPassword: passwordHash !== null })
  await putChannel(tx, rowOf(channel), reviewId, kept, now)
  await recordAudit(tx, {
    action: 'deposits.channel-set',
    actor: 'system',
    subject: `deposit-channel:${channel.channelId}`,
    details: { reviewId, state: channel.state, min: channel.min, max: channel.max, fee: channel.fee },
    requestId,
  })
}

/** Before and after, one line per field that changes. */
export async function channelChanges(tx: Tx, payload: ChannelPayload) {
  const row = rowOf(payload)
  const old = await readChannel(tx, row.id)
  const shown = (value: ChannelRow[keyof ChannelRow] | undefined): string | null => {
    if (value === null || value === undefined) return null
    if (Buffer.isBuffer(value)) return '••••••'
    return typeof value === 'bigint' ? amountText(value, row.currency) : value.toString()
  }
  return (Object.keys(row) as (keyof ChannelRow)[])
    .filter((name) => name !== 'id' && name !== 'passwordKey')
    .map((name) => ({ code: `channel.${name}`, before: shown(old?.[name]), after: shown(row[name]) }))
    .filter(({ before, after }) => before !== after)
}
