import { Card, Icon, KeyValues } from '@fairlot/ui'
import { useMoment } from '#shell/format.ts'
import type { Status } from './status.ts'
import { identityTexts } from './texts/index.ts'
import styles from './Identity.module.css'

export const Verified = ({ status: { sent, verifiedAt } }: { readonly status: Status }) => {
  const all = identityTexts.use()
  const moment = useMoment()
  return (
    <div className={styles.page}>
      <div className={styles.verified}>
        <span className={styles.seal}>
          <Icon name="shield-check" size={1.75} />
        </span>
        <div>
          <h2 className={styles.title}>{all.verified.title}</h2>
          <p className={styles.lead}>{all.verified.lead}</p>
        </div>
      </div>
      {sent === null ? null : (
        <Card pad>
          <KeyValues
            items={[
              { key: 'document', label: all.form.document, value: all.documents[sent.document] },
              { key: 'name', label: all.fields.name, value: sent.name },
              {
                key: 'number',
                label: all.form.number[sent.document],
                value: <span className="num">{sent.number}</span>,
              },
              ...(verifiedAt === null
                ? []
                : [{ key: 'at', label: all.verified.at, value: moment(verifiedAt) }]),
            ]}
          />
        </Card>
      )}
    </div>
  )
}
