import { Field, useForm } from '@fairlot/ui'
import { required } from '#kit/form/required.ts'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { drawsTexts } from './texts/index.ts'

interface ReleasePopupProps {
  readonly drawId: string
  readonly onClose: () => void
}

export function ReleasePopup({ drawId, onClose }: ReleasePopupProps) {
  const texts = drawsTexts.use().release
  const typed = useForm({ fields: { why: required(texts.required) } })
  const send = () =>
    typed.validate() ? call('/draws/proposeRelease', { drawId, reason: typed.values.why.trim() }) : undefined
  return (
    <ProposalPopup
      title={texts.title}
      kind="draw-release"
      onClose={onClose}
      onSend={send}
      onSent={() => refresh('/draws/ceremony', '/draws/ceremonies')}
    >
      <p>{texts.text}</p>
      <Field {...typed.bind('why')} label={texts.why} help={texts.whyHelp} multiline required />
    </ProposalPopup>
  )
}
