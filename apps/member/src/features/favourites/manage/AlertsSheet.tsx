import type { QuoteRow } from '@fairlot/contract/market-data'
import { Row, Sheet } from '@fairlot/ui'
import { useState } from 'react'
import { nameIn } from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { AlertSheet } from '../AlertSheet.tsx'
import { manageTexts } from './texts/index.ts'
import { useAlerts } from '../use-alerts.ts'

interface Props {
  readonly open: boolean
  readonly rows: readonly QuoteRow[]
  readonly onClose: () => void
}

/** The watched stocks with alerts; choosing one opens its alerts. */
export const AlertsSheet = ({ open, rows, onClose }: Props) => {
  const texts = manageTexts.use().alert
  const { close } = shellTexts.use()
  const language = useLanguage()
  const alerts = useAlerts().data?.alerts ?? []
  const [chosen, setChosen] = useState<QuoteRow>()
  const waiting = (symbol: string) =>
    alerts.filter((alert) => alert.symbol === symbol && alert.state === 'waiting').length
  return (
    <>
      <Sheet
        open={open && chosen === undefined}
        covered={open && chosen !== undefined}
        onClose={onClose}
        title={texts.title}
        closeLabel={close}
      >
        <p className="lead">{texts.choose}</p>
        {rows.map((row) => (
          <Row
            key={row.symbol}
            title={nameIn(language, row)}
            caption={row.symbol}
            value={texts.waiting(waiting(row.symbol))}
            onPress={() => setChosen(row)}
          />
        ))}
      </Sheet>
      {chosen === undefined ? null : (
        <AlertSheet row={chosen} open={open} onClose={() => setChosen(undefined)} />
      )}
    </>
  )
}
