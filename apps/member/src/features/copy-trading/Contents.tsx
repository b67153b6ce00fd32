import { Card, Row, Section } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useHideAmounts } from '#shell/appearance.ts'
import type { Copy } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

/** What is in a copy now. */
export const Contents = ({ copy }: { readonly copy: Copy }) => {
  const texts = copyTradingTexts.use().contents
  const hidden = useHideAmounts()
  if (copy.state === 'ended' || copy.state === 'cancelled') return null
  return (
    <Section title={texts.title} small className={styles.group}>
      <Card rows>
        <Row
          title={texts.cash}
          caption={texts.cashNote}
          value={
            <span className={`num ${styles.figure}`} data-copy="held">
              {hidden ? '••••' : formatMoney(copy.held)}
            </span>
          }
        />
      </Card>
    </Section>
  )
}
