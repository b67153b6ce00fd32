// One upload with its progress. Another picture or leaving the page ends it.

import { useEffect, useRef, useState } from 'react'
import type { Failed } from '#shell/client.ts'
import { sendPicture } from './send-picture.ts'

export interface Upload<Picture extends Blob> {
  readonly picture: Picture
  /** The picture, for an image element. */
  readonly url: string
  readonly share: number
  readonly state: 'sending' | 'sent' | 'failed'
}

/** `onUploaded` is called with the id once the server has it; with undefined before that. */
export const useUpload = <Picture extends Blob>(onUploaded: (uploadId: string | undefined) => void) => {
  const [upload, setUpload] = useState<Upload<Picture>>()
  const running = useRef<AbortController>(undefined)
  const shown = upload?.url
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => (shown === undefined ? undefined : () => URL.revokeObjectURL(shown)), [shown])

  /** Returns why the upload failed. */
  const send = async (picture: Picture, url: string): Promise<Failed | undefined> => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    onUploaded(undefined)
    setUpload({ picture, url, share: 0, state: 'sending' })
    const answer = await sendPicture(picture, {
      signal: mine.signal,
      onProgress: (share) => {
        if (!mine.signal.aborted) setUpload({ picture, url, share, state: 'sending' })
      },
    })
    if (mine.signal.aborted) return undefined
    if (!answer.ok) {
      setUpload({ picture, url, share: 0, state: 'failed' })
      return answer
    }
    setUpload({ picture, url, share: 1, state: 'sent' })
    onUploaded(answer.data.uploadId)
    return undefined
  }
  return { upload, send, clear: () => setUpload(undefined) }
}
