import { Field, type Form, Icon, Note, useForm } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { optional, required } from '#kit/form/required.ts'
import { useSend } from '#kit/form/use-send.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { fundsTexts } from '../texts/index.ts'
import { isEntryId, type JournalField, WhichCard } from './WhichCard.tsx'
import { LinesCard } from './LinesCard.tsx'
import { type Draft, useDraft } from './use-draft.ts'
import { WeighedCards } from './WeighedCards.tsx'
import shared from '../Funds.module.css'
import styles from './Journal.module.css'

interface Proposal {
  readonly reviewId: string
  readonly number: string
}

/** What is sent; null until the lines balance and the member and the entry can be read. */
function bodyOf(draft: Draft, form: Form<JournalField>) {
  const member = form.values.member.trim()
  const original = form.values.original.trim()
  const isReady =
    draft.isBalanced &&
    (!draft.usesMember || /^\d{10}$/.test(member)) &&
    (original === '' || isEntryId(original))
  if (!isReady) return null
  return {
    currency: 'TWD',
    member: draft.usesMember ? member : null,
    lines: draft.posted(),
    why: draft.why,
    original: original === '' ? null : original,
  }
}

/** An operator writes a correction here; another operator decides it in the queue. */
export function JournalForm() {
  const texts = fundsTexts.use().journal
  const navigate = useNavigate()
  const draft = useDraft()
  const form = useForm<JournalField>({
    fields: {
      original: optional,
      member: optional,
      tw: required(texts.required),
      en: required(texts.required),
      note: optional,
    },
  })
  const { tw, en, note } = form.values
  const body = bodyOf(draft, form)
  const [sent, setSent] = useState<Proposal>()
  const { isBusy, failure, send } = useSend<Proposal>({
    of: JSON.stringify([body, form.values]),
    onSend: () =>
      body !== null && form.validate()
        ? call('/funds/proposeJournal', { ...body, texts: { tw, en }, note })
        : undefined,
    onDone: (proposal) => {
      setSent(proposal)
      return refresh('/operators/queue', '/operators/queueCounts', '/funds/journals')
    },
  })
  if (sent !== undefined) return <Proposed proposal={sent} />
  return (
    <div className={styles.form}>
      <p className={styles.intro}>{texts.intro}</p>
      <div className={styles.column}>
        <WhichCard form={form} draft={draft} />
        <LinesCard draft={draft} />
        <ReasonCard form={form} />
      </div>
      <div className={styles.column}>
        <WeighedCards body={body} />
        <MemberSees draft={draft} memberTexts={{ tw, en }} />
        {failure === undefined ? null : (
          <Note tone="crit" role="alert">
            {failure}
          </Note>
        )}
        <div className={styles.actions}>
          <ConsoleButton kind="outline" onPress={() => navigate('/funds/journal')}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton
            loading={isBusy}
            disabled={body === null}
            reason={texts.fillIn}
            onPress={() => void send()}
          >
            {texts.send(draft.lines.length)}
          </ConsoleButton>
        </div>
      </div>
    </div>
  )
}

function ReasonCard({ form }: { readonly form: Form<JournalField> }) {
  const texts = fundsTexts.use().journal
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>
        {texts.reason}
        <small>{texts.reasonText}</small>
      </h2>
      <div className={styles.pair}>
        <Field {...form.bind('tw')} label={texts.tw} multiline required />
        <Field {...form.bind('en')} label={texts.en} multiline required />
      </div>
      <Field {...form.bind('note')} label={texts.note} multiline />
    </section>
  )
}

interface MemberSeesProps {
  readonly draft: Draft
  readonly memberTexts: { readonly tw: string; readonly en: string }
}

function MemberSees({ draft, memberTexts }: MemberSeesProps) {
  const texts = fundsTexts.use().journal
  const language = useLanguage()
  const own = draft.lines.findIndex(({ account }) => account === 'member.available')
  if (own === -1) return null
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>
        {texts.memberSees}
        <small>{texts.memberSeesText}</small>
      </h2>
      <p className={styles.sees}>
        <Icon name="receipt" size={1.125} />
        <span>
          {texts.sees}
          <small>{memberTexts[language] || '—'}</small>
        </span>
        <span className="num">{formatMoney(draft.amounts[own] ?? 0n, { plus: true })}</span>
      </p>
    </section>
  )
}

function Proposed({ proposal: { number, reviewId } }: { readonly proposal: Proposal }) {
  const texts = fundsTexts.use().journal
  const navigate = useNavigate()
  return (
    <div className={shared.page}>
      <Note tone="brand" role="status">
        {texts.sent(number)}
      </Note>
      <div className={styles.actions}>
        <ConsoleButton kind="outline" onPress={() => navigate('/funds/journal')}>
          {texts.cancel}
        </ConsoleButton>
        <ConsoleButton onPress={() => navigate(`/queue?kind=journal&review=${reviewId}`)}>
          {texts.toQueue}
        </ConsoleButton>
      </div>
    </div>
  )
}
