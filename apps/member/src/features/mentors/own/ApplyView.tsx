// The application: a public name, a strategy in one language or both, and the consent to publish the record.

import type { DataOf } from '@fairlot/contract'
import { ActionBar, Button, Checkbox, Field, Note, useForm, useOnce } from '@fairlot/ui'
import { profileBounds } from '@fairlot/rules/mentors'
import { useRef, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { Answered } from '#shell/Answered.tsx'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { newId } from '#shell/send-once/new-id.ts'
import { toastMessage } from '#shell/toasts.ts'
import { mentorsMoved, ownPath } from '../mentor.ts'
import { mentorsTexts } from '../texts/index.ts'
import styles from '../Mentors.module.css'

export const ApplyView = () => {
  const read = useRead('/mentors/own', {})
  return (
    <RouteScreen>
      <Answered read={read}>{(own) => <ApplyForm own={own} />}</Answered>
    </RouteScreen>
  )
}

const { minName, maxName, minStrategy, maxStrategy } = profileBounds

const ApplyForm = ({ own }: { readonly own: DataOf<'/mentors/own'> }) => {
  const all = mentorsTexts.use()
  const texts = all.form
  const before = own.mentor ?? own.application
  const [agreed, setAgreed] = useState(false)
  const length = (text: string, min: number, max: number): boolean =>
    text.trim().length >= min && text.trim().length <= max
  const strategyRule = (isOptional: (values: Readonly<Record<string, string>>) => boolean) => ({
    validator: (value: string, values: Readonly<Record<string, string>>) =>
      (value.trim() === '' && isOptional(values)) || length(value, minStrategy, maxStrategy),
    message: texts.textError,
  })
  const form = useForm({
    fields: {
      name: {
        initial: before?.name ?? '',
        maxLength: maxName,
        rules: [{ validator: (value) => length(value, minName, maxName), message: texts.nameError }],
      },
      tw: {
        initial: before?.strategy.tw ?? '',
        maxLength: maxStrategy,
        rules: [strategyRule(({ en = '' }) => en.trim() !== '')],
      },
      en: {
        initial: before?.strategy.en ?? '',
        maxLength: maxStrategy,
        rules: [strategyRule(() => true)],
      },
    },
  })
  const { busy, send } = useSend(form, agreed)
  return (
    <div className={styles.form}>
      <Field {...form.bind('name')} label={texts.name} help={texts.nameHelp} required />
      <Field {...form.bind('tw')} label={texts.tw} help={texts.help} multiline />
      <Field {...form.bind('en')} label={texts.en} multiline />
      <Note tone="warn">{all.own.promise}</Note>
      <Checkbox checked={agreed} onChange={setAgreed}>
        {texts.agree}
      </Checkbox>
      <p className={styles.small}>{all.own.two}</p>
      <ActionBar>
        <Button wide loading={busy} disabled={!agreed} reason={texts.agreeFirst} onPress={send}>
          {texts.send}
        </Button>
      </ActionBar>
    </div>
  )
}

/** The id is made once for the form: however often it is sent, it is one application. */
function useSend(
  form: ReturnType<typeof useForm<'name' | 'tw' | 'en'>>,
  agreed: boolean,
): { readonly busy: boolean; readonly send: () => void } {
  const navigate = useNavigate()
  const [applicationId] = useState(() => newId())
  const key = useRef(newIdempotencyKey())
  const { run, busy } = useOnce(async () => {
    if (!form.validate()) return
    const { name, tw, en } = form.values
    const answer = await call(
      '/mentors/apply',
      { applicationId, name, strategy: { tw, en }, agreed },
      { idempotencyKey: key.current },
    )
    if (answer.ok) {
      await mentorsMoved()
      if (answer.msg !== '') void toastMessage(answer.msg)
      navigate(ownPath, { replace: true })
      return
    }
    // After a refusal the next attempt is a new request; after a lost answer it is the same one.
    if (answer.why === 'refused') key.current = newIdempotencyKey()
  })
  return { busy, send: run }
}
