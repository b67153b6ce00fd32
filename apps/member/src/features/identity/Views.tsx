import type { PersonalField } from '@fairlot/contract/operators'
import { Card, Note, Section } from '@fairlot/ui'
import { useMoment } from '#shell/format.ts'
import type { Status } from './status.ts'
import { identityTexts } from './texts/index.ts'
import styles from './Identity.module.css'

/** Who opened which of the member's data, and for what purpose. */
export const Views = ({ views }: { readonly views: Status['views'] }) => {
  const texts = identityTexts.use().views
  const moment = useMoment()
  return (
    <Section title={texts.title} small>
      {views.length === 0 ? (
        <Note icon="eye-off">{texts.none}</Note>
      ) : (
        <Card rows>
          {views.map((view) => (
            <section key={`${view.at} ${view.field}`} className={styles.view}>
              <b>
                {view.operator} {texts.opened(texts.fields[view.field as PersonalField])}
              </b>
              <span>{view.purpose}</span>
              <small className="num">{moment(view.at)}</small>
            </section>
          ))}
        </Card>
      )}
    </Section>
  )
}
