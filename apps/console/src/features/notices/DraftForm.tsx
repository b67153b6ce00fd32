import { Field, type Form, Note, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { optional, required } from '#kit/form/required.ts'
import { useSend } from '#kit/form/use-send.ts'
import { instantOf } from '#kit/form/When.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { useDraft } from '#shell/drafts.ts'
import { momentText } from '#shell/format.ts'
import { NoticePreview } from './NoticePreview.tsx'
import { noticesTexts } from './texts/index.ts'
import writing from '#kit/writing/Writing.module.css'

const empty = {
  titleTw: '',
  titleEn: '',
  summaryTw: '',
  summaryEn: '',
  bodyTw: '',
  bodyEn: '',
  path: '',
  sendAt: '',
  reason: '',
}
type Name = keyof typeof empty

interface Proposal {
  readonly reviewId: string
  readonly number: string
}

/** Both languages side by side, with a preview of what the member will see. */
export function DraftForm() {
  const all = noticesTexts.use()
  const texts = all.draft
  const navigate = useNavigate()
  const [form, forget] = useKeptForm()
  const { titleTw, titleEn, summaryTw, summaryEn, bodyTw, bodyEn, path, sendAt, reason } = form.values
  const noticeTexts = {
    title: { tw: titleTw, en: titleEn },
    summary: { tw: summaryTw, en: summaryEn },
    body: { tw: bodyTw, en: bodyEn },
  }
  const [sent, setSent] = useState<Proposal>()
  const { isBusy, failure, send } = useSend<Proposal>({
    of: JSON.stringify(form.values),
    onSend: () =>
      form.validate()
        ? call('/notices/proposeNotice', {
            ...noticeTexts,
            path: path.trim() === '' ? null : path.trim(),
            sendAt: sendAt === '' ? null : instantOf(sendAt),
            reason: reason.trim(),
          })
        : undefined,
    onDone: (proposal) => {
      forget()
      setSent(proposal)
      return refresh('/notices/sent', '/operators/queue', '/operators/queueCounts')
    },
  })
  if (sent !== undefined) return <Proposed proposal={sent} />
  return (
    <div className={writing.page}>
      <div className={writing.split}>
        <section className={writing.card}>
          <h2 className={writing.heading}>{texts.heading}</h2>
          <p className={writing.intro}>{all.intro}</p>
          <Fields form={form} />
          {failure === undefined ? null : (
            <Note tone="crit" role="alert">
              {failure}
            </Note>
          )}
          <div className={writing.actions}>
            <ConsoleButton kind="outline" onPress={() => navigate('/notices')}>
              {texts.cancel}
            </ConsoleButton>
            <ConsoleButton loading={isBusy} onPress={() => void send()}>
              {texts.send}
            </ConsoleButton>
          </div>
        </section>
        <NoticePreview notice={noticeTexts} when={sendAt === '' ? all.now : momentText(instantOf(sendAt))} />
      </div>
    </div>
  )
}

/** The form keeps its input until it is sent. */
function useKeptForm(): readonly [Form<Name>, () => void] {
  const texts = noticesTexts.use().draft
  const [draft, keep, forget] = useDraft('notice', empty)
  const needed = required(texts.required)
  const form = useForm<Name>({
    fields: {
      titleTw: needed,
      titleEn: needed,
      summaryTw: needed,
      summaryEn: needed,
      bodyTw: needed,
      bodyEn: needed,
      path: optional,
      sendAt: optional,
      reason: needed,
    },
    kept: JSON.stringify(draft),
  })
  const bind = (name: Name) => {
    const bound = form.bind(name)
    const onChange: typeof bound.onChange = (text, composing) => {
      bound.onChange(text, composing)
      keep({ [name]: text })
    }
    return { ...bound, onChange }
  }
  return [{ ...form, bind }, forget]
}

function Fields({ form }: { readonly form: Form<Name> }) {
  const texts = noticesTexts.use().draft
  return (
    <div className={writing.pair}>
      <Field {...form.bind('titleTw')} label={texts.title(texts.tw)} required />
      <Field {...form.bind('titleEn')} label={texts.title(texts.en)} required />
      <Field {...form.bind('summaryTw')} label={texts.summary(texts.tw)} multiline required />
      <Field {...form.bind('summaryEn')} label={texts.summary(texts.en)} multiline required />
      <Field {...form.bind('bodyTw')} label={texts.body(texts.tw)} help={texts.bodyHelp} multiline required />
      <Field {...form.bind('bodyEn')} label={texts.body(texts.en)} multiline required />
      <Field {...form.bind('path')} label={texts.path} help={texts.pathHelp} />
      <SendAt {...form.bind('sendAt')} />
      <Field {...form.bind('reason')} label={texts.reason} required />
    </div>
  )
}

function SendAt({ id, value, error, onChange }: ReturnType<Form<Name>['bind']>) {
  const texts = noticesTexts.use().draft
  return (
    <label className={writing.choice} htmlFor={id}>
      <span>{texts.sendAt}</span>
      <input
        id={id}
        type="datetime-local"
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
      />
      <small id={`${id}-help`}>{texts.sendAtHelp}</small>
    </label>
  )
}

function Proposed({ proposal: { number, reviewId } }: { readonly proposal: Proposal }) {
  const texts = noticesTexts.use().draft
  const navigate = useNavigate()
  return (
    <div className={writing.page}>
      <div className={writing.column}>
        <Note tone="brand" role="status">
          {texts.sent(number)}
        </Note>
        <div className={writing.actions}>
          <ConsoleButton kind="outline" onPress={() => navigate('/notices')}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton onPress={() => navigate(`/queue?kind=notice&review=${reviewId}`)}>
            {texts.toQueue}
          </ConsoleButton>
        </div>
      </div>
    </div>
  )
}
