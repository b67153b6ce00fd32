import { journalReasons, type JournalReason } from '@fairlot/contract/funds/states'
import { Field, type Form } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { call } from '#shell/client.ts'
import { momentText } from '#shell/format.ts'
import { failureText } from '#shell/messages.ts'
import { fundsTexts } from '../texts/index.ts'
import type { Draft } from './use-draft.ts'
import shared from '../Funds.module.css'
import styles from './Journal.module.css'

export type JournalField = 'original' | 'member' | 'tw' | 'en' | 'note'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
export const isEntryId = (text: string): boolean => uuid.test(text.trim())

interface WhichCardProps {
  readonly form: Form<JournalField>
  readonly draft: Draft
}

/** Which entry the correction is about, whose account it is, and why. */
export function WhichCard({ form, draft }: WhichCardProps) {
  const all = fundsTexts.use()
  const texts = all.journal
  const [found, setFound] = useState<string>()
  const { original } = form.values
  const find = async () => {
    setFound(undefined)
    const answer = await call('/funds/entryLines', { entryId: original.trim() })
    if (answer.ok) setFound(texts.found(answer.data.event, momentText(answer.data.postedAt)))
    else form.setServerError('original', await failureText(answer))
  }
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>{texts.which}</h2>
      <div className={styles.pair}>
        <Field
          {...form.bind('original')}
          label={texts.entry}
          help={found ?? texts.entryHelp}
          trailing={
            isEntryId(original) ? (
              <ConsoleButton small kind="quiet" onPress={() => void find()}>
                {texts.find}
              </ConsoleButton>
            ) : undefined
          }
        />
        <Field {...form.bind('member')} label={texts.account} help={texts.accountHelp} inputMode="numeric" />
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
  )
}
