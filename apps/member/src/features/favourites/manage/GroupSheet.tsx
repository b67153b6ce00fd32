// Creates or renames a group.

import { Button, Field, Sheet, useForm, useOnce } from '@fairlot/ui'
import { groupNameFrom } from '@fairlot/rules/favourites'
import { messageText } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { manageTexts } from './texts/index.ts'
import { groupsChanged } from '../use-watch-list.ts'
import styles from './GroupSheet.module.css'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  /** The group to rename; absent creates a new one. */
  readonly group?: { readonly id: string; readonly name: string } | undefined
  readonly onMade?: ((id: string) => void) | undefined
}

export const GroupSheet = ({ open, onClose, group, onMade }: Props) => {
  const texts = manageTexts.use().group
  const { close } = shellTexts.use()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={group === undefined ? texts.create : texts.rename}
      closeLabel={close}
    >
      {open ? <Form onClose={onClose} group={group} onMade={onMade} /> : null}
    </Sheet>
  )
}

const Form = ({ onClose, group, onMade }: Omit<Props, 'open'>) => {
  const texts = manageTexts.use().group
  const form = useForm({
    fields: {
      name: {
        initial: group?.name ?? '',
        maxLength: 20,
        rules: [{ validator: (value) => groupNameFrom(value) !== undefined, message: texts.required }],
      },
    },
  })
  const { run, busy } = useOnce(async () => {
    if (!form.validate()) return
    const { name } = form.values
    const answer =
      group === undefined
        ? await call('/favourites/addGroup', { name }, { quiet: 'unanswered' })
        : await call('/favourites/renameGroup', { group: group.id, name }, { quiet: 'unanswered' })
    if (!answer.ok) {
      if (answer.why === 'refused') form.setServerError('name', await messageText(answer.msg, answer.params))
      return
    }
    await groupsChanged()
    if (answer.data !== null) onMade?.(answer.data.id)
    onClose()
  })
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <Field {...form.bind('name')} label={texts.name} help={texts.help} />
      <Button type="submit" wide loading={busy}>
        {texts.save}
      </Button>
    </form>
  )
}
