import type { DataOf } from '@fairlot/contract'
import { Chip, Chips } from '@fairlot/ui'
import { useState } from 'react'
import { EvidenceCard } from '#features/audit'
import { priceText } from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { lotsText } from '../figures.ts'
import { detailTexts } from './texts/index.ts'
import styles from './PositionScreen.module.css'

type Fill = DataOf<'/positions/readPosition'>['fills'][number]

/** The evidence of one fill at a time, the newest unless another is chosen; checked on this phone. */
export const Evidence = ({ fills }: { readonly fills: readonly Fill[] }) => {
  const texts = detailTexts.use()
  const language = useLanguage()
  const [chosen, setChosen] = useState<string>()
  const fill = fills.find(({ fillId }) => fillId === chosen) ?? fills.at(-1)
  if (fill === undefined) return null
  return (
    <div className={styles.choice}>
      {fills.length > 1 ? (
        <Chips label={texts.chooseFill}>
          {fills.map((each) => (
            <Chip
              key={each.fillId}
              selected={each.fillId === fill.fillId}
              onPress={() => setChosen(each.fillId)}
            >
              {texts.fill(each.side, lotsText(each.quantity, language), priceText(each.price))}
            </Chip>
          ))}
        </Chips>
      ) : null}
      <EvidenceCard key={fill.fillId} fillId={fill.fillId} />
    </div>
  )
}
