// What this operator opens for one review: pictures, personal fields and covered texts, all with one key and one
// purpose. The server records each once; until the review is decided they open again without asking.

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, type Failed, openFile } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { toastFailure } from '#shell/messages.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { queueTexts } from './texts/index.ts'
import type { ReviewDetail } from './view.ts'

export interface Openings {
  /** URLs of opened pictures, by file. */
  readonly pictures: Readonly<Record<string, string>>
  /** Values of opened fields, by name. */
  readonly fields: Readonly<Record<string, string>>
  /** The documents this page has shown: what the operator's key signs. */
  readonly shown: readonly string[]
  /** There is something left to open, and this operator may. */
  readonly canOpen: boolean
  readonly isBusy: boolean
  readonly open: () => Promise<void>
}

export const useOpenings = (detail: ReviewDetail): Openings => {
  const texts = queueTexts.use().personal
  const me = useMe()
  const { review, mustOpen } = detail
  const isOpen = review.state === 'waiting' || review.state === 'second'
  const [pictures, setPictures] = useState<Readonly<Record<string, string>>>({})
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const urls = useRef<string[]>([])
  const memberId = review.member?.memberId
  const may = isOpen && memberId !== undefined && mayDo(me, 'open-personal')
  const fieldNames = detail.facts.flatMap(({ personal }) =>
    personal === null || personal.memberId !== memberId ? [] : [personal.field],
  )
  // A picture counts when this page holds it, whatever the server says about an earlier opening.
  const shown = mustOpen.flatMap(({ code, openedAt }) => {
    const picture = detail.pictures.find((each) => each.code === code)
    const isHere = picture === undefined || pictures[picture.fileId] !== undefined
    return openedAt !== null && isHere ? [code] : []
  })
  const left =
    mustOpen.some(({ openedAt }) => openedAt === null) ||
    detail.pictures.some(({ fileId }) => pictures[fileId] === undefined) ||
    fieldNames.some((field) => fields[field] === undefined)

  const open = async () => {
    if (!may || isBusy) return
    setBusy(true)
    const purpose = texts.reviewing(review.number)
    const { reviewId } = review
    const failures: Failed[] = []
    await Promise.all([
      ...detail.pictures
        .filter(({ fileId }) => pictures[fileId] === undefined)
        .map(async ({ fileId }) => {
          const answer = await openFile('/uploads/openPicture', { memberId, fileId, purpose, reviewId })
          if (!answer.ok) return void failures.push(answer)
          const url = URL.createObjectURL(answer.file)
          urls.current.push(url)
          setPictures((before) => ({ ...before, [fileId]: url }))
        }),
      ...fieldNames
        .filter((field) => fields[field] === undefined)
        .map(async (field) => {
          const answer = await call('/operators/openPersonal', { memberId, field, purpose, reviewId })
          if (!answer.ok) return void failures.push(answer)
          setFields((before) => ({ ...before, [field]: answer.data.value }))
        }),
      ...mustOpen
        .filter(
          ({ code, openedAt }) =>
            openedAt === null && !detail.pictures.some((picture) => picture.code === code),
        )
        .map(async ({ code }) => {
          const answer = await call('/operators/openDocument', { reviewId, document: code })
          if (!answer.ok) failures.push(answer)
        }),
    ])
    setBusy(false)
    if (failures[0] !== undefined) await toastFailure(failures[0])
    await refresh('/operators/review')
  }

  // What was already opened for this review is shown again at once.
  const openAgain = useEffectEvent(() => {
    if (may && mustOpen.length > 0 && mustOpen.every(({ openedAt }) => openedAt !== null)) void open()
  })
  useEffect(() => {
    openAgain()
  }, [])
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url)
      urls.current = []
    },
    [],
  )
  return { pictures, fields, shown, canOpen: may && left, isBusy, open }
}
