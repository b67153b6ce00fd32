import { Button, Card, Dialog, KeyValues, ProgressSteps } from '@fairlot/ui'
import { useRef, useState } from 'react'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import type { Status } from './status.ts'
import { identityTexts } from './texts/index.ts'
import styles from './Identity.module.css'

export const UnderReview = ({ status }: { readonly status: Status }) => {
  const all = identityTexts.use()
  const texts = all.review
  const moment = useMoment()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const key = useRef(newIdempotencyKey())
  const cancel = async () => {
    setBusy(true)
    const answer = await call('/identity/cancel', {}, { idempotencyKey: key.current })
    if (!answer.ok && answer.why === 'refused') key.current = newIdempotencyKey()
    await refresh('/identity/status', '/members/profile')
    setBusy(false)
    setAsking(false)
  }
  const { sent } = status
  return (
    <div className={styles.page}>
      <ProgressSteps label={all.stepOf(3)} steps={all.steps} current={2} />
      <div>
        <h2 className={styles.title}>{texts.title}</h2>
        <p className={styles.lead}>{texts.lead}</p>
      </div>
      <Card pad>
        <KeyValues
          items={[
            ...(status.promisedAt === null
              ? []
              : [{ key: 'promised', label: texts.promised, value: moment(status.promisedAt) }]),
            ...(status.ahead === null
              ? []
              : [{ key: 'ahead', label: texts.ahead, value: texts.aheadCount(status.ahead) }]),
            ...(sent === null
              ? []
              : [
                  { key: 'name', label: all.fields.name, value: sent.name },
                  {
                    key: 'number',
                    label: all.form.number[sent.document],
                    value: <span className="num">{sent.number}</span>,
                  },
                  { key: 'at', label: texts.sentAt, value: moment(sent.at) },
                ]),
          ]}
        />
      </Card>
      <Button kind="outline" wide onPress={() => setAsking(true)}>
        {texts.cancel}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        role="alertdialog"
        icon="identity"
        title={texts.cancelAsk}
        actions={
          <>
            <Button kind="danger-fill" wide loading={busy} onPress={() => void cancel()}>
              {texts.cancel}
            </Button>
            <Button kind="text" wide onPress={() => setAsking(false)}>
              {texts.keep}
            </Button>
          </>
        }
      >
        {texts.cancelText}
      </Dialog>
    </div>
  )
}
