import { Field, Note } from '@fairlot/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { useTyped } from '#kit/proposal/use-typed.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText } from '#shell/messages.ts'
import { NoticePreview } from './NoticePreview.tsx'
import { noticesTexts } from './texts/index.ts'
import styles from './Notices.module.css'

/** Both languages side by side, with a preview of what the member will see. */
export function DraftForm() {
  const all = noticesTexts.use()
  const texts = all.draft
  const navigate = useNavigate()
  const form = useTyped(
    {
      titleTw: '',
      titleEn: '',
      summaryTw: '',
      summaryEn: '',
      bodyTw: '',
      bodyEn: '',
      path: '',
      reason: '',
    },
    'notice',
  )
  const { titleTw, titleEn, summaryTw, summaryEn, bodyTw, bodyEn, path, reason } = form.values
  const words = {
    title: { tw: titleTw, en: titleEn },
    summary: { tw: summaryTw, en: summaryEn },
    body: { tw: bodyTw, en: bodyEn },
  }
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<{ readonly reviewId: string; readonly number: string }>()
  const send = async () => {
    if (isBusy) return
    if (
      !form.filled(
        texts.required,
        'titleTw',
        'titleEn',
        'summaryTw',
        'summaryEn',
        'bodyTw',
        'bodyEn',
        'reason',
      )
    )
      return
    setBusy(true)
    setFailure(undefined)
    const answer = await call('/notices/proposeNotice', {
      ...words,
      path: path.trim() === '' ? null : path.trim(),
      reason: reason.trim(),
    })
    setBusy(false)
    if (!answer.ok) return setFailure(await failureText(answer))
    form.forget()
    setSent(answer.data)
    await refresh('/notices/sent', '/operators/queue', '/operators/queueCounts')
  }
  if (sent !== undefined)
    return (
      <div className={styles.page}>
        <div className={styles.column}>
          <Note tone="brand" role="status">
            {texts.sent(sent.number)}
          </Note>
          <div className={styles.actions}>
            <ConsoleButton kind="outline" onPress={() => void navigate('/notices')}>
              {texts.cancel}
            </ConsoleButton>
            <ConsoleButton onPress={() => void navigate(`/queue?kind=notice&review=${sent.reviewId}`)}>
              {texts.toQueue}
            </ConsoleButton>
          </div>
        </div>
      </div>
    )
  return (
    <div className={styles.page}>
      <div className={styles.split}>
        <section className={styles.card}>
          <h2 className={styles.heading}>{texts.heading}</h2>
          <p className={styles.intro}>{all.intro}</p>
          <div className={styles.pair}>
            <Field {...form.bind('titleTw')} label={texts.title(texts.tw)} required />
            <Field {...form.bind('titleEn')} label={texts.title(texts.en)} required />
            <Field {...form.bind('summaryTw')} label={texts.summary(texts.tw)} multiline required />
            <Field {...form.bind('summaryEn')} label={texts.summary(texts.en)} multiline required />
            <Field
              {...form.bind('bodyTw')}
              label={texts.body(texts.tw)}
              help={texts.bodyHelp}
              multiline
              required
            />
            <Field {...form.bind('bodyEn')} label={texts.body(texts.en)} multiline required />
            <Field {...form.bind('path')} label={texts.path} help={texts.pathHelp} />
            <Field {...form.bind('reason')} label={texts.reason} required />
          </div>
          {failure === undefined ? null : (
            <Note tone="crit" role="alert">
              {failure}
            </Note>
          )}
          <div className={styles.actions}>
            <ConsoleButton kind="outline" onPress={() => void navigate('/notices')}>
              {texts.cancel}
            </ConsoleButton>
            <ConsoleButton loading={isBusy} onPress={() => void send()}>
              {texts.send}
            </ConsoleButton>
          </div>
        </section>
        <NoticePreview notice={words} when={all.now} />
      </div>
    </div>
  )
}
