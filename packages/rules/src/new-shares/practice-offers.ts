// The offers of a practice market: invented companies, marked in their names, one after the other. The terms follow from
// the number of the company and the time of the announcement alone, so the operator who approves one can compute what it
// has to be. The database has the same bounds: practice.is_practice_offer.

import { addDays, hourMs, taipeiDate, taipeiMidnight } from '../calendar/taipei.ts'

interface Texts {
  readonly tw: string
  readonly en: string
}

/** The payload of a review of kind `offer`. */
export interface PracticeOffer {
  readonly symbol: string
  readonly name: Texts
  readonly industry: Texts
  /** Hundredths, on a tick. */
  readonly price: string
  readonly lots: number
  readonly minShares: number
  readonly maxPerMember: number
  readonly paymentMode: 'prepaid'
  readonly pe: null
  readonly industryPe: null
  readonly announcesAt: string
  readonly opensAt: string
  readonly closesAt: string
  readonly drawsAt: string
  readonly payBy: string
  readonly issuesOn: string
  readonly listsOn: string
}

/** No stock of Taiwan has such a code. */
const firstCode = 97_000
export const practiceCompanies = 999

const heads =
  '曜Yao 澄Cheng 嶼Yu 翎Ling 梧Wu 蔚Wei 硯Yan 霽Ji 澔Hao 岑Cen 筠Yun 澈Che 朔Shuo 芮Rui 樺Hua 礪Li'.split(' ')
const tails = '川chuan 木mu 岳yue 禾he 舟zhou 嵐lan 野ye 石shi 原yuan 樹shu 泉quan 橋qiao 塔ta'.split(' ')
const industries: readonly Texts[] = [
  { tw: '半導體業', en: 'Semiconductor' },
  { tw: '生技醫療業', en: 'Biotechnology and Medical Care' },
  { tw: '電子零組件業', en: 'Electronic Parts and Components' },
  { tw: '食品工業', en: 'Food' },
  { tw: '通信網路業', en: 'Communications and Internet' },
]
const prices = [4_250, 6_180, 8_600, 12_150, 2_875, 9_440, 15_800, 3_620]
const lots = 5

/** Between the proposal and the opening: another operator approves, the commitment becomes public. */
const openingMs = 30_000
const openDays = 3

const partOf = (parts: readonly string[], number: number): readonly [tw: string, en: string] => {
  const part = parts[number % parts.length]!
  return [part.slice(0, 1), part.slice(1)]
}

/** Every pair of syllables is used before one comes again. */
function nameOf(number: number): Texts {
  const [head, headEn] = partOf(heads, number)
  const [tail, tailEn] = partOf(tails, number)
  return { tw: `${head}${tail}-模擬`, en: `${headEn}${tailEn} (Practice)` }
}

/** The company's number, from 1; undefined for a code that is none of a practice company. */
export function practiceNumber(symbol: string): number | undefined {
  const number = Number(symbol) - firstCode
  return /^\d{5}$/.test(symbol) && number >= 1 && number <= practiceCompanies ? number : undefined
}

export function practiceOffer(number: number, announcesAt: Date): PracticeOffer {
  const today = taipeiDate(announcesAt.getTime())
  const at = (days: number, hours: number): string =>
    new Date(taipeiMidnight(addDays(today, days)) + hours * hourMs).toISOString()
  const listsOn = addDays(today, openDays + 2)
  return {
    symbol: String(firstCode + number),
    name: nameOf(number),
    industry: industries[number % industries.length]!,
    price: String(prices[number % prices.length]),
    lots,
    minShares: 1_000,
    maxPerMember: 1,
    paymentMode: 'prepaid',
    pe: null,
    industryPe: null,
    announcesAt: announcesAt.toISOString(),
    opensAt: new Date(announcesAt.getTime() + openingMs).toISOString(),
    closesAt: at(openDays, 14),
    drawsAt: at(openDays, 14.5),
    payBy: at(openDays + 1, 12),
    issuesOn: listsOn,
    listsOn,
  }
}
