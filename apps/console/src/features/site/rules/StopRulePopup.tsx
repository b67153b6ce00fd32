import { Field, Note, useForm } from '@fairlot/ui'
import { required } from '#kit/form/required.ts'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { rulesTexts } from './texts/index.ts'

interface StopRulePopupProps {
  readonly title: string
  readonly changeId: string
  readonly onClose: () => void
}

export function StopRulePopup({ title, changeId, onClose }: StopRulePopupProps) {
  const { form } = rulesTexts.use()
  const typed = useForm({ fields: { tw: required(form.required), en: required(form.required) } })
  const send = () =>
    typed.validate()
      ? call('/site/proposeRuleStop', {
          changeId,
          why: { tw: typed.values.tw.trim(), en: typed.values.en.trim() },
        })
      : undefined
  return (
    <ProposalPopup
      title={form.stopTitle(title)}
      kind="rule-change"
      onClose={onClose}
      onSend={send}
      onSent={() => refresh('/site/ruleBook')}
    >
      <Note>{form.stopText}</Note>
      <Field {...typed.bind('tw')} label={form.whyTw} multiline required />
      <Field {...typed.bind('en')} label={form.whyEn} multiline required />
    </ProposalPopup>
  )
}
