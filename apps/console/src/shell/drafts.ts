// Unsent drafts: they survive navigation, a reload and an ended session. Stored in this tab only, under the operator's
// own id, and removed when sent. Never a secret.

import { storageIn } from '@fairlot/app-shell/storage'
import { useCallback, useState } from 'react'
import { useMe } from './session.ts'

const PREFIX = 'draft'

const keyOf = (operatorId: string, name: string): string => `${PREFIX} ${operatorId} ${name}`

// Without storage the draft is kept as long as the page is open.
const { read, write } = storageIn<string>(() => sessionStorage)

const parse = <Value extends object>(text: string | null, empty: Value): Value => {
  try {
    const value: unknown = text === null ? null : JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...empty, ...value } : empty
  } catch {
    return empty
  }
}

/**
 * A draft under a name, such as `review <id>`; without a name it is kept as long as the page is open. The third part
 * removes it.
 */
export const useDraft = <Value extends object>(
  name: string | null,
  empty: Value,
): readonly [Value, (next: Partial<Value>) => void, () => void] => {
  const me = useMe()
  const key = name === null ? null : keyOf(me?.operatorId ?? '', name)
  const [value, setValue] = useState<Value>(() => parse(key === null ? null : read(key), empty))
  const change = useCallback(
    (next: Partial<Value>) =>
      setValue((before) => {
        const after = { ...before, ...next }
        if (key !== null) write(key, JSON.stringify(after))
        return after
      }),
    [key],
  )
  const forget = useCallback(() => {
    if (key !== null) write(key, null)
  }, [key])
  return [value, change, forget]
}
