import { Skeleton } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { maskAccount } from '#shell/mask-account.ts'
import { MemberMark } from './MemberMark.tsx'
import { membersTexts } from './texts/index.ts'
import { VerificationChip } from './VerificationChip.tsx'
import styles from './MemberHeader.module.css'

interface Props {
  readonly account: string
  readonly profile: DataOf<'/members/profile'> | undefined
}

export const MemberHeader = ({ account, profile }: Props) => {
  const texts = membersTexts.use()
  return (
    <section className={styles.header}>
      <MemberMark />
      <div className={styles.texts}>
        <div className={styles.first}>
          <b className={styles.account}>{maskAccount(account)}</b>
          {profile === undefined ? null : <VerificationChip state={profile.verification} />}
        </div>
        <div className={styles.kind}>
          {profile === undefined ? <Skeleton width="4rem" /> : texts.kinds[profile.kind]}
        </div>
      </div>
    </section>
  )
}
