// Under the chart: the book, the last trades, a few facts.

import { cx, Icon } from '@fairlot/ui'
import { StockNews } from '#features/news'
import { useTape, type LiveDetail } from '../live/index.ts'
import { Depth, useSpread } from './Depth.tsx'
import { ShortFacts } from './Facts.tsx'
import type { PartName } from './part-names.ts'
import type { Standing } from './standing.ts'
import { ShortTape } from './Tape.tsx'
import { detailTexts } from './texts/index.ts'
import { secondText } from './times.ts'
import type { ReactNode } from 'react'
import styles from './Overview.module.css'

const SHORT_TAPE = 5

interface Props {
  readonly quote: LiveDetail
  readonly standing: Standing
  readonly at: number
  readonly onPart: (part: PartName) => void
}

export const Below = ({ quote, standing, at, onPart }: Props) => {
  const texts = detailTexts.use()
  const spread = useSpread(quote, useLastTime(quote.symbol, at))
  return (
    <>
      <Block title={texts.depth.title} aside={<span className={cx('num', styles.aside)}>{spread}</span>}>
        <Depth quote={quote} isOld={standing.isOld} />
      </Block>
      <Block
        title={texts.blocks.tape}
        aside={
          <button type="button" className={styles.more} onClick={() => onPart('tape')}>
            {texts.blocks.all}
            <Icon name="chevron" size={1} />
          </button>
        }
      >
        <ShortTape quote={quote} count={SHORT_TAPE} />
      </Block>
      <Block
        title={texts.blocks.facts}
        aside={
          <button type="button" className={styles.more} onClick={() => onPart('facts')}>
            {texts.blocks.all}
            <Icon name="chevron" size={1} />
          </button>
        }
      >
        <ShortFacts quote={quote} />
      </Block>
      <StockNews symbol={quote.symbol} />
    </>
  )
}

/** The time of the newest trade. */
export const useLastTime = (symbol: string, otherwise: number): string =>
  secondText(useTape(symbol)?.[0]?.[1] ?? otherwise)

export const Block = (props: {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
}) => (
  <section className={styles.block} aria-label={props.title}>
    <div className={styles.head}>
      <h2>{props.title}</h2>
      {props.aside}
    </div>
    {props.children}
  </section>
)
