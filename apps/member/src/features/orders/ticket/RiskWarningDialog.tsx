import { Button, Dialog } from '@fairlot/ui'
import { priceText } from '#features/market-data'
import { ordersTexts } from '../texts/index.ts'
import type { Asked } from './use-warnings.ts'

interface Props {
  readonly asking: readonly Asked[]
  readonly price: number | undefined
  readonly onSend: () => void
  readonly onBack: () => void
}

/** Asks once: an unusual value can be a typing mistake. */
export const RiskWarningDialog = ({ asking, price, onSend, onBack }: Props) => {
  const texts = ordersTexts.use().warnings
  const first = asking[0]
  return (
    <Dialog
      open={first !== undefined}
      onClose={onBack}
      title={first?.msg === 'guard.equity-share' ? texts.title['equity-share'] : texts.title['far-price']}
      icon="warning"
      tone="warn"
      role="alertdialog"
      actions={
        <>
          <Button wide onPress={onBack}>
            {texts.back}
          </Button>
          <Button kind="text" wide onPress={onSend}>
            {texts.send}
          </Button>
        </>
      }
    >
      {asking.map(({ msg, params }) => {
        const percent = `${params?.['percent'] ?? ''}%`
        return (
          <p key={msg}>
            {msg === 'guard.equity-share'
              ? texts.equityShare(percent)
              : texts.farPrice(percent, priceText(price ?? null))}
          </p>
        )
      })}
    </Dialog>
  )
}
