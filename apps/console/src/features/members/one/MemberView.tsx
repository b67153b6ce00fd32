// Everything about one member on one page, masked. Operators open it field by field, for a purpose.

import type { PersonalField } from '@fairlot/contract/operators'
import { Empty, TextLink } from '@fairlot/ui'
import { useState } from 'react'
import { PurposePopup } from '#features/operators'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { membersTexts } from '../texts/index.ts'
import { AssetsCard } from './AssetsCard.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { FundOrdersCard, OrdersCard, PositionsCard } from './Holdings.tsx'
import { MemberHead } from './MemberHead.tsx'
import { PlansCard } from './PlansCard.tsx'
import { NotesCard } from './NotesCard.tsx'
import { DocumentsCard } from './DocumentsCard.tsx'
import type { Opened } from './Personal.tsx'
import { RelatedCard, ViewsCard } from './RelatedCard.tsx'
import { RestrictionsCard } from './RestrictionsCard.tsx'
import { TrailCard } from './TrailCard.tsx'
import styles from './MemberView.module.css'

export function MemberView({ memberId }: { readonly memberId: string }) {
  const texts = membersTexts.use().one
  const read = useRead('/members/detail', { memberId }, { every: 15_000 })
  const [asked, setAsked] = useState<PersonalField | null>(null)
  const [opened, setOpened] = useState<Opened>({})
  const personal = { opened, onOpen: setAsked }
  const failed = read.data === undefined && read.isError ? read.error.failed : undefined
  const isMissing =
    failed?.why === 'refused' && (failed.msg === 'members.not-found' || failed.msg === 'input.invalid')
  // The address has no member: trying again would not help.
  if (isMissing) return <Empty nothing={texts.missing} text={texts.missingText} icon="mine" />
  return (
    <div className={styles.page}>
      <p className={styles.back}>
        <TextLink inline href="#/members">
          {texts.back}
        </TextLink>
      </p>
      <Answered read={read}>
        {(member) => (
          <>
            <MemberHead member={member} personal={personal} />
            <div className={styles.columns}>
              <div className={styles.column}>
                <AssetsCard member={member} />
                <PositionsCard member={member} />
                <FundOrdersCard member={member} />
                <OrdersCard member={member} />
                <PlansCard memberId={memberId} />
                <div className={styles.pair}>
                  <DocumentsCard member={member} personal={personal} />
                  <DevicesCard member={member} />
                </div>
              </div>
              <div className={styles.column}>
                <RestrictionsCard member={member} />
                <TrailCard member={member} />
                <NotesCard member={member} />
                <RelatedCard member={member} />
                <ViewsCard member={member} />
              </div>
            </div>
          </>
        )}
      </Answered>
      <PurposePopup
        open={asked !== null}
        onClose={() => setAsked(null)}
        onGiven={async (purpose) => {
          if (asked === null) return undefined
          const answer = await call('/operators/openPersonal', { memberId, field: asked, purpose })
          if (!answer.ok) return answer
          setOpened((before) => ({ ...before, [asked]: answer.data.value }))
          void refresh('/members/detail')
          return undefined
        }}
      />
    </div>
  )
}
