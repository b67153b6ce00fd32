import { differingFigures } from '@fairlot/rules/news'
import { writtenTopics } from '@fairlot/contract/news/states'
import { cx, Field, type Form, Icon, Note, useForm } from '@fairlot/ui'
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
import { type Article, contentOf, type DraftName, draftOf } from './draft.ts'
import { NewsPreview } from './NewsPreview.tsx'
import { PictureField } from './PictureField.tsx'
import { type Proposal, Proposed } from './Proposed.tsx'
import { newsTexts } from './texts/index.ts'
import writing from '#kit/writing/Writing.module.css'
import styles from './News.module.css'

/** Both languages side by side, with a preview of what the member will see. A correction begins with `article`. */
export function DraftForm({ article }: { readonly article?: Article | undefined }) {
  const all = newsTexts.use()
  const texts = all.draft
  const navigate = useNavigate()
  const [form, forget] = useKeptForm(article)
  const { values } = form
  const content = contentOf(values)
  const [sent, setSent] = useState<Proposal>()
  const { isBusy, failure, send } = useSend<Proposal>({
    of: JSON.stringify(values),
    onSend: () => {
      if (!form.validate()) return undefined
      const why = values.why.trim()
      if (article === undefined) {
        const publishAt = values.publishAt === '' ? null : instantOf(values.publishAt)
        return call('/news/proposeArticle', { ...content, publishAt, why })
      }
      const { articleId, version: corrects } = article
      const note = { tw: values.noteTw, en: values.noteEn }
      return call('/news/proposeCorrection', { articleId, corrects, ...content, note, why })
    },
    onDone: (proposal) => {
      forget()
      setSent(proposal)
      return refresh('/news/published', '/operators/queue', '/operators/queueCounts')
    },
  })
  if (sent !== undefined) return <Proposed proposal={sent} />
  return (
    <div className={writing.page}>
      <div className={writing.split}>
        <section className={writing.card}>
          <h2 className={writing.heading}>{article === undefined ? texts.heading : texts.correctHeading}</h2>
          <p className={writing.intro}>{article === undefined ? all.intro : texts.correctIntro}</p>
          <Fields form={form} isCorrection={article !== undefined} />
          <Figures tw={`${values.titleTw}\n${values.bodyTw}`} en={`${values.titleEn}\n${values.bodyEn}`} />
          {failure === undefined ? null : (
            <Note tone="crit" role="alert">
              {failure}
            </Note>
          )}
          <div className={writing.actions}>
            <ConsoleButton kind="outline" onPress={() => navigate('/news')}>
              {texts.cancel}
            </ConsoleButton>
            <ConsoleButton loading={isBusy} onPress={() => void send()}>
              {texts.send}
            </ConsoleButton>
          </div>
        </section>
        <NewsPreview
          article={content}
          when={values.publishAt === '' ? all.now : momentText(instantOf(values.publishAt))}
        />
      </div>
    </div>
  )
}

/** The form keeps its input until it is sent. */
function useKeptForm(article: Article | undefined): readonly [Form<DraftName>, () => void] {
  const texts = newsTexts.use().draft
  const [draft, keep, forget] = useDraft(
    article === undefined ? 'news' : `news ${article.articleId} ${article.version}`,
    draftOf(article),
  )
  const needed = required(texts.required)
  const noteNeeded = article === undefined ? optional : needed
  const form = useForm<DraftName>({
    fields: {
      topic: { ...optional, initial: draft.topic },
      titleTw: needed,
      titleEn: needed,
      bodyTw: needed,
      bodyEn: needed,
      rule: optional,
      symbols: optional,
      picture: optional,
      publishAt: optional,
      noteTw: noteNeeded,
      noteEn: noteNeeded,
      why: needed,
    },
    kept: JSON.stringify(draft),
  })
  const bind = (name: DraftName) => {
    const bound = form.bind(name)
    const onChange: typeof bound.onChange = (text, composing) => {
      bound.onChange(text, composing)
      keep({ [name]: text })
    }
    return { ...bound, onChange }
  }
  return [{ ...form, bind }, forget]
}

interface FieldsProps {
  readonly form: Form<DraftName>
  readonly isCorrection: boolean
}

function Fields({ form, isCorrection }: FieldsProps) {
  const texts = newsTexts.use().draft
  return (
    <div className={cx(writing.pair, styles.fields)}>
      <TopicField {...form.bind('topic')} />
      {isCorrection ? <span /> : <PublishAt {...form.bind('publishAt')} />}
      <Field {...form.bind('titleTw')} label={texts.title(texts.tw)} required />
      <Field {...form.bind('titleEn')} label={texts.title(texts.en)} required />
      <Field {...form.bind('bodyTw')} label={texts.body(texts.tw)} help={texts.bodyHelp} multiline required />
      <Field {...form.bind('bodyEn')} label={texts.body(texts.en)} multiline required />
      {isCorrection ? (
        <>
          <Field {...form.bind('noteTw')} label={texts.note(texts.tw)} help={texts.noteHelp} required />
          <Field {...form.bind('noteEn')} label={texts.note(texts.en)} required />
        </>
      ) : null}
      <Field {...form.bind('rule')} label={texts.rule} help={texts.ruleHelp} />
      <Field {...form.bind('symbols')} label={texts.symbols} help={texts.symbolsHelp} />
      <PictureField {...form.bind('picture')} />
      <Field {...form.bind('why')} label={texts.why} required />
    </div>
  )
}

function TopicField({ id, value, onChange }: ReturnType<Form<DraftName>['bind']>) {
  const texts = newsTexts.use()
  return (
    <div className={writing.choice}>
      <label htmlFor={id}>{texts.topic}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {writtenTopics.map((topic) => (
          <option key={topic} value={topic}>
            {texts.topics[topic]}
          </option>
        ))}
      </select>
    </div>
  )
}

function PublishAt({ id, value, error, onChange }: ReturnType<Form<DraftName>['bind']>) {
  const texts = newsTexts.use().draft
  return (
    <label className={writing.choice} htmlFor={id}>
      <span>{texts.publishAt}</span>
      <input
        id={id}
        type="datetime-local"
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
      />
      <small id={`${id}-help`}>{texts.publishAtHelp}</small>
    </label>
  )
}

/** Whether both languages have the same figures, before a second person reads them. */
function Figures({ tw, en }: { readonly tw: string; readonly en: string }) {
  const texts = newsTexts.use().draft
  const differing = differingFigures(tw, en)
  return (
    <p className={styles.check} role="status">
      <Icon name={differing.length === 0 ? 'check' : 'warning'} size={1} weight={2} />
      {differing.length === 0 ? texts.sameFigures : texts.otherFigures(differing.slice(0, 5).join(' '))}
    </p>
  )
}
