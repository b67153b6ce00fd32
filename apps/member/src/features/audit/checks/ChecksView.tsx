// What a member can check, in one place. It shows no verdict of its own: each row leads to where the phone recomputes.

import { Card, CopyButton, Evidence, Hash, Row, Section, type IconName } from '@fairlot/ui'
import { useState } from 'react'
import { StatisticsCard } from '#features/withdrawals'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatDate, useMoment } from '#shell/format.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { shortHash } from '../short-hash.ts'
import { checksTexts } from './texts/index.ts'
import styles from './Checks.module.css'

const rows = [
  { key: 'balance', icon: 'table', href: '/user/FundingDetails?view=proof' },
  { key: 'fills', icon: 'trade', href: '/position/position' },
  { key: 'draws', icon: 'ticket', href: '/user/aboutUs?view=draws' },
  { key: 'auctions', icon: 'tasks', href: '/common/dividend2' },
  { key: 'mentors', icon: 'follow', href: '/gdindex/gdindex' },
  { key: 'exchange', icon: 'exchange', href: '/user/exchange?view=records' },
] as const satisfies readonly { key: string; icon: IconName; href: string }[]

export const ChecksView = () => {
  const texts = checksTexts.use()
  return (
    <RouteScreen>
      <h2 className={styles.head}>{texts.head}</h2>
      <p className={styles.lead}>{texts.lead}</p>
      <Card as="ul" rows>
        {rows.map(({ key, icon, href }) => (
          <li key={key}>
            <Row
              icon={icon}
              tile="brand"
              title={texts.rows[key].title}
              caption={texts.rows[key].caption}
              href={href}
            />
          </li>
        ))}
        <li>
          <RulesRow />
        </li>
      </Card>
      <Section title={texts.withdrawals} small>
        <StatisticsCard />
      </Section>
      <Root />
      <HelpRow page="check-balance" />
    </RouteScreen>
  )
}

const RulesRow = () => {
  const texts = checksTexts.use()
  const { data } = useRead('/site/rules', {}, { quiet: true, staleTime: 60_000 })
  const [now] = useState(() => new Date().toISOString())
  const changes = data?.rules.flatMap(({ history }) =>
    history.filter(({ holdsFrom, stoppedAt }) => stoppedAt === null && holdsFrom <= now),
  )
  const last = changes
    ?.map(({ holdsFrom }) => holdsFrom)
    .toSorted()
    .at(-1)
  const count = data?.rules.length ?? 0
  const caption =
    data === undefined
      ? ' '
      : last === undefined
        ? texts.rulesNever(count)
        : texts.rulesCaption(count, formatDate(last))
  return <Row icon="doc" tile="brand" title={texts.rules} caption={caption} href="/user/aboutUs?view=rules" />
}

/** The newest published root of balances: anyone can keep it. */
const Root = () => {
  const texts = checksTexts.use()
  const { copy } = shellTexts.use()
  const moment = useMoment()
  const read = useRead('/audit/roots', { kind: 'balances', asset: 'TWD' }, { staleTime: 60_000 })
  return (
    <div className={styles.root}>
      <Answered read={read}>
        {({ roots: [root] }) =>
          root === undefined ? (
            <p className={styles.lead}>{texts.rootNone}</p>
          ) : (
            <Evidence title={texts.root} verdict={moment(root.builtAt)}>
              <p>{texts.rootText}</p>
              <Hash text={shortHash(root.root)} full={root.root} copy={copy} />
              <CopyButton text={JSON.stringify(root)} texts={{ ...copy, copy: texts.copyAll }} />
            </Evidence>
          )
        }
      </Answered>
    </div>
  )
}
