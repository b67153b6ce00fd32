// What is in a copy now, and what it has gained or lost: each figure of the result on its own line.

import { Card, KeyValues, Row, Section } from '@fairlot/ui'
import { formatMoney, formatPrice } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { useHideAmounts } from '#shell/appearance.ts'
import { type Copy, countText, positionPath, type ReadCopy, signedMoney, toneOf } from './copy.ts'
import { copyTradingTexts } from './texts/index.ts'
import styles from './CopyTrading.module.css'

/** The sum behind the result. Nothing before the first copied purchase. */
export const Sum = ({ copy }: { readonly copy: Copy }) => {
  const texts = copyTradingTexts.use().contents
  const hidden = useHideAmounts()
  const money = (text: string): string => (hidden ? '••••' : text)
  if (copy.cost === '0') return null
  return (
    <Card pad>
      <KeyValues
        items={[
          { key: 'value', label: texts.value, value: money(formatMoney(copy.value)) },
          { key: 'proceeds', label: texts.proceeds, value: money(signedMoney(copy.proceeds)) },
          { key: 'cost', label: texts.cost, value: money(signedMoney((-BigInt(copy.cost)).toString())) },
          {
            key: 'result',
            label: texts.sum,
            value: money(signedMoney(copy.result)),
            sum: true,
            className: styles[toneOf(copy.result)],
          },
        ]}
      />
    </Card>
  )
}

type Position = ReadCopy['positions'][number]

/** Open positions and the money that is not in shares. */
export const Contents = ({ copy, positions }: Pick<ReadCopy, 'copy' | 'positions'>) => {
  const texts = copyTradingTexts.use().contents
  const hidden = useHideAmounts()
  const open = positions.filter(({ shares }) => shares > 0)
  const isOver = copy.state === 'ended' || copy.state === 'cancelled'
  if (isOver && open.length === 0) return null
  return (
    <Section title={isOver ? texts.kept : texts.title} small className={styles.group}>
      <Card rows>
        {open.map((position) => (
          <PositionRow key={position.positionId} position={position} />
        ))}
        {isOver ? null : (
          <Row
            title={texts.cash}
            caption={texts.cashNote}
            value={
              <span className={`num ${styles.figure}`} data-copy="held">
                {hidden ? '••••' : formatMoney(copy.held)}
              </span>
            }
          />
        )}
      </Card>
    </Section>
  )
}

const PositionRow = ({ position }: { readonly position: Position }) => {
  const texts = copyTradingTexts.use().contents
  const language = useLanguage()
  const hidden = useHideAmounts()
  const { symbol, name, shares, price, value, result } = position
  return (
    <Row
      href={positionPath(position.positionId)}
      title={
        <>
          {name[language]} <small className="num">{symbol}</small>
        </>
      }
      caption={texts.shares(countText(shares), price === null ? '—' : formatPrice(BigInt(price)))}
      value={
        <span className={styles.two}>
          <span className={`num ${styles.figure}`}>{hidden ? '••••' : formatMoney(value)}</span>
          <span className={`num ${styles[toneOf(result)] ?? ''}`}>
            {hidden ? '••••' : signedMoney(result)}
          </span>
        </span>
      }
    />
  )
}
