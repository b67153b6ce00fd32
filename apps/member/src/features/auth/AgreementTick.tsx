import { Checkbox, TextLink } from '@fairlot/ui'
import { catalogueTexts } from '#shell/catalogue.ts'
import { authTexts } from './texts/index.ts'
import type { Agreement } from './use-agreement.ts'

interface Props {
  readonly agreement: Agreement
  readonly lead?: 'before' | 'adult' | 'dated'
  readonly centred?: boolean
  /** Called before the agreement is opened, so that typed input can be saved. */
  readonly onRead?: () => void
}

export const AgreementTick = ({ agreement, lead = 'before', centred, onRead }: Props) => {
  const texts = authTexts.use().agreement
  const messages = catalogueTexts.use()
  const date = agreement.effectiveOn?.slice(5).replace('-', '/')
  const leadText = lead === 'dated' ? (date === undefined ? texts.before : texts.dated(date)) : texts[lead]
  return (
    <Checkbox
      id={agreement.id}
      checked={agreement.agreed}
      onChange={agreement.setAgreed}
      centred={centred}
      error={agreement.missing ? messages['input.agreement-required'] : undefined}
    >
      {leadText}
      <TextLink inline href="/user/agreement" onPress={onRead}>
        {texts.terms}
      </TextLink>
      {texts.and}
      <TextLink inline href="/user/agreement?part=privacy" onPress={onRead}>
        {texts.privacy}
      </TextLink>
    </Checkbox>
  )
}
