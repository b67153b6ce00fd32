import { journalReasons, type JournalReason } from '@fairlot/contract/funds'
import { Field, Icon, Note } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { useTyped } from '#kit/proposal/use-typed.ts'
import { call } from '#shell/client.ts'
import { readOnce, ReadError, refresh } from '#shell/data.ts'
import { formatMoment } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { failureText } from '#shell/messages.ts'
import { fundsTexts } from '../texts/index.ts'
import { LinesCard } from './LinesCard.tsx'
import { useDraft } from './use-draft.ts'
import { WeighedCards } from './WeighedCards.tsx'
import shared from '../Funds.module.css'
import styles from './Journal.module.css'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** An operator writes a correction here; another operator decides it in the queue. */
export function JournalForm() {
  const all = fundsTexts.use()
  const texts = all.journal
  const navigate = useNavigate()
  const language = useLanguage()
  const draft = useDraft()
  const form = useTyped({ original: '', member: '', tw: '', en: '', note: '' })
  const { original, member, tw, en, note } = form.values
  const [found, setFound] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<{ readonly reviewId: string; readonly number: string }>()
  const isReady =
    draft.isBalanced &&
    (!draft.usesMember || /^\d{10}$/.test(member.trim())) &&
    (original.trim() === '' || uuid.test(original.trim()))
  const body = isReady
    ? {
        currency: 'TWD',
        member: draft.usesMember ? member.trim() : null,
        lines: draft.posted(),
        why: draft.why,
        original: original.trim() === '' ? null : original.trim(),
      }
    : null
  const look = async () => {
    setFound(undefined)
    try {
      const entry = await readOnce('/funds/entryLines', { entryId: original.trim() })
      setFound(texts.found(entry.event, formatMoment(entry.postedAt)))
    } catch (error) {
      if (error instanceof ReadError) form.setErrors({ original: await failureText(error.failed) })
    }
  }
  const send = async () => {
    if (isBusy || body === null || !form.filled(texts.required, 'tw', 'en')) return
    setBusy(true)
    setFailure(undefined)
    const answer = await call('/funds/proposeJournal', { ...body, words: { tw, en }, note })
    setBusy(false)
    if (!answer.ok) return setFailure(await failureText(answer))
    setSent(answer.data)
    await refresh('/operators/queue', '/operators/queueCounts', '/funds/journals')
  }
  const own = draft.lines.findIndex(({ account }) => account === 'member.available')
  if (sent !== undefined)
    return (
      <div className={shared.page}>
        <Note tone="brand" role="status">
          {texts.sent(sent.number)}
        </Note>
        <div className={styles.actions}>
          <ConsoleButton kind="outline" onPress={() => void navigate('/funds/journal')}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton onPress={() => void navigate(`/queue?kind=journal&review=${sent.reviewId}`)}>
            {texts.toQueue}
          </ConsoleButton>
        </div>
      </div>
    )
  return (
    <div className={styles.form}>
      <p className={styles.intro}>{texts.intro}</p>
      <div className={styles.column}>
        <section className={shared.card}>
          <h2 className={shared.title}>{texts.which}</h2>
          <div className={styles.pair}>
            <Field
              {...form.bind('original')}
              label={texts.entry}
              help={found ?? texts.entryHelp}
              trailing={
                uuid.test(original.trim()) ? (
                  <ConsoleButton small kind="quiet" onPress={() => void look()}>
                    {texts.look}
                  </ConsoleButton>
                ) : undefined
              }
            />
            <Field
              {...form.bind('member')}
              label={texts.account}
              help={texts.accountHelp}
              inputMode="numeric"
            />
          </div>
          <label className={styles.select}>
            <span>{texts.why}</span>
            <select value={draft.why} onChange={(event) => draft.setWhy(event.target.value as JournalReason)}>
              {journalReasons.map((why) => (
                <option key={why} value={why}>
                  {all.reasons[why]}
                </option>
              ))}
            </select>
          </label>
        </section>
        <LinesCard draft={draft} />
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
      </div>
      <div className={styles.column}>
        <WeighedCards body={body} />
        {own === -1 ? null : (
          <section className={shared.card}>
            <h2 className={shared.title}>
              {texts.memberSees}
              <small>{texts.memberSeesText}</small>
            </h2>
            <p className={styles.sees}>
              <Icon name="receipt" size={1.125} />
              <span>
                {texts.sees}
                <small>{(language === 'tw' ? tw : en) || '—'}</small>
              </span>
              <span className="num">{formatMoney(draft.amounts[own] ?? 0n, { plus: true })}</span>
            </p>
          </section>
        )}
        {failure === undefined ? null : (
          <Note tone="crit" role="alert">
            {failure}
          </Note>
        )}
        <div className={styles.actions}>
          <ConsoleButton kind="outline" onPress={() => void navigate('/funds/journal')}>
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
