import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { dayMs } from '@fairlot/rules/calendar'
import { type Draft, draftProblem, scheduleDays, trimmedDraft } from '@fairlot/rules/news'
import { rulebook } from '@fairlot/rules/site'
import type { ConsoleRefusalCode } from '@fairlot/contract/catalogue/console'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { type Refused, refuse } from '#platform/outcome'
import { payloadOf } from './payload.ts'
import { hasPicture, readCurrentVersion, readUnknownSymbols, readWithdrawable } from './store.ts'

const rules: ReadonlySet<string> = new Set(rulebook.map(({ id }) => id))

async function refuseDraft(db: Db, draft: Draft): Promise<Refused<ConsoleRefusalCode> | undefined> {
  const problem = draftProblem(draft, rules)
  if (problem === 'texts') return refuse('news.texts', { field: 'title' })
  if (problem === 'rule') return refuse('news.rule', { field: 'rule' })
  if (problem === 'symbols' || (await readUnknownSymbols(db, draft.symbols)).length > 0)
    return refuse('news.symbols', { field: 'symbols' })
  if (draft.picture !== null && !(await hasPicture(db, draft.picture)))
    return refuse('news.picture', { field: 'picture' })
  return undefined
}

/**
 * Refuses: `news.texts`, `news.rule`, `news.symbols`, `news.picture`, `news.time` for a time that has passed or is too
 * far ahead, and what every proposal refuses.
 */
export async function proposeNews(
  db: Db,
  { publishAt, why, ...typed }: ConsoleBodyOf<'/news/proposeArticle'>,
  proposing: Proposing,
): Promise<Proposed> {
  const draft = trimmedDraft(typed)
  const refused = await refuseDraft(db, draft)
  if (refused) return refused
  const { now } = proposing
  if (publishAt !== null && !isPublishTime(new Date(publishAt), now))
    return refuse('news.time', { field: 'publishAt', params: { days: scheduleDays } })
  const payload = payloadOf(draft, { publishAt, corrects: null, note: null })
  return proposeReview(
    db,
    { kind: 'news', subject: newId(now.getTime()), payload, reason: why.trim() },
    proposing,
  )
}

const isPublishTime = (at: Date, now: Date): boolean =>
  at > now && at.getTime() <= now.getTime() + scheduleDays * dayMs

/**
 * Refuses: `news.note` without a note for members in both languages, `news.changed` for an imported article or when
 * the version is not the newest, and what every draft and proposal refuse.
 */
export async function proposeCorrection(
  db: Db,
  { articleId, corrects, note, why, ...typed }: ConsoleBodyOf<'/news/proposeCorrection'>,
  proposing: Proposing,
): Promise<Proposed> {
  const draft = trimmedDraft(typed)
  const refused = await refuseDraft(db, draft)
  if (refused) return refused
  const explained = { tw: note.tw.trim(), en: note.en.trim() }
  if (explained.tw === '' || explained.en === '') return refuse('news.note', { field: 'note' })
  if ((await readCurrentVersion(db, articleId)) !== corrects) return refuse('news.changed')
  const payload = payloadOf(draft, { publishAt: null, corrects, note: explained })
  return proposeReview(db, { kind: 'news', subject: articleId, payload, reason: why.trim() }, proposing)
}

/**
 * Of an article on any topic, imported ones too. Refuses: `news.note` without a note for members in both languages,
 * `news.changed` when it is withdrawn or the version is not the newest, and what every proposal refuses.
 */
export async function proposeWithdrawal(
  db: Db,
  { articleId, withdraws, note, why }: ConsoleBodyOf<'/news/proposeWithdrawal'>,
  proposing: Proposing,
): Promise<Proposed> {
  const explained = { tw: note.tw.trim(), en: note.en.trim() }
  if (explained.tw === '' || explained.en === '') return refuse('news.note', { field: 'note' })
  const row = await readWithdrawable(db, articleId)
  if (row === undefined || row.version !== withdraws) return refuse('news.changed')
  const payload = {
    withdraws,
    title: { tw: row.titleTw, en: row.titleEn },
    body: { tw: row.bodyTw, en: row.bodyEn },
    picture: row.picture,
    isScheduled: row.publishedAt > proposing.now,
    note: explained,
  }
  return proposeReview(db, { kind: 'news', subject: articleId, payload, reason: why.trim() }, proposing)
}
