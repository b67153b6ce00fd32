import type { HaltReason } from '@fairlot/contract/market-data'
import type { WordedNotice } from '@fairlot/rules/notices'

const reasons: Readonly<Record<HaltReason, { readonly tw: string; readonly en: string }>> = {
  news: { tw: '等待重大訊息', en: 'material news is awaited' },
  operator: { tw: '由營運者決定', en: 'the operator has decided so' },
  technical: { tw: '系統異常，處理中', en: 'a technical fault is being dealt with' },
  authority: { tw: '依主管機關要求', en: 'at the request of the authority' },
  market: { tw: '市況異常', en: 'trading conditions are disorderly' },
}

interface Named {
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
}

export function haltWords(instrument: Named | undefined, reason: HaltReason): WordedNotice {
  const who = instrument
    ? {
        tw: `${instrument.nameTw} ${instrument.symbol}`,
        en: `${instrument.nameEn} ${instrument.symbol}`,
      }
    : { tw: '整個市場', en: 'The whole market' }
  const why = reasons[reason]
  const summary = {
    tw: `${why.tw}。不收新委託，掛著的限價單還在，也可以取消；市價單已退回。`,
    en: `Reason: ${why.en}. No new orders. Limit orders stay and can be cancelled; market orders were taken off.`,
  }
  return {
    title: { tw: `${who.tw}暫停交易`, en: `Trading halted: ${who.en}` },
    summary,
    body: summary,
  }
}

export function resumeWords(instrument: Named | undefined): WordedNotice {
  const who = instrument
    ? {
        tw: `${instrument.nameTw} ${instrument.symbol}`,
        en: `${instrument.nameEn} ${instrument.symbol}`,
      }
    : { tw: '整個市場', en: 'The whole market' }
  const summary = {
    tw: '先收單兩分鐘，用一個價格一起成交，再恢復連續撮合。你的委託都還在，也可以取消。',
    en: 'Orders are collected for two minutes, matched at one price, and trading goes on. Your orders are still there and can be cancelled.',
  }
  return { title: { tw: `${who.tw}恢復交易`, en: `Trading resumes: ${who.en}` }, summary, body: summary }
}
