import type { ScreenData } from '@fairlot/contract/market-data'
import { screenNameFrom } from '@fairlot/rules/market-data'
import { Button, Field, Sheet, useForm, useOnce } from '@fairlot/ui'
import { messageText } from '#shell/catalogue.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { showToast } from '#shell/toasts.ts'
import { screenerTexts } from './texts/index.ts'
import { saveScreen } from './write-screens.ts'
import styles from './ScreenerTab.module.css'

interface Props {
  readonly screen: ScreenData
  readonly onClose: () => void
}

export const SaveSheet = ({ screen, onClose }: Props) => {
  const texts = screenerTexts.use()
  const { close } = shellTexts.use()
  const form = useForm({
    fields: {
      name: {
        maxLength: 20,
        rules: [
          { validator: (value) => screenNameFrom(value) !== undefined, message: texts.required },
          { required: true, message: texts.required },
        ],
      },
    },
  })
  const { run, busy } = useOnce(async () => {
    if (!form.validate()) return
    const answer = await saveScreen(form.values.name, screen)
    if (answer.ok) {
      showToast({ text: texts.savedToast, tone: 'done' })
      onClose()
    } else if (answer.why === 'refused') {
      form.setServerError('name', await messageText(answer.msg, answer.params))
    }
  })
  return (
    <Sheet open onClose={onClose} title={texts.save} closeLabel={close}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        <Field {...form.bind('name')} label={texts.name} help={texts.nameHelp} required />
        <Button type="submit" wide loading={busy}>
          {texts.save}
        </Button>
      </form>
    </Sheet>
  )
}
