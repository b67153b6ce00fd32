// Parses the messages of clients. They are untrusted input.

import { clientFrame, type ClientFrame, MAX_DETAILS, MAX_WATCHED } from '@fairlot/contract/live'

/** Returns undefined when the gateway does not know the message. */
export function readClientFrame(text: string): ClientFrame | 'too-many' | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const { data: frame } = clientFrame.safeParse(value)
  if (frame?.t !== 'watch') return frame
  const { rows, detail } = frame
  return detail.length > MAX_DETAILS || rows.length + detail.length > MAX_WATCHED ? 'too-many' : frame
}
