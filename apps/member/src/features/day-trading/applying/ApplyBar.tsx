import { ActionBar, Button, Checkbox, Icon } from '@fairlot/ui'
import { dayTradingTexts } from '../texts/index.ts'
import styles from './Applied.module.css'

interface Props {
  readonly read: boolean
  readonly onRead: (read: boolean) => void
  readonly met: boolean
  readonly passesAtOnce: boolean
  readonly onSign: () => void
}

export const ApplyBar = ({ read, onRead, met, passesAtOnce, onSign }: Props) => {
  const texts = dayTradingTexts.use().apply
  return (
    <>
      <div>
        <Checkbox checked={read} onChange={onRead}>
          {texts.read}
        </Checkbox>
        <p className={styles.hint}>
          <Icon name="clock" size={1} />
          {passesAtOnce ? texts.at.passed : texts.at.pending}
        </p>
      </div>
      <div className={styles.room} />
      <ActionBar>
        <Button
          wide
          disabled={!read || !met}
          reason={met ? texts.readFirst : texts.conditions}
          onPress={onSign}
        >
          {texts.send}
        </Button>
      </ActionBar>
    </>
  )
}
