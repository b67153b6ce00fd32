import { moveOf } from '@fairlot/rules/favourites'
import type { NoticeToSend } from '#features/notices'
import type { Firing, Names } from './store.ts'

const codes = { 'rises-to': 'alert.rose', 'falls-to': 'alert.fell', moves: 'alert.moved' } as const

/** The notice that stays after the toast is gone. */
export const noticeOf = (
  { memberId, symbol, kind, threshold, repeat, price, reference, at }: Firing,
  { tw, en }: Names,
): NoticeToSend => ({
  memberId,
  code: codes[kind],
  params: {
    name: tw,
    nameEn: en,
    threshold,
    price,
    repeat,
    move: moveOf(price, reference),
    way: price >= reference ? 'up' : 'down',
  },
  path: `/market/marketDetail?symbol=${symbol}`,
  at,
})
