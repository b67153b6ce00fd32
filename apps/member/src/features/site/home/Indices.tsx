// The venue's own indices, live; pressing one explains its calculation.

import type { DataOf } from '@fairlot/contract'
import { Card, cx, Delta, Delayed, KeyValues, Note, Sheet, Skeleton, Sparkline } from '@fairlot/ui'
import { useState } from 'react'
import {
  changeDirectionOf,
  directionOf,
  priceText,
  signedPercentText,
  signedPriceText,
  sparkOf,
  useIndices,
  useStaleness,
} from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { homeTexts } from './texts/index.ts'
import styles from './Home.module.css'

type Index = DataOf<'/market/listIndices'>[number]

/** The line gets one point a minute. */
const LINE_EVERY_MS = 30_000

export const Indices = () => {
  const texts = homeTexts.use()
  const { close } = shellTexts.use()
  const language = useLanguage()
  const read = useRead('/market/listIndices', {}, { every: LINE_EVERY_MS, quiet: true })
  const live = useIndices()
  const [open, setOpen] = useState<string>()
  const now = (index: Index): Index => {
    const news = live.find(({ code }) => code === index.code)
    return news === undefined ? index : { ...index, last: news.last, reference: news.reference }
  }
  const shown = read.data?.find(({ code }) => code === open)
  return (
    <section aria-label={texts.indices}>
      <Answered read={read} skeleton={<Bones />}>
        {(indices) => (
          <Card as="ul" className={styles.indices}>
            {indices.map((index) => (
              <li key={index.code} className={styles.index}>
                <IndexCell index={now(index)} onPress={() => setOpen(index.code)} />
              </li>
            ))}
          </Card>
        )}
      </Answered>
      <Sheet
        open={shown !== undefined}
        onClose={() => setOpen(undefined)}
        title={shown === undefined ? '' : language === 'tw' ? shown.nameTw : shown.nameEn}
        closeLabel={close}
      >
        {shown === undefined ? null : <IndexRule index={now(shown)} />}
      </Sheet>
    </section>
  )
}

const IndexCell = ({ index, onPress }: { index: Index; onPress: () => void }) => {
  const texts = homeTexts.use()
  const language = useLanguage()
  const stale = useStaleness() !== undefined
  const { last, reference } = index
  const direction = directionOf(last, reference)
  const change = changeDirectionOf(last, reference)
  const name = language === 'tw' ? index.nameTw : index.nameEn
  return (
    <button type="button" className={styles.cell} onClick={onPress}>
      <span className={styles.indexName}>{name}</span>
      <span className={styles.indexBody}>
        <span>
          <span className={cx('num', styles.value, stale ? styles.stale : styles[direction])}>
            {priceText(last)}
          </span>
          <span className={styles.change}>
            <Delta
              kind="inline"
              direction={stale ? 'flat' : change}
              text={signedPercentText(last, reference)}
              spoken={texts.directions[change]}
            />
          </span>
        </span>
        <span className={styles.line}>
          <Sparkline
            values={sparkOf(index.spark, last)}
            reference={reference}
            direction={direction}
            stale={stale}
            area
          />
        </span>
      </span>
    </button>
  )
}

const IndexRule = ({ index }: { index: Index }) => {
  const texts = homeTexts.use().index
  const language = useLanguage()
  const { last, reference } = index
  return (
    <div className={styles.rule}>
      <KeyValues
        items={[
          { key: 'last', label: texts.last, value: priceText(last) },
          { key: 'reference', label: texts.reference, value: priceText(reference) },
          {
            key: 'change',
            label: texts.change,
            value: `${signedPriceText(last - reference)} (${signedPercentText(last, reference)})`,
          },
        ]}
      />
      <Note tone="brand" icon="shield-check">
        <strong>{texts.rule}</strong>
        <br />
        {language === 'tw' ? index.ruleTw : index.ruleEn}
      </Note>
      <p className="caption">{texts.own}</p>
    </div>
  )
}

const Bones = () => (
  <div role="status" aria-label={shellTexts.use().loading}>
    <Delayed>
      <Card className={styles.indices}>
        {[0, 1, 2, 3].map((at) => (
          <span key={at} className={styles.bone}>
            <Skeleton width="3.5rem" />
            <Skeleton width="5rem" height="1.25rem" />
            <Skeleton width="3rem" />
          </span>
        ))}
      </Card>
    </Delayed>
  </div>
)
