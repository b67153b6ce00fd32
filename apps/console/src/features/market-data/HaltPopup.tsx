import type { HaltReason } from '@fairlot/contract/market-data'
import { Field, Note, useForm } from '@fairlot/ui'
import { useId, useState } from 'react'
import { required } from '#kit/form/required.ts'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { marketTexts } from './texts/index.ts'
import styles from './Market.module.css'

interface HaltPopupProps {
  /** Null: the whole market. */
  readonly symbol: string | null
  readonly name: string
  readonly isResume: boolean
  readonly onClose: () => void
}

export function HaltPopup({ symbol, name, isResume, onClose }: HaltPopupProps) {
  const texts = marketTexts.use()
  const { form, pane } = texts
  const id = useId()
  const typed = useForm({ fields: { why: required(form.required) } })
  const [reason, setReason] = useState<HaltReason>(symbol === null ? 'technical' : 'news')
  const send = () => {
    if (!typed.validate()) return undefined
    const why = typed.values.why.trim()
    return isResume
      ? call('/market/proposeResume', { symbol, why })
      : call('/market/proposeHalt', { symbol, reason, why })
  }
  const reasons = Object.entries(texts.reasons) as [HaltReason, string][]
  return (
    <ProposalPopup
      title={isResume ? form.resumeTitle(name) : form.haltTitle(name)}
      kind={isResume ? 'market-resume' : 'market-halt'}
      onClose={onClose}
      onSend={send}
      onSent={() => refresh('/market/control')}
    >
      {isResume ? null : (
        <label className={styles.choice} htmlFor={id}>
          <span>{form.reason}</span>
          <select id={id} value={reason} onChange={(event) => setReason(event.target.value as HaltReason)}>
            {reasons
              .filter(([code]) => code !== 'market' && (symbol !== null || code !== 'news'))
              .map(([code, text]) => (
                <option key={code} value={code}>
                  {text}
                </option>
              ))}
          </select>
        </label>
      )}
      <Note tone="brand" icon="news">
        {isResume ? pane.memberResume(name) : pane.memberHalt(name, texts.reasons[reason])}
      </Note>
      <Field {...typed.bind('why')} label={form.why} help={form.whyHelp} multiline required />
    </ProposalPopup>
  )
}
