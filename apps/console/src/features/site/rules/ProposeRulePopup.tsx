import { parseRuleText, ruleInput } from '@fairlot/rules/site'
import { Field, Segments, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { required } from '#kit/form/required.ts'
import { ProposalPopup } from '#kit/proposal/ProposalPopup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { type Rule, valueText } from './rows.ts'
import { RuleTrial } from './RuleTrial.tsx'
import { rulesTexts } from './texts/index.ts'
import styles from './Rules.module.css'

interface ProposeRulePopupProps {
  readonly rule: Rule
  readonly noticeDays: number
  readonly onClose: () => void
}

export function ProposeRulePopup({ rule, noticeDays, onClose }: ProposeRulePopupProps) {
  const texts = rulesTexts.use()
  const { form } = texts
  // An error takes the place of the help, so it repeats the bounds.
  const bounds = form.valueHelp(valueText(rule, rule.min, texts), valueText(rule, rule.max, texts))
  const isAllowed = (text: string) => {
    const value = parseRuleText(text, rule.unit)
    return value !== undefined && value >= rule.min && value <= rule.max
  }
  const typed = useForm({
    fields: {
      value: {
        initial: ruleInput(rule.value, rule.unit),
        rules: [
          { required: true, message: form.required },
          { validator: isAllowed, message: `${form.valueBad} ${bounds}` },
        ],
      },
      tw: required(form.required),
      en: required(form.required),
    },
  })
  const [day, setDay] = useState('')
  const isSwitch = rule.unit === 'on-off'
  const value = parseRuleText(typed.values.value, rule.unit) ?? rule.value
  const send = () => {
    if (!typed.validate()) return undefined
    return call('/site/proposeRule', {
      rule: rule.rule,
      value,
      notBefore: day === '' ? null : day,
      why: { tw: typed.values.tw.trim(), en: typed.values.en.trim() },
    })
  }
  return (
    <ProposalPopup
      title={form.title(texts.titles[rule.rule] ?? rule.rule)}
      kind="rule-change"
      onClose={onClose}
      onSend={send}
      onSent={() => refresh('/site/ruleBook')}
    >
      {isSwitch ? (
        <Segments
          label={form.value}
          value={typed.values.value}
          onChange={(value) => typed.set('value', value)}
          items={[
            { value: '0', label: form.off },
            { value: '1', label: form.on },
          ]}
        />
      ) : (
        <Field
          {...typed.bind('value')}
          label={form.value}
          inputMode={rule.unit === 'clock' ? 'text' : 'decimal'}
          help={bounds}
          required
        />
      )}
      {isAllowed(typed.values.value) && value !== rule.value ? (
        <p className={styles.trial} role="status">
          {texts.pane.trial}: <RuleTrial rule={rule} value={value} />
        </p>
      ) : null}
      <label className={styles.day}>
        <span>{form.day}</span>
        <input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
        <small>{form.dayHelp(noticeDays)}</small>
      </label>
      <Field {...typed.bind('tw')} label={form.whyTw} multiline required />
      <Field {...typed.bind('en')} label={form.whyEn} multiline required />
    </ProposalPopup>
  )
}
