// The drawings as a list: for the keyboard and the screen reader, and to delete what is not on the screen.

import type { Period } from '@fairlot/contract/market-data'
import { type Drawing, type DrawingKind, drawingKinds } from '@fairlot/contract/market-data/chart'
import { isMinutePeriod } from '@fairlot/rules/market-data'
import { Button, IconButton, Stepper } from '@fairlot/ui'
import { useState } from 'react'
import { useSession } from '#shell/session.ts'
import { priceText } from '../figures.ts'
import { moreTexts } from '../texts/more/index.ts'
import { candleTimeText } from '../times.ts'
import { setDrawings, useDrawings } from './kept-chart.ts'
import styles from './ChartSheet.module.css'

interface Props {
  readonly symbol: string
  readonly period: Period
  readonly price: number
  readonly onTool: (tool: DrawingKind) => void
}

const parsePrice = (text: string): number | undefined => {
  const typed = Number(text.replaceAll(',', ''))
  return text.trim() !== '' && Number.isFinite(typed) ? Math.round(typed * 100) : undefined
}

const pointText = (drawing: Drawing, [at, price]: Drawing['points'][number]): string =>
  drawing.kind === 'level'
    ? priceText(price)
    : `${candleTimeText(drawing.scale === 'minutes' ? '1m' : 'day', at)} ${priceText(price)}`

export const DrawingTab = ({ symbol, period, price, onTool }: Props) => {
  const { drawings: texts } = moreTexts.use()
  const isMember = useSession() !== null
  const drawings = useDrawings(symbol)
  const [level, setLevel] = useState(price)
  const add = () => {
    const drawing: Drawing = {
      id: crypto.randomUUID(),
      kind: 'level',
      scale: isMinutePeriod(period) ? 'minutes' : 'days',
      points: [[Date.now(), level]],
    }
    setDrawings(symbol, [...drawings, drawing])
  }
  return (
    <>
      <h3 className={styles.head}>{texts.onChart}</h3>
      <div className={styles.tools}>
        {drawingKinds.map((kind) => (
          <Button key={kind} kind="quiet" small onPress={() => onTool(kind)}>
            {texts.kinds[kind]}
          </Button>
        ))}
      </div>
      <h3 className={styles.head}>{texts.byPrice}</h3>
      <div className={styles.level}>
        <Stepper
          compact
          label={texts.price}
          value={level}
          min={1}
          step={100}
          onChange={setLevel}
          format={priceText}
          parse={parsePrice}
          texts={{ less: texts.lower, more: texts.higher }}
        />
        <Button kind="quiet" small onPress={add}>
          {texts.add}
        </Button>
      </div>
      <h3 className={styles.head}>{texts.list}</h3>
      {drawings.length === 0 ? <p className={styles.about}>{texts.empty}</p> : null}
      <ul className={styles.drawings} aria-label={texts.list}>
        {drawings.map((drawing) => {
          const text = `${texts.kinds[drawing.kind]} ${drawing.points.map((point) => pointText(drawing, point)).join(' – ')}`
          return (
            <li key={drawing.id} className="num">
              <span>{text}</span>
              <IconButton
                name="trash"
                size={1.25}
                label={texts.removeOne(text)}
                onPress={() =>
                  setDrawings(
                    symbol,
                    drawings.filter(({ id }) => id !== drawing.id),
                  )
                }
              />
            </li>
          )
        })}
      </ul>
      <p className={styles.about}>{isMember ? texts.kept : texts.guest}</p>
    </>
  )
}
