import { recordAudit } from '#features/audit'
import { publishNotice } from '#features/notices'
import type { ReviewKindHandler } from '#features/operators'
import { byOperators, type ClosurePayload, closurePayload } from './closure-payload.ts'
import { readEffect } from './read-effect.ts'
import { deleteClosure, insertClosure, readClosureRows } from './store.ts'

const noticeTextsOf = ({ date, action, nameTw, nameEn, settlementOnly }: ClosurePayload) => {
  const day = date.replaceAll('-', '/')
  const closed = {
    title: { tw: `${day} 休市：${nameTw}`, en: `Closed on ${day}: ${nameEn}` },
    summary: settlementOnly
      ? { tw: '不交易，銀行照常，款項照常交割。', en: 'No trading. Banks work and money settles.' }
      : {
          tw: '不交易，也不收儲值與提領，交割順延到下一個營業日。',
          en: 'No trading, no deposits or withdrawals. Settlement moves to the next business day.',
        },
  }
  const opened = {
    title: { tw: `${day} 照常開市`, en: `Open on ${day} after all` },
    summary: {
      tw: `先前公告的「${nameTw}」休市取消。`,
      en: `The closure announced before (${nameEn}) does not take place.`,
    },
  }
  const noticeTexts = action === 'close' ? closed : opened
  return { ...noticeTexts, body: noticeTexts.summary }
}

export const closureReviews: ReviewKindHandler = {
  kind: 'closure',
  async describe(tx, { payload }) {
    const asked = closurePayload.parse(payload)
    const [{ moves, nextTradingDay }, rows] = await Promise.all([readEffect(tx, asked), readClosureRows(tx)])
    const isClosed = rows.some(({ date }) => date === asked.date)
    return {
      facts: [
        { code: 'closure.date', value: asked.date },
        { code: 'closure.name', value: `${asked.nameTw} / ${asked.nameEn}` },
        { code: 'closure.next-day', value: nextTradingDay },
      ],
      checks: [
        { ok: isClosed === (asked.action === 'open'), code: 'closure.still-so', value: '' },
        { ok: true, code: asked.settlementOnly ? 'closure.settles' : 'closure.settles-not', value: '' },
      ],
      lines: moves
        .filter(({ before, after }) => before !== null && after !== null)
        .map(({ trade, before, after }) => ({ code: trade, before, after })),
      effects: [asked.action === 'close' ? 'closure.closed' : 'closure.opened', 'closure.notified'],
    }
  },
  async execute(tx, { payload, reviewId }, { now, requestId }) {
    const asked = closurePayload.parse(payload)
    const did =
      asked.action === 'close'
        ? await insertClosure(tx, { ...asked, source: byOperators })
        : await deleteClosure(tx, asked.date, byOperators)
    // Meanwhile this day was loaded as an announced day, or another review opened it.
    if (!did) return 'superseded'
    await publishNotice(tx, { noticeId: reviewId, texts: noticeTextsOf(asked), path: null, at: now })
    await recordAudit(tx, {
      action: asked.action === 'close' ? 'calendar.day-closed' : 'calendar.day-opened',
      actor: 'system',
      subject: `day:${asked.date}`,
      details: { reviewId, settlementOnly: asked.settlementOnly },
      requestId,
    })
    return undefined
  },
  onRejected: () => Promise.resolve(),
}
