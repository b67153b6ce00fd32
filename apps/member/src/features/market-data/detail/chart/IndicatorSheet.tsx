import { Button, Segments, Sheet } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'
import { moreTexts } from '../texts/more/index.ts'
import { setIndicators, useIndicators } from './indicators.ts'
import styles from './IndicatorSheet.module.css'

export const IndicatorSheet = ({
  open,
  onClose,
}: {
  readonly open: boolean
  readonly onClose: () => void
}) => {
  const { indicators: texts } = moreTexts.use()
  const { close } = shellTexts.use()
  const chosen = useIndicators()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={texts.title}
      closeLabel={close}
      footer={
        <Button wide onPress={onClose}>
          {texts.done}
        </Button>
      }
    >
      <h3 className={styles.head}>{texts.main}</h3>
      <Segments
        label={texts.main}
        value={chosen.main}
        onChange={(main) => setIndicators({ ...chosen, main })}
        items={[
          { value: 'ma', label: texts.ma },
          { value: 'boll', label: texts.boll },
        ]}
      />
      <h3 className={styles.head}>{texts.sub}</h3>
      <Segments
        label={texts.sub}
        value={chosen.sub}
        onChange={(sub) => setIndicators({ ...chosen, sub })}
        items={[
          { value: 'none', label: texts.none },
          { value: 'kd', label: texts.kd },
          { value: 'macd', label: texts.macd },
        ]}
      />
      <p className={styles.about}>{texts.about}</p>
    </Sheet>
  )
}
