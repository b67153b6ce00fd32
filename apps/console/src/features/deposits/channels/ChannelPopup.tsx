import { Checkbox, Field, Note, Segments } from '@fairlot/ui'
import { useId, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { failureText, showToast } from '#shell/messages.ts'
import { type Fault, type FieldName, makeProposal, startOf, type Values, type What } from './channel-form.ts'
import type { Channel } from './channel.ts'
import { channelsTexts } from './texts/index.ts'
import styles from './Channels.module.css'

export interface Proposing {
  readonly what: What
  readonly channel?: Channel
}

const currencies = ['TWD', 'USD', 'INR'] as const
const bounded: ReadonlySet<FieldName> = new Set(['min', 'max', 'fee'])

/** A new channel, a change, off or on: each is a proposal that another operator approves. */
export function ChannelPopup({
  proposing: { what, channel },
  onClose,
}: {
  readonly proposing: Proposing
  readonly onClose: () => void
}) {
  const texts = channelsTexts.use().form
  const language = useLanguage()
  const id = useId()
  const [values, setValues] = useState<Values>(() => startOf(channel))
  const [faults, setFaults] = useState<Readonly<Partial<Record<FieldName, Fault>>>>({})
  const [dropsPassword, setDrops] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const bind = (name: FieldName) => {
    const fault = faults[name]
    return {
      id: `${id}-${name}`,
      name,
      label: texts[name],
      value: values[name],
      error: fault === undefined ? undefined : texts[fault],
      onChange: (text: string) => {
        setValues((before) => ({ ...before, [name]: text }))
        // The three amounts are checked together, so their errors are cleared together.
        const mended = bounded.has(name) ? [...bounded] : [name]
        setFaults((before) => ({ ...before, ...Object.fromEntries(mended.map((each) => [each, undefined])) }))
      },
      onBlur: () => {},
    }
  }
  const send = async () => {
    if (isBusy) return
    const made = makeProposal(what, channel, values, dropsPassword)
    if (!made.ok) return setFaults(made.faults)
    setBusy(true)
    const answer = await call('/deposits/proposeChannel', made.body)
    setBusy(false)
    if (!answer.ok) return setFailure(await failureText(answer))
    showToast({ text: texts.sent(answer.data.number), tone: 'done', ms: 3000 })
    onClose()
    await refresh('/deposits/channelList', '/operators/queue', '/operators/queueCounts')
  }
  const name = channel?.name[language] ?? ''
  const title = {
    new: texts.newTitle,
    change: texts.changeTitle(name),
    off: texts.offTitle(name),
    on: texts.onTitle(name),
  }[what]
  const isWhole = what === 'new' || what === 'change'
  const asksReason = what === 'off' || (what === 'change' && channel?.state === 'suspended')
  return (
    <Popup
      open
      wide
      onClose={onClose}
      title={title}
      actions={
        <>
          <ConsoleButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton loading={isBusy} onPress={() => void send()}>
            {texts.send}
          </ConsoleButton>
        </>
      }
    >
      {isWhole ? (
        <div className={styles.pair}>
          <Field {...bind('nameTw')} required />
          <Field {...bind('nameEn')} required />
          <Field {...bind('holder')} required />
          <Field {...bind('number')} required />
          <Field {...bind('bankName')} required />
          <Field {...bind('bankCode')} required />
          <Field {...bind('branch')} required />
          {what === 'new' ? (
            <div className={styles.currency}>
              <span aria-hidden="true">{texts.currency}</span>
              <Segments
                label={texts.currency}
                value={values.currency}
                onChange={(currency) => setValues((before) => ({ ...before, currency }))}
                items={currencies.map((each) => ({ value: each, label: each }))}
              />
            </div>
          ) : (
            <Field {...bind('fee')} inputMode="decimal" required />
          )}
          <Field {...bind('min')} inputMode="decimal" required />
          <Field {...bind('max')} inputMode="decimal" required />
          {what === 'new' ? <Field {...bind('fee')} inputMode="decimal" required /> : null}
          <Field {...bind('usual')} inputMode="numeric" required />
          <Field {...bind('place')} inputMode="numeric" required />
          <Field
            {...bind('password')}
            help={channel?.hasPassword === true ? texts.passwordHelp : texts.passwordNewHelp}
          />
          {channel?.hasPassword === true ? (
            <Checkbox checked={dropsPassword} onChange={setDrops}>
              {texts.passwordOff}
            </Checkbox>
          ) : null}
        </div>
      ) : null}
      {asksReason ? (
        <>
          <Field {...bind('reasonTw')} required />
          <Field {...bind('reasonEn')} required />
        </>
      ) : null}
      <Field {...bind('why')} help={texts.whyHelp} required />
      <Note>{texts.rule}</Note>
      {failure === undefined ? null : (
        <Note tone="crit" role="alert">
          {failure}
        </Note>
      )}
    </Popup>
  )
}
