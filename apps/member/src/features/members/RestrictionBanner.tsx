import type { DataOf } from '@fairlot/contract'
import { Note, TextLink } from '@fairlot/ui'
import { useDay } from '#shell/format.ts'
import { membersTexts } from './texts/index.ts'
import styles from './RestrictionBanner.module.css'

type Restriction = DataOf<'/members/profile'>['restrictions'][number]

/** Each restriction in one line: its kind, its latest end, and the link to its reason and the appeal. */
export const RestrictionBanner = ({ restrictions }: { restrictions: readonly Restriction[] }) => {
  const texts = membersTexts.use()
  const day = useDay()
  return restrictions.map(({ restrictionId, kind, reason, reviewOn }) => (
    <Note key={restrictionId} tone="warn" icon="lock" className={styles.banner}>
      <b className={styles.what}>{texts.restricted.banner(texts.restrictions[kind], day(reviewOn))}</b>
      <span className={styles.why}>{texts.reasons[reason]}</span>
      <TextLink inline href="/user/setting?view=restrictions">
        {texts.restricted.more}
      </TextLink>
    </Note>
  ))
}
