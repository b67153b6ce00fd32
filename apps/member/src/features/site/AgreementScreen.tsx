// The agreement and the privacy policy in force, with a plain summary before each clause.

import { Skeleton, Delayed, Tabs } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { siteTexts } from './texts/index.ts'
import styles from './AgreementScreen.module.css'

const parts = ['agreement', 'privacy'] as const
type Part = (typeof parts)[number]
type Agreement = DataOf<'/site/agreement'>

export const AgreementScreen = () => {
  const texts = siteTexts.use().agreement
  const language = useLanguage()
  const read = useRead('/site/agreement', { lang: language }, { staleTime: 60_000 })
  const search = useSearch()
  const setSearch = useSetSearch()
  const part = parts.find((name) => name === search.get('part')) ?? 'agreement'
  return (
    <RouteScreen ground="surface" heading={texts[part]}>
      <Answered read={read} skeleton={<Lines />}>
        {(agreement) => (
          <Tabs
            label={texts.tabs}
            value={part}
            onChange={(value) => setSearch('part', value)}
            items={parts.map((value) => ({
              value,
              label: texts[value],
              panel: <Clauses agreement={agreement} part={value} />,
            }))}
          />
        )}
      </Answered>
    </RouteScreen>
  )
}

const Clauses = ({ agreement, part }: { agreement: Agreement; part: Part }) => {
  const texts = siteTexts.use().agreement
  return (
    <article className={styles.article}>
      <p className={styles.version}>
        {texts.version(agreement.version, agreement.effectiveOn.replaceAll('-', '/'))}
      </p>
      {agreement[part].map((clause, at) => (
        <section key={clause.title}>
          <h2 className={styles.title}>
            <span className="num">{at + 1}</span>
            {clause.title}
          </h2>
          <p className={styles.plain}>
            {texts.plain}
            {clause.plain}
          </p>
          <p className={styles.text}>{clause.text}</p>
        </section>
      ))}
    </article>
  )
}

const widths = ['40%', '90%', '100%', '70%', '45%', '85%', '100%', '60%']

const Lines = () => (
  <div role="status" aria-label={shellTexts.use().loading}>
    <Delayed>
      <div className={styles.lines}>
        {widths.map((width, at) => (
          <Skeleton key={at} width={width} height="1rem" />
        ))}
      </div>
    </Delayed>
  </div>
)
