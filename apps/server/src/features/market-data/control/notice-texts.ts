import type { HaltReason } from '@fairlot/contract/market-data'
import type { NoticeTexts } from '@fairlot/rules/notices'

const reasons: Readonly<Record<HaltReason, { readonly tw: string; readonly en: string }>> = {
  news: { tw: '等待重大訊息', en: 'pending material news' },
  operator: { tw: '由營運者決定', en: 'decision of the operator' },
  technical: { tw: '系統異常，處理中', en: 'a technical fault, being fixed' },
  authority: { tw: '依主管機關要求', en: 'at the request of the regulator' },
  market: { tw: '市況異常', en: 'unusual market conditions' },
}

interface Named {
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
}

export function haltTexts(instrument: Named | undefined, reason: HaltReason): NoticeTexts {
  const who = instrument
    ? {
        tw: `${instrument.nameTw} ${instrument.symbol}`,
        en: `${instrument.nameEn} ${instrument.symbol}`,
      }
    : { tw: '整個市場', en: 'The whole market' }
  const why = reasons[reason]
  const summary = {
    tw: `${why.tw}。不接受新委託；限價委託保留，可以取消；市價委託已退回。`,
    en: `Reason: ${why.en}. New orders are not accepted. Limit orders stay open and can be cancelled. Market orders were cancelled.`,
  }
  return {
    title: { tw: `${who.tw}暫停交易`, en: `Trading halted: ${who.en}` },
    summary,
    body: summary,
  }
}

export function resumeTexts(instrument: Named | undefined): NoticeTexts {
  const who = instrument
    ? {
        tw: `${instrument.nameTw} ${instrument.symbol}`,
        en: `${instrument.nameEn} ${instrument.symbol}`,
      }
    : { tw: '整個市場', en: 'The whole market' }
  const summary = {
    tw: '先收單兩分鐘，以單一價格撮合成交，再恢復逐筆撮合。你的委託仍保留，可以取消。',
    en: 'Orders are collected for two minutes and matched at one price. Continuous trading then resumes. Your orders are still open and can be cancelled.',
  }
  return { title: { tw: `${who.tw}恢復交易`, en: `Trading resumes: ${who.en}` }, summary, body: summary }
}
