import { Icon, LinkButton } from '@fairlot/ui'
import type { VerificationState } from '@fairlot/contract/members'
import { fundComponentsTexts } from './texts/index.ts'
import styles from './Components.module.css'

/** Shown until the member is verified: nothing here works before, and it links to verification. */
export const IdentityFirst = ({ state }: { readonly state: VerificationState | undefined }) => {
  const texts = fundComponentsTexts.use().identity
  const waits = state === 'under-review'
  return (
    <section className={styles.identity}>
      <span className={styles.mark}>
        <Icon name={waits ? 'clock' : 'identity'} size={1.75} />
      </span>
      <h2>{texts.title}</h2>
      <p>{waits ? texts.pending : texts.text}</p>
      <LinkButton wide href="/user/bandCard">
        {waits ? texts.view : texts.action}
      </LinkButton>
    </section>
  )
}
