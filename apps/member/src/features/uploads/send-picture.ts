// A picture as the whole request body. fetch has no upload progress, so XMLHttpRequest is used.

import type { DataOf } from '@fairlot/contract'
import { envelopeOf, refusedBy } from '@fairlot/app-shell/api'
import { BASE, headersOf, type Answer } from '#shell/client.ts'
import { currentSession } from '#shell/session.ts'

const PATH = '/uploads/image'
/** A photo over a slow connection can take long, but not without any progress for this time. */
const SILENCE_MS = 30_000

export interface SendPicture {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

export const sendPicture = (file: Blob, { onProgress, signal }: SendPicture): Promise<Answer<typeof PATH>> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let silence: ReturnType<typeof setTimeout>
    let isSilent = false
    const alive = () => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        isSilent = true
        request.abort()
      }, SILENCE_MS)
    }
    const end = (answer: Answer<typeof PATH>) => {
      clearTimeout(silence)
      resolve(answer)
    }
    request.open('POST', `${BASE}${PATH}`)
    headersOf(currentSession(), file.type).forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      alive()
      onProgress(total === 0 ? 0 : loaded / total)
    })
    request.addEventListener('load', () => end(read(request.responseText)))
    request.addEventListener('error', () => end({ ok: false, why: 'offline' }))
    request.addEventListener('abort', () => end({ ok: false, why: isSilent ? 'timeout' : 'aborted' }))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    alive()
    request.send(file)
  })

const read = (text: string): Answer<typeof PATH> => {
  try {
    const envelope = envelopeOf(JSON.parse(text))
    return envelope.status === 1
      ? { ok: true, data: envelope.data as DataOf<typeof PATH>, msg: envelope.msg }
      : refusedBy(envelope)
  } catch {
    return { ok: false, why: 'unreadable' }
  }
}
