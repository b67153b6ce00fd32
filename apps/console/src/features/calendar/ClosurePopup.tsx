import { Checkbox, Field, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { optional, required } from '#kit/form/required.ts'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { calendarTexts } from './texts/index.ts'

interface ClosurePopupProps {
  readonly date: string
  readonly action: 'close' | 'open'
  readonly onClose: () => void
}

export function ClosurePopup({ date, action, onClose }: ClosurePopupProps) {
  const { form } = calendarTexts.use()
  const [settlementOnly, setSettlementOnly] = useState(false)
  const isClosing = action === 'close'
  const name = isClosing ? required(form.required) : optional
  const typed = useForm({ fields: { nameTw: name, nameEn: name, why: required(form.required) } })
  const send = () => {
    if (!typed.validate()) return undefined
    const { nameTw, nameEn, why } = typed.values
    return call('/calendar/proposeClosure', {
      date,
      action,
      nameTw: nameTw.trim(),
      nameEn: nameEn.trim(),
      settlementOnly,
      why: why.trim(),
    })
  }
  const day = date.replaceAll('-', '/')
  return (
    <ProposalPopup
      title={isClosing ? form.closeTitle(day) : form.openTitle(day)}
      kind="closure"
      onClose={onClose}
      onSend={send}
      onSent={() => refresh('/calendar/month')}
    >
      {isClosing ? (
        <>
          <Field {...typed.bind('nameTw')} label={form.nameTw} required />
          <Field {...typed.bind('nameEn')} label={form.nameEn} required />
          <Checkbox checked={settlementOnly} onChange={setSettlementOnly}>
            {form.settlementOnly}
          </Checkbox>
        </>
      ) : null}
      <Field {...typed.bind('why')} label={form.why} help={form.whyHelp} multiline required />
    </ProposalPopup>
  )
}
