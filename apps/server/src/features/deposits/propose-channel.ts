import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { openProposal, type Proposed, type Proposing } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { hashChannelPassword } from './channel-password.ts'
import { channelPayload } from './channels.ts'
import { readChannel } from './store.ts'

/** Refuses: `funds.channel` where the fields do not make a channel, `funds.proposal-open`, `review.not-allowed`. */
export async function proposeChannel(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  { channelId, password, why, ...fields }: ConsoleBodyOf<'/deposits/proposeChannel'>,
  proposing: Proposing,
): Promise<Proposed> {
  const old = channelId === undefined ? undefined : await readChannel(db, channelId)
  if (channelId !== undefined && !old) return refuse('funds.channel', { field: 'channelId' })
  const id = channelId ?? newId(proposing.now.getTime())
  const kept =
    old && old.passwordMac !== null && old.passwordKey !== null
      ? { mac: old.passwordMac.toString('hex'), key: old.passwordKey }
      : null
  if (password !== undefined && password !== '' && password.length < 6) {
    return refuse('funds.channel', { field: 'password' })
  }
  const made = password === undefined || password === '' ? null : hashChannelPassword(secrets, id, password)
  const passwordHash =
    password === undefined ? kept : made && { mac: made.passwordMac.toString('hex'), key: made.passwordKey }
  const payload = channelPayload.safeParse({ ...fields, channelId: id, passwordHash })
  if (!payload.success) return refuse('funds.channel')
  const { min, max, fee, state, reason } = payload.data
  if (
    BigInt(fee) >= BigInt(min) ||
    BigInt(min) > BigInt(max) ||
    (state === 'suspended') !== (reason !== null)
  ) {
    return refuse('funds.channel')
  }
  return openProposal(
    db,
    {
      kind: 'channel',
      memberId: null,
      subject: id,
      currency: payload.data.currency,
      payload: payload.data,
      reason: why,
    },
    proposing,
    'funds.proposal-open',
  )
}
