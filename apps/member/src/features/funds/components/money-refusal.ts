// Formats a refusal for the member. The server sends amounts in minor units and times in UTC.

import type { MessageParams } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { messageText } from '#shell/catalogue.ts'
import type { Refused } from '#shell/client.ts'
import { formatMoment } from '#shell/format.ts'
import { currentLanguage } from '@fairlot/app-shell/language'

const amounts = new Set(['min', 'max', 'left'])

const readable = (params: MessageParams): MessageParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const text = String(value)
      if (amounts.has(name) && /^-?\d+$/.test(text)) return [name, formatMoney(text)]
      if (name === 'at' && text.endsWith('Z')) return [name, formatMoment(text, currentLanguage())]
      return [name, value]
    }),
  )

export const moneyRefusal = ({ msg, params }: Refused): Promise<string> =>
  messageText(msg, params === undefined ? undefined : readable(params))
