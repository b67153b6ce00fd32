// What a member can check, in one place. Each row leads to where the phone recomputes and says what this phone has found there.

import { Card, CopyButton, Evidence, Hash, Note, Row, Section, StatusChip, type IconName } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { StatisticsCard } from '#features/withdrawals'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatDate, useMoment } from '#shell/format.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { type Summaries, type Summary, useSummaries } from '../findings.ts'
import { shortHash } from '../short-hash.ts'
import { checksTexts } from './texts/index.ts'
import styles from './Checks.module.css'

/** Its proof code would make this page wait. */
const BalanceCheck = lazy(() => import('./BalanceCheck.tsx').then((file) => ({ default: file.BalanceCheck })))

const rows = [
  { key: 'balance', icon: 'table', href: '/user/FundingDetails?view=proof' },
  { key: 'fills', icon: 'trade', href: '/position/position' },
  { key: 'draws', icon: 'ticket', href: '/user/aboutUs?view=draws' },
  { key: 'auctions', icon: 'tasks', href: '/common/dividend2' },
  { key: 'copies', icon: 'follow', href: '/gdindex/dsFllowRecord' },
  { key: 'mentors', icon: 'market', href: '/gdindex/dsFllow' },
  { key: 'exchange', icon: 'exchange', href: '/user/exchange?view=records' },
] as const satisfies readonly { key: string; icon: IconName; href: string }[]

export const ChecksView = () => {
  const texts = checksTexts.use()
  const found = useSummaries()
  return (
    <RouteScreen>
      <Head found={found} />
      <p className={styles.lead}>{texts.lead}</p>
      <Suspense>
        <BalanceCheck />
      </Suspense>
      <Card as="ul" rows>
        {rows.map(({ key, icon, href }) => (
          <li key={key}>
            <Row
              icon={icon}
              tile="brand"
              title={texts.rows[key].title}
              caption={texts.rows[key].caption}
              value={<Verdict found={found[key]} />}
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
      <Note>{texts.onPhone}</Note>
      <HelpRow page="check-balance" />
    </RouteScreen>
  )
}

const Head = ({ found }: { readonly found: Summaries }) => {
  const texts = checksTexts.use()
  const moment = useMoment()
  const all = Object.values(found)
  const wrong = all.filter((each) => each.wrong > 0).length
  const last = all
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
  if (last === undefined) return <h2 className={styles.head}>{texts.head}</h2>
  return (
    <>
      <p className={styles.when}>{texts.checkedAt(moment(last))}</p>
      <h2 className={styles.head}>{texts.result(all.length - wrong, wrong)}</h2>
    </>
  )
}

const Verdict = ({ found }: { readonly found: Summary | undefined }) => {
  const { verdicts } = checksTexts.use()
  if (found === undefined) return <StatusChip>{verdicts.none}</StatusChip>
  return found.wrong > 0 ? (
    <StatusChip tone="crit">{verdicts.wrong(found.wrong)}</StatusChip>
  ) : (
    <StatusChip tone="brand">{verdicts.right(found.right)}</StatusChip>
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
