// Identity verification: the form, the pictures, the wait, a rejection, and what each tier allows.

import { lazy, Suspense, useState } from 'react'
import type { IdentityDocument } from '@fairlot/contract/identity'
import { fieldsOf } from '@fairlot/rules/identity'
import { Button, SkeletonRows } from '@fairlot/ui'
import { Answered } from '#shell/Answered.tsx'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { readDraft } from './draft.ts'
import { Returned } from './Returned.tsx'
import type { Status } from './status.ts'
import { identityTexts } from './texts/index.ts'
import { Tiers } from './Tiers.tsx'
import { Views } from './Views.tsx'

// A member is in one state at a time, so the screens of the other states are not loaded.
const IdentityForm = lazy(() => import('./IdentityForm.tsx').then((file) => ({ default: file.IdentityForm })))
const UnderReview = lazy(() => import('./UnderReview.tsx').then((file) => ({ default: file.UnderReview })))
const Verified = lazy(() => import('./Verified.tsx').then((file) => ({ default: file.Verified })))

const Loading = () => <SkeletonRows label={shellTexts.use().loading} />

export const IdentityScreen = () => {
  const status = useRead('/identity/status', {}, { every: 30_000 })
  useMemberEvents(['identity.changed'], () => void refresh('/identity/status', '/members/profile'))
  const state = status.data?.state
  if (status.data !== undefined && (state === 'unverified' || state === 'rejected'))
    return (
      <Suspense
        fallback={
          <RouteScreen>
            <Loading />
          </RouteScreen>
        }
      >
        <Sending status={status.data} />
      </Suspense>
    )
  return (
    <RouteScreen>
      <Answered read={status}>
        {(data) => (
          <>
            <Suspense fallback={<Loading />}>
              {data.state === 'verified' ? <Verified status={data} /> : <UnderReview status={data} />}
            </Suspense>
            <Tiers tiers={data.tiers} />
            <Views views={data.views} />
          </>
        )}
      </Answered>
      <HelpRow page="identity" />
    </RouteScreen>
  )
}

/** Everything the first time; after a rejection that names fields only those, unless another document is used. */
const Sending = ({ status }: { readonly status: Status }) => {
  const texts = identityTexts.use()
  const [startsOver, setStartsOver] = useState(false)
  const [document, setDocument] = useState<IdentityDocument>(
    () => readDraft()?.document ?? status.sent?.document ?? 'national-id',
  )
  const isPartial = status.problems.length > 0 && !startsOver
  const fields = isPartial ? status.problems.map(({ field }) => field) : fieldsOf(document)
  return (
    <IdentityForm
      key={isPartial ? 'again' : 'whole'}
      document={document}
      onDocument={isPartial ? undefined : setDocument}
      fields={fields}
      head={status.state === 'rejected' ? <Returned status={status} /> : null}
      foot={
        <>
          {isPartial ? (
            <Button
              kind="text"
              wide
              onPress={() => {
                setStartsOver(true)
                setDocument(status.sent?.document === 'passport' ? 'national-id' : 'passport')
              }}
            >
              {texts.again.other}
            </Button>
          ) : null}
          <Tiers tiers={status.tiers} />
          <Views views={status.views} />
        </>
      }
    />
  )
}
