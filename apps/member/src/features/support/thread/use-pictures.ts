// The pictures of one message: chosen, uploaded at once, removed.

import { supportRules } from '@fairlot/rules/support'
import { useState } from 'react'

export interface Picture {
  readonly key: number
  readonly file: File
  /** Undefined until the server has it. */
  readonly uploadId: string | undefined
}

export interface PictureList {
  readonly list: readonly Picture[]
  readonly isFull: boolean
  /** Every chosen one is uploaded. */
  readonly isReady: boolean
  readonly uploadIds: readonly string[]
  readonly add: (file: File) => void
  readonly remove: (key: number) => void
  readonly setUploaded: (key: number, uploadId: string | undefined) => void
  readonly clear: () => void
}

let made = 0

export const usePictures = (): PictureList => {
  const [list, setList] = useState<readonly Picture[]>([])
  return {
    list,
    isFull: list.length >= supportRules.pictures.default,
    isReady: list.every(({ uploadId }) => uploadId !== undefined),
    uploadIds: list.flatMap(({ uploadId }) => uploadId ?? []),
    add: (file) => setList((before) => [...before, { key: (made += 1), file, uploadId: undefined }]),
    remove: (key) => setList((before) => before.filter((each) => each.key !== key)),
    setUploaded: (key, uploadId) =>
      setList((before) => before.map((each) => (each.key === key ? { ...each, uploadId } : each))),
    clear: () => setList([]),
  }
}
