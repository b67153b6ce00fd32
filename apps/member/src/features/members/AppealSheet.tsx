import { Button, Field, Sheet, StatusChip, useForm } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { checkStatement, membersRules } from '@fairlot/rules/members'
import { useState } from 'react'
import { dropBlockedSignIn } from '#features/auth'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { keptDraft, putDraftsAside, useKeepDraft } from '#shell/drafts.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { membersTexts } from './texts/index.ts'

interface Props {
  readonly restriction: DataOf<'/members/profile'>['restrictions'][number]
  /** Of a member who cannot sign in. */
  readonly ticket?: string | undefined
  readonly onClose: () => void
}

export const AppealSheet = ({ restriction, ticket, onClose }: Props) => {
  const { restricted: texts, restrictions } = membersTexts.use()
  const { close, leave } = shellTexts.use()
  const [key] = useState(newIdempotencyKey)
  const [busy, setBusy] = useState(false)
  // One text per restriction: another blocked member on this phone must not find it.
  const draft = `appeal ${restriction.restrictionId}`
  const length = texts.statementHelp(membersRules.appealMin.default, membersRules.appealMax.default)
  const form = useForm({
    kept: keptDraft(draft),
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
  useKeepDraft(draft, form.serialise)
  const send = async () => {
    if (busy || !form.validate()) return
    setBusy(true)
    const { restrictionId } = restriction
    const appeal = { restrictionId, statement: form.values.statement.trim() }
    const answer =
      ticket === undefined
        ? await call('/members/appealRestriction', appeal, { idempotencyKey: key })
        : await call('/members/appealBlock', { ...appeal, ticket }, { idempotencyKey: key })
    setBusy(false)
    if (!answer.ok) {
      if (answer.why === 'refused' && answer.msg === 'auth.challenge-expired') {
        putDraftsAside()
        dropBlockedSignIn()
      }
      return
    }
    void toastMessage('done.appeal-sent')
    await refresh(ticket === undefined ? '/members/profile' : '/members/showBlock')
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
      <StatusChip tone="warn" icon="lock">
        {restrictions[restriction.kind]}
      </StatusChip>
      <Field label={texts.statement} multiline help={length} {...form.bind('statement')} />
    </Sheet>
  )
}
