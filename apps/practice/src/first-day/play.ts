// Plays the first day: rounds over the members' calls and the operators' work until all is done, or until what is left waits
// for another hour or day. Bounded: it ends by itself, and the next start continues.

import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '@fairlot/process/pause'
import type { Logger } from 'pino'
import { type ApiClient, openApiClient } from '../mentors/client.ts'
import type { Call, Scene } from './calls.ts'
import { type FirstDayMember, memberPassword, members } from './members.ts'
import { answerMatters, decideRequests, type Office, openOffice, proposals, publish } from './office.ts'
import { openProgress, type Progress } from './progress.ts'
import type { FirstDaySettings } from './settings.ts'

const roundMs = 3_000
/** An offer opens within this time; a request of the first day is executed in much less. */
const idleMs = 90_000
const totalMs = 15 * 60_000

/** An earlier attempt was taken, and its answer lost. */
const alreadyDone: ReadonlySet<string> = new Set([
  'favourites.exists',
  'order.duplicate-id',
  'follow.exists',
  'currency.quote-used',
  'identity.already-verified',
])

interface FirstDayResult {
  readonly made: number
  /** The calls that wait for their time, by member. */
  readonly waiting: readonly string[]
}

interface Player {
  readonly member: FirstDayMember
  readonly client: ApiClient
  /** Signed in, in this run. */
  isIn: boolean
}

export async function playFirstDay(
  settings: FirstDaySettings,
  log: Logger,
  signal: AbortSignal,
): Promise<FirstDayResult> {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 })
  const progress = openProgress(join(settings.folder, 'progress.json'))
  const players = members.map((member): Player => ({
    member,
    client: openApiClient(settings.apiUrl, settings.origin, 'fairlot-first-day'),
    isIn: false,
  }))
  const refusals = new Map<string, string>()
  const office = officeOf(settings, progress, players, log)
  const end = Date.now() + totalMs
  let made = 0
  let movedAt = Date.now()
  while (!signal.aborted && Date.now() < end && Date.now() - movedAt < idleMs) {
    let moved = 0
    for (const player of players) {
      if (signal.aborted) break
      moved += await playMember(player, progress, refusals, log)
    }
    moved += await office()
    made += moved
    if (due(progress).length === 0) break
    if (moved > 0) movedAt = Date.now()
    else await pause(roundMs, signal)
  }
  const waiting = left(progress)
  log.info({ made, waiting, refusals: Object.fromEntries(refusals) }, 'the first day was played')
  return { made, waiting }
}

const undone = (progress: Progress, isWanted: (call: Call) => boolean): readonly string[] => [
  ...members.flatMap(({ account, calls }) =>
    calls
      .filter((call) => isWanted(call) && progress.kept(account, call.name) === undefined)
      .map(({ name }) => `${account} ${name}`),
  ),
  ...proposals
    .filter(({ name }) => progress.kept('office', name) === undefined)
    .map(({ name }) => `office ${name}`),
]

/** What is not done, of members and of operators. */
export const left = (progress: Progress): readonly string[] => undone(progress, () => true)

/** What is worth waiting for. */
export const due = (progress: Progress): readonly string[] =>
  undone(progress, ({ isLater }) => isLater !== true)

/** Returns how many calls were made. */
async function playMember(
  player: Player,
  progress: Progress,
  refusals: Map<string, string>,
  log: Logger,
): Promise<number> {
  const { member, client } = player
  const open = member.calls.filter(({ name }) => progress.kept(member.account, name) === undefined)
  if (open.length === 0) return 0
  let made = 0
  try {
    if (!player.isIn) {
      const memberId = await client.enter({ account: member.account, password: memberPassword })
      progress.finish(member.account, 'member', memberId)
      player.isIn = true
    }
    for (const call of open) {
      const refusal = await attempt(player, call, progress)
      const key = `${member.account} ${call.name}`
      if (refusal === null) made += 1
      if (refusal === 'auth.signed-out') break
      if (refusal === null || refusal === undefined) refusals.delete(key)
      else refusals.set(key, refusal)
    }
  } catch (error) {
    log.warn({ err: error, account: member.account }, 'a member of the first day could not be played')
  }
  return made
}

/** Null when it is done, undefined when it cannot be called yet, else the refusal. */
async function attempt(player: Player, call: Call, progress: Progress): Promise<string | null | undefined> {
  const { member, client } = player
  const { account } = member
  let begun = progress.begun(account, call.name)
  if (begun === undefined) {
    const id = newId()
    const body = await call.body(sceneOf(player, id, progress))
    if (body === undefined) return undefined
    begun = { id, body }
    progress.begin(account, call.name, begun)
  }
  const answer = await client.call(call.path, begun.body, begun.id)
  if (answer.ok) {
    progress.finish(account, call.name, call.keep(answer.data as never))
    return null
  }
  if (alreadyDone.has(answer.msg)) {
    progress.finish(account, call.name, 'done')
    return null
  }
  if (answer.status === 401) {
    player.isIn = false
    return 'auth.signed-out'
  }
  progress.drop(account, call.name)
  // A quote that has expired is asked for again.
  if (call.path === '/currency-exchange/deal') progress.drop(account, call.name.replace('exchange', 'quote'))
  return answer.msg
}

function sceneOf({ member: { account }, client }: Player, id: string, progress: Progress): Scene {
  return {
    account,
    password: memberPassword,
    id,
    async read(path, body) {
      const answer = await client.call(path, body)
      return answer.ok ? answer.data : undefined
    },
    async upload(picture) {
      const answer = await client.call('/uploads/image', picture)
      return answer.ok ? answer.data.uploadId : undefined
    },
    kept: (call) => progress.kept(account, call),
  }
}

/** One round of the operators. They sign in when there is work for them, once. */
function officeOf(
  settings: FirstDaySettings,
  progress: Progress,
  players: readonly Player[],
  log: Logger,
): () => Promise<number> {
  let office: Office | undefined
  let problem = ''
  return async () => {
    try {
      office ??= await openOffice(settings, progress)
      if (office === undefined) return 0
      const owners = new Map(
        members.map((member) => [progress.kept(member.account, 'member') ?? '', member] as const),
      )
      owners.delete('')
      const decided = await decideRequests(office, owners)
      const answered = await answerMatters(office, owners)
      const guest = players.find(({ isIn }) => isIn)?.client
      const published = guest === undefined ? 0 : await publish(office, guest, progress)
      problem = ''
      return decided + answered + published
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      // Logged once for each reason: a round comes every three seconds.
      if (message !== problem) log.warn({ err: error }, 'a round of the operators failed')
      problem = message
      return 0
    }
  }
}

/** UUIDv7, as a phone makes the ids of orders. */
function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
