import { Field, Note, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { required } from '#kit/form/required.ts'
import { useSend } from '#kit/form/use-send.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import type { Article } from './draft.ts'
import { NewsPreview } from './NewsPreview.tsx'
import { type Proposal, Proposed } from './Proposed.tsx'
import { newsTexts } from './texts/index.ts'
import writing from '#kit/writing/Writing.module.css'

/** Takes an article back, or cancels it before its time: with the reason that members will read. */
export function WithdrawForm({ article }: { readonly article: Article }) {
  const all = newsTexts.use()
  const texts = all.withdrawing
  const { articleId, version: withdraws, isScheduled, at } = article
  const navigate = useNavigate()
  const [sent, setSent] = useState<Proposal>()
  const needed = required(texts.required)
  const form = useForm<'noteTw' | 'noteEn' | 'why'>({
    fields: { noteTw: needed, noteEn: needed, why: needed },
  })
  const { values } = form
  const { isBusy, failure, send } = useSend<Proposal>({
    of: JSON.stringify(values),
    onSend: () => {
      if (!form.validate()) return undefined
      const note = { tw: values.noteTw, en: values.noteEn }
      return call('/news/proposeWithdrawal', { articleId, withdraws, note, why: values.why.trim() })
    },
    onDone: (proposal) => {
      setSent(proposal)
      return refresh('/news/published', '/operators/queue', '/operators/queueCounts')
    },
  })
  if (sent !== undefined) return <Proposed proposal={sent} />
  return (
    <div className={writing.page}>
      <div className={writing.split}>
        <section className={writing.card}>
          <h2 className={writing.heading}>{isScheduled ? texts.cancelHeading : texts.heading}</h2>
          <p className={writing.intro}>{isScheduled ? texts.cancelIntro : texts.intro}</p>
          <div className={writing.pair}>
            <Field {...form.bind('noteTw')} label={texts.note(all.draft.tw)} help={texts.noteHelp} required />
            <Field {...form.bind('noteEn')} label={texts.note(all.draft.en)} required />
            <Field {...form.bind('why')} label={texts.why} required />
          </div>
          {failure === undefined ? null : (
            <Note tone="crit" role="alert">
              {failure}
            </Note>
          )}
          <div className={writing.actions}>
            <ConsoleButton kind="outline" onPress={() => navigate('/news')}>
              {all.draft.cancel}
            </ConsoleButton>
            <ConsoleButton loading={isBusy} onPress={() => void send()}>
              {all.draft.send}
            </ConsoleButton>
          </div>
        </section>
        <NewsPreview
          article={article}
          when={isScheduled ? momentText(at) : all.publishedAt(momentText(at))}
        />
      </div>
    </div>
  )
}
