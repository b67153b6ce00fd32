// How the chart is moved and zoomed, shown once on this phone, until the chart is touched.

import { useEffect, useRef, useState } from 'react'
import { read, write } from '#shell/storage.ts'
import { moreTexts } from '../texts/more/index.ts'
import styles from './Chart.module.css'

export const GestureHint = () => {
  const { gestures } = moreTexts.use()
  const [isNew, setNew] = useState(() => read('chart-hint') === null)
  const hint = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const plot = hint.current?.parentElement
    if (plot == null) return
    // Once is enough, whether or not it is followed.
    write('chart-hint', '1')
    const hide = () => setNew(false)
    plot.addEventListener('pointerdown', hide)
    plot.addEventListener('keydown', hide)
    return () => {
      plot.removeEventListener('pointerdown', hide)
      plot.removeEventListener('keydown', hide)
    }
  }, [])
  if (!isNew) return null
  return (
    <p ref={hint} className={styles.gestures} data-part="gesture-hint">
      {window.matchMedia('(pointer: coarse)').matches ? gestures.touch : gestures.mouse}
    </p>
  )
}
