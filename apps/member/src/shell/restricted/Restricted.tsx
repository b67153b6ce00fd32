// Shown instead of a form that the member may not send: what is restricted, until when and why. It comes before every
// other obstacle, such as an identity that is not verified.

import { LinkButton, Note, StatusChip } from '@fairlot/ui'
import { useDay, useMoment } from '../format.ts'
import { restrictedTexts } from './texts/index.ts'
import type { Restriction } from './use-restrictions.ts'
import styles from './Restricted.module.css'

export const Restricted = ({ restrictions }: { readonly restrictions: readonly Restriction[] }) => {
  const texts = restrictedTexts.use()
  const day = useDay()
  const moment = useMoment()
  return (
    <div className={styles.stack}>
      {restrictions.map(({ restrictionId, kind, reason, reviewOn, since }) => (
        <section key={restrictionId} className={styles.reason}>
          <StatusChip tone="warn" icon="lock">
            {texts.kinds[kind]}
          </StatusChip>
          <h2>{texts.heading(texts.kinds[kind], day(reviewOn))}</h2>
          <p>{texts.reasons[reason]}</p>
          <small>{texts.since(moment(since))}</small>
        </section>
      ))}
      <Note>{texts.money}</Note>
      <LinkButton wide href="/user/setting?view=restrictions">
        {texts.more}
      </LinkButton>
      <LinkButton
        kind="outline"
        wide
        href={`/user/usercenter?support=list&refusal=restriction.${restrictions[0]?.kind ?? 'frozen'}`}
      >
        {texts.service}
      </LinkButton>
    </div>
  )
}
