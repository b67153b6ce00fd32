import { Card, KeyValues } from '@fairlot/ui'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatDate } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { membersTexts } from './texts/index.ts'
import { VerificationChip } from './VerificationChip.tsx'

export const ProfileView = () => {
  const texts = membersTexts.use()
  const profile = useRead('/members/profile', {})
  return (
    <RouteScreen>
      <Answered read={profile}>
        {({ account, kind, verification, memberId, joinedAt }) => (
          <Card pad>
            <KeyValues
              items={[
                {
                  key: 'account',
                  label: texts.profile.account,
                  value: <span className="num">{account}</span>,
                },
                { key: 'kind', label: texts.profile.kind, value: texts.kinds[kind] },
                {
                  key: 'verification',
                  label: texts.profile.verification,
                  value: <VerificationChip state={verification} />,
                },
                { key: 'joined', label: texts.profile.joined, value: formatDate(joinedAt) },
                {
                  key: 'memberId',
                  label: texts.profile.memberId,
                  value: <span className="mono">{memberId}</span>,
                },
              ]}
            />
          </Card>
        )}
      </Answered>
    </RouteScreen>
  )
}
