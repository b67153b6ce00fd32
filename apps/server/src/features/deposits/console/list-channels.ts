import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { fundHours } from '@fairlot/rules/fund-requests'
import { readClosures } from '#features/calendar'
import { readProposals } from '#features/fund-requests'
import { showProposal } from '#features/operators'
import type { Db } from '#platform/db'
import { readChannels } from '../store.ts'
import { depositTerms } from '../terms.ts'
import { readChannelHistory, readChannelUse } from './store.ts'

export async function listConsoleChannels(
  db: Db,
  now: Date,
): Promise<ConsoleDataOf<'/deposits/channelList'>> {
  const [channels, history, use, proposals, terms, closures] = await Promise.all([
    readChannels(db),
    readChannelHistory(db),
    readChannelUse(db),
    readProposals(db, 'channel'),
    depositTerms(db, now),
    readClosures(db),
  ])
  const { opens, closes } = terms
  const { isOpen, opensAt } = fundHours(closures, terms, now)
  const known = new Set(channels.map(({ id }) => id))
  return {
    channels: channels.map((channel) => {
      const used = use.find(({ channelId }) => channelId === channel.id)
      const proposal = proposals.find(({ subject }) => subject === channel.id)
      return {
        channelId: channel.id,
        name: { tw: channel.nameTw, en: channel.nameEn },
        currency: channel.currency,
        state: channel.state,
        reason:
          channel.reasonTw === null || channel.reasonEn === null
            ? null
            : { tw: channel.reasonTw, en: channel.reasonEn },
        min: channel.min.toString(),
        max: channel.max.toString(),
        fee: channel.fee.toString(),
        usualMinutes: channel.usualMinutes,
        hasPassword: channel.passwordMac !== null,
        holder: channel.holder,
        number: channel.number,
        bankName: channel.bankName,
        bankCode: channel.bankCode,
        branch: channel.branch,
        place: channel.place,
        changedAt: used!.changedAt.toISOString(),
        pending: used!.pending,
        proposal: proposal ? showProposal(proposal) : null,
        history: history
          .filter(({ channelId }) => channelId === channel.id)
          .map(({ at, reviewId, body }) => ({
            at: at.toISOString(),
            reviewId,
            state: body.state,
            min: body.min,
            max: body.max,
            fee: body.fee,
            hasPassword: body.hasPassword,
            number: body.number,
          })),
      }
    }),
    proposals: proposals.filter(({ subject }) => !known.has(subject)).map(showProposal),
    hours: { opens, closes, isOpen, opensAt: opensAt?.toISOString() ?? null },
  }
}
