import type { DataOf } from '@fairlot/contract'
import { formatMoney, parseMoney } from '@fairlot/money'
import { Button, Field, Sheet, useForm, useOnce } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'
import { moneyText } from '../figures.ts'
import { setRiskLimits } from './use-risk-limits.ts'
import { hubTexts } from './texts/index.ts'
import styles from './RiskLimits.module.css'

interface Props {
  readonly riskLimits: DataOf<'/orders/riskLimits'>
  readonly onClose: () => void
}

const readAmount = (text: string): bigint | undefined => {
  const parsed = parseMoney(text)
  return parsed.ok && parsed.value > 0n ? parsed.value : undefined
}

/** The daily loss after which nothing new is opened. Members set it for themselves. */
export const LossSheet = ({ riskLimits, onClose }: Props) => {
  const texts = hubTexts.use()
  const { close } = shellTexts.use()
  const form = useForm({
    fields: {
      limit: {
        initial: riskLimits.dailyLossLimit === null ? '' : formatMoney(riskLimits.dailyLossLimit),
        maxLength: 20,
        rules: [{ validator: (text) => readAmount(text) !== undefined, message: texts.lossError }],
      },
    },
  })
  const keep = async (limit: bigint | null): Promise<void> => {
    const dailyLossLimit = limit === null ? null : String(limit)
    if (await setRiskLimits({ dailyLossLimit, stopped: riskLimits.stopped !== null })) onClose()
  }
  const saving = useOnce(async () => {
    const limit = readAmount(form.values.limit)
    if (form.validate() && limit !== undefined) await keep(limit)
  })
  const removing = useOnce(() => keep(null))
  return (
    <Sheet open onClose={onClose} title={texts.loss} closeLabel={close}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.run()
        }}
      >
        <p className={styles.about}>{texts.lossText}</p>
        <Field
          {...form.bind('limit')}
          label={texts.lossField}
          inputMode="decimal"
          help={texts.lossLost(moneyText(riskLimits.lostToday))}
        />
        <Button type="submit" wide loading={saving.busy}>
          {texts.lossSave}
        </Button>
        {riskLimits.dailyLossLimit === null ? null : (
          <Button kind="text" wide loading={removing.busy} onPress={removing.run}>
            {texts.lossRemove}
          </Button>
        )}
      </form>
    </Sheet>
  )
}
