import { Checkbox, Field, type FieldSpec, type Form, Note, Segments, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { finishProposal, FormPopup } from '#kit/form/FormPopup.tsx'
import { call } from '#shell/client.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { emptyProblems, type FieldName, fields, makeProposal, startOf, type What } from './channel-form.ts'
import type { Channel } from './channel.ts'
import { channelsTexts } from './texts/index.ts'
import styles from './Channels.module.css'

export interface Proposing {
  readonly what: What
  readonly channel?: Channel | undefined
}

interface ChannelPopupProps {
  readonly proposing: Proposing
  readonly onClose: () => void
}

const currencies = ['TWD', 'USD', 'INR'] as const

/** A new channel, a change, off or on: each is a proposal that another operator approves. */
export function ChannelPopup({ proposing: { what, channel }, onClose }: ChannelPopupProps) {
  const texts = channelsTexts.use().form
  const language = useLanguage()
  const form = useChannelForm({ what, channel })
  const [dropsPassword, setDrops] = useState(false)
  const send = () => {
    const made = makeProposal(what, channel, form.values, dropsPassword)
    return form.validate() && made.ok ? call('/deposits/proposeChannel', made.body) : undefined
  }
  const name = channel?.name[language] ?? ''
  const title = {
    new: texts.newTitle,
    change: texts.changeTitle(name),
    off: texts.offTitle(name),
    on: texts.onTitle(name),
  }[what]
  const asksReason = what === 'off' || (what === 'change' && channel?.state === 'suspended')
  return (
    <FormPopup
      wide
      title={title}
      cancel={texts.cancel}
      save={texts.send}
      onClose={onClose}
      onSend={send}
      onDone={({ number }) =>
        finishProposal({ text: texts.sent(number), onClose, reads: ['/deposits/channelList'] })
      }
    >
      {what === 'new' || what === 'change' ? (
        <ChannelFields
          form={form}
          isNew={what === 'new'}
          password={
            channel?.hasPassword === true ? { isDropped: dropsPassword, onDrop: setDrops } : undefined
          }
        />
      ) : null}
      {asksReason ? (
        <>
          <Field {...form.bind('reasonTw')} label={texts.reasonTw} required />
          <Field {...form.bind('reasonEn')} label={texts.reasonEn} required />
        </>
      ) : null}
      <Field {...form.bind('why')} label={texts.why} help={texts.whyHelp} required />
      <Note>{texts.rule}</Note>
    </FormPopup>
  )
}

/** Every error is the one `makeProposal` finds, so that the bounds of an amount follow the other amounts. */
function useChannelForm({ what, channel }: Proposing): Form<FieldName> {
  const texts = channelsTexts.use().form
  const start = startOf(channel)
  const empty = emptyProblems(what, channel)
  const specs = {} as Record<FieldName, FieldSpec>
  for (const name of fields) {
    const problem = empty[name]
    specs[name] = {
      initial: start[name],
      rules: [
        ...(problem === undefined ? [] : [{ required: true, message: texts[problem] } as const]),
        {
          validator: (_, values) => {
            const made = makeProposal(what, channel, { ...start, ...values }, false)
            const found = made.ok ? undefined : made.problems[name]
            return found === undefined || texts[found]
          },
          message: texts.required,
        },
      ],
    }
  }
  return useForm({ fields: specs })
}

interface ChannelFieldsProps {
  readonly form: Form<FieldName>
  readonly isNew: boolean
  /** The channel has a password, which a change can drop. */
  readonly password: { readonly isDropped: boolean; readonly onDrop: (drops: boolean) => void } | undefined
}

function ChannelFields({ form, isNew, password }: ChannelFieldsProps) {
  const texts = channelsTexts.use().form
  const bind = (name: FieldName) => ({ ...form.bind(name), label: texts[name] })
  const fee = <Field {...bind('fee')} inputMode="decimal" required />
  return (
    <div className={styles.pair}>
      <Field {...bind('nameTw')} required />
      <Field {...bind('nameEn')} required />
      <Field {...bind('holder')} required />
      <Field {...bind('number')} required />
      <Field {...bind('bankName')} required />
      <Field {...bind('bankCode')} required />
      <Field {...bind('branch')} required />
      {isNew ? (
        <div className={styles.currency}>
          <span aria-hidden="true">{texts.currency}</span>
          <Segments
            label={texts.currency}
            value={form.values.currency}
            onChange={(currency) => form.set('currency', currency)}
            items={currencies.map((each) => ({ value: each, label: each }))}
          />
        </div>
      ) : (
        fee
      )}
      <Field {...bind('min')} inputMode="decimal" required />
      <Field {...bind('max')} inputMode="decimal" required />
      {isNew ? fee : null}
      <Field {...bind('usual')} inputMode="numeric" required />
      <Field {...bind('place')} inputMode="numeric" required />
      <Field
        {...bind('password')}
        help={password === undefined ? texts.passwordNewHelp : texts.passwordHelp}
      />
      {password === undefined ? null : (
        <Checkbox checked={password.isDropped} onChange={password.onDrop}>
          {texts.passwordOff}
        </Checkbox>
      )}
    </div>
  )
}
