import { Button, Field, Sheet, useForm } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { checkStatement, membersRules } from '@fairlot/rules/members'
import { useState } from 'react'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { keptDraft, useKeepDraft } from '#shell/drafts.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { membersTexts } from './texts/index.ts'

interface Props {
  readonly restriction: DataOf<'/members/profile'>['restrictions'][number]
  readonly onClose: () => void
}

export const AppealSheet = ({ restriction, onClose }: Props) => {
  const texts = membersTexts.use().restricted
  const { close, leave } = shellTexts.use()
  const [key] = useState(newIdempotencyKey)
  const [busy, setBusy] = useState(false)
  const length = texts.statementHelp(membersRules.appealMin.default, membersRules.appealMax.default)
  const form = useForm({
    kept: keptDraft('appeal'),
    fields: {
      statement: {
        maxLength: membersRules.appealMax.default,
        rules: [
          { required: true, message: length },
          { validator: (text) => checkStatement(text) === undefined, message: length },
        ],
      },
    },
  })
  useKeepDraft('appeal', form.serialise)
  const send = async () => {
    if (busy || !form.validate()) return
    setBusy(true)
    const answer = await call(
      '/members/appealRestriction',
      { restrictionId: restriction.restrictionId, statement: form.values.statement.trim() },
      { idempotencyKey: key },
    )
    setBusy(false)
    if (!answer.ok) return
    void toastMessage('done.appeal-sent')
    await refresh('/members/profile')
    onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.appealTitle}
      closeLabel={close}
      guard={{ dirty: form.dirty, ...leave }}
      footer={
        <Button wide loading={busy} onPress={() => void send()}>
          {texts.send}
        </Button>
      }
    >
      <Field label={texts.statement} multiline help={length} {...form.bind('statement')} />
    </Sheet>
  )
}
