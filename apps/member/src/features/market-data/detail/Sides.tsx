import { RatioBar } from '@fairlot/ui'
import type { LiveDetail } from '../live/index.ts'
import { lotsText } from './figures.ts'
import { moreTexts } from './texts/more/index.ts'
import styles from './Depth.module.css'

/** Shares bought and sold by takers today. */
export const Sides = ({ quote }: { readonly quote: LiveDetail }) => {
  const { tape } = moreTexts.use()
  const { insideVolume, outsideVolume } = quote
  return (
    <>
      <RatioBar
        left={{ label: tape.inside, text: lotsText(insideVolume), amount: insideVolume, direction: 'down' }}
        right={{ label: tape.outside, text: lotsText(outsideVolume), amount: outsideVolume, direction: 'up' }}
      />
      <p className={styles.about}>{tape.about}</p>
    </>
  )
}
