import { formatMoney, formatQuantity, shares } from '@fairlot/money'
import { taipeiIso } from '../calendar/taipei.ts'
import { isNoticeCode, noticeForms } from './codes.ts'
import type { NoticeForm } from './form.ts'
import { noticeValueTexts } from './value-texts.ts'

export type NoticeParams = Readonly<Record<string, string | number>>

export interface NoticeText {
  readonly tw: string
  readonly en: string
}

export interface NoticeTexts {
  readonly title: NoticeText
  readonly summary: NoticeText
  readonly body: NoticeText
}

/** Throws for an unknown code and for a missing value: a member must never read a bare placeholder. */
export function describeNotice(code: string, params: NoticeParams): NoticeTexts {
  if (!isNoticeCode(code)) throw new Error(`no notice ${code}`)
  const form: NoticeForm = noticeForms[code]
  const say = (text: string, lang: 'tw' | 'en') => fill(text, params, lang, code)
  const both = (of: (wording: NoticeForm['tw']) => string): NoticeText => ({
    tw: say(of(form.tw), 'tw'),
    en: say(of(form.en), 'en'),
  })
  return {
    title: both(({ title }) => title),
    summary: both(({ summary }) => summary),
    body: both(({ summary, more = [] }) => [summary, ...more].join('\n\n')),
  }
}

const placeholder = /\{([a-zA-Z0-9]+)(?::([a-zA-Z]+))?\}/g

/** The values a notice needs, so that a test can check every sender. */
export function figuresOf(code: keyof typeof noticeForms): ReadonlySet<string> {
  const form: NoticeForm = noticeForms[code]
  const texts = [form.tw, form.en].flatMap(({ title, summary, more = [] }) => [title, summary, ...more])
  return new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name]) => name!)))
}

const fill = (text: string, params: NoticeParams, lang: 'tw' | 'en', code: string): string =>
  text.replaceAll(placeholder, (_, name: string, style: string | undefined) => {
    const value = params[name]
    if (value === undefined) throw new Error(`notice ${code} without ${name}`)
    return style === 'money' ? money(String(value), params) : write(String(value), style, lang)
  })

/** In the notice's currency, New Taiwan dollars when it names none. */
const money = (value: string, { currency = 'TWD' }: NoticeParams): string =>
  currency === 'TWD' ? formatMoney(value, { symbol: true }) : `${currency} ${formatMoney(value)}`

function write(value: string, style: string | undefined, lang: 'tw' | 'en'): string {
  switch (style) {
    case undefined:
      return value
    case 'percent':
      // Hundredths of a percent.
      return `${formatMoney(value)}%`
    case 'price':
      return formatMoney(value)
    case 'gain':
      return formatMoney(value, { plus: true })
    case 'shares':
      return formatQuantity(shares(BigInt(value)), lang)
    case 'moment':
      return taipei(value).slice(5, 16).replace('-', '/').replace('T', ' ')
    case 'day':
      return value.slice(5, 10).replace('-', '/')
    default: {
      const text = noticeValueTexts[style]?.[value]
      if (text === undefined) throw new Error(`no text ${style} for ${value}`)
      return text[lang]
    }
  }
}

/** All member-facing times are Taiwan time. */
const taipei = (instant: string): string => taipeiIso(new Date(instant).getTime())
