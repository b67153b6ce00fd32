// Identity verification: the form, the pictures, the wait, what was returned, and what it allows.

import { useEffect, useState } from 'react'
import type { IdentityDocument } from '@fairlot/contract/identity'
import { fieldsOf } from '@fairlot/rules/identity'
import { Button } from '@fairlot/ui'
import { onOwn } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { refresh, useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { IdentityForm } from './IdentityForm.tsx'
import { Returned } from './Returned.tsx'
import type { Status } from './status.ts'
import { identityTexts } from './texts/index.ts'
import { Tiers } from './Tiers.tsx'
import { UnderReview } from './UnderReview.tsx'
import { Verified } from './Verified.tsx'
import { Views } from './Views.tsx'

export const IdentityScreen = () => {
  const status = useRead('/identity/status', {}, { every: 30_000 })
  useEffect(() => {
    const renew = () => void refresh('/identity/status', '/members/profile')
    return onOwn('identity.changed', renew, renew)
  }, [])
  const state = status.data?.state
  if (status.data !== undefined && (state === 'unverified' || state === 'rejected'))
    return <Sending status={status.data} />
  return (
    <RouteScreen>
      <Answered read={status}>
        {(data) => (
          <>
            {data.state === 'verified' ? <Verified status={data} /> : <UnderReview status={data} />}
            <Tiers tiers={data.tiers} />
            <Views views={data.views} />
          </>
        )}
      </Answered>
    </RouteScreen>
  )
}

/** Everything the first time; after a rejection that names fields only those, unless another document is used. */
const Sending = ({ status }: { readonly status: Status }) => {
  const texts = identityTexts.use()
  const [anew, setAnew] = useState(false)
  const [document, setDocument] = useState<IdentityDocument>(status.sent?.document ?? 'national-id')
  const isPartial = status.faults.length > 0 && !anew
  const fields = isPartial ? status.faults.map(({ field }) => field) : fieldsOf(document)
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
                setAnew(true)
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
