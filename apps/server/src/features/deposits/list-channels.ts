import type { DataOf } from '@fairlot/contract/routes'
import { depositBounds } from '@fairlot/rules/deposits'
import { fundHours } from '@fairlot/rules/fund-requests'
import { clockText } from '@fairlot/rules/site'
import { readClosures } from '#features/calendar'
import { readPendingRequests } from '#features/fund-requests'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { readChannel, readChannels, readReference } from './store.ts'
import { depositTerms } from './terms.ts'

export async function listChannels(
  db: Db,
  memberId: string,
  now: Date,
  bankNow: Date,
): Promise<DataOf<'/deposits/channels'>> {
  const [channels, terms, closures, pending] = await Promise.all([
    readChannels(db),
    depositTerms(db, now),
    readClosures(db),
    readPendingRequests(db, memberId),
  ])
  const hours = fundHours(closures, terms, bankNow)
  const rule = { min: BigInt(terms.min), max: BigInt(terms.max) }
  return {
    channels: channels.map((channel) => {
      const bounds = depositBounds(channel.currency, channel, rule)
      return {
        channelId: channel.id,
        name: { tw: channel.nameTw, en: channel.nameEn },
        currency: channel.currency,
        state: channel.state,
        reason:
          channel.reasonTw === null || channel.reasonEn === null
            ? null
            : { tw: channel.reasonTw, en: channel.reasonEn },
        min: bounds.min.toString(),
        max: bounds.max.toString(),
        fee: channel.fee.toString(),
        usualMinutes: channel.usualMinutes,
        needsPassword: channel.passwordMac !== null,
      }
    }),
    isOpen: hours.isOpen,
    hours: { open: clockText(terms.opens), close: clockText(terms.closes) },
    opensAt: hours.opensAt?.toISOString() ?? null,
    closesAt: hours.closesAt?.toISOString() ?? null,
    pending: pending.find(({ kind }) => kind === 'deposit')?.id ?? null,
  }
}

/** The bank details to copy. Refuses: `request.not-found`, `deposit.channel-closed`. */
export async function readOneChannel(
  db: Db,
  memberId: string,
  channelId: string,
): Promise<Outcome<DataOf<'/deposits/channel'>>> {
  const channel = await readChannel(db, channelId)
  if (!channel) return refuse('request.not-found', { field: 'channelId' })
  if (channel.state !== 'open') return refuse('deposit.channel-closed', { field: 'channelId' })
  const { holder, number, bankName, bankCode, branch } = channel
  return done({ holder, number, bankName, bankCode, branch, reference: await readReference(db, memberId) })
}
