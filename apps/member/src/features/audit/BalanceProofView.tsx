// 查我的餘額: adds the member's own leaves up to what the platform owes all members; checked on this phone.

import { type BalanceVerdict, balanceFile, checkBalance } from '@fairlot/proof'
import { ActionBar, Button, Card, Chip, Chips, Icon, Money, Note } from '@fairlot/ui'
import { useCallback } from 'react'
import type { DataOf } from '@fairlot/contract'
import { CURRENCY_SYMBOL, formatMoney } from '@fairlot/money'
import { useFigures } from '#features/figures'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { browserTools } from '@fairlot/app-shell/browser-tools'
import { isBalanceRight, standingOfBalance } from './balance-standing.ts'
import { Checks } from './Checks.tsx'
import { useKeepFinding } from './findings.ts'
import { saveJson } from './save-json.ts'
import { SumTree } from './SumTree.tsx'
import { auditTexts } from './texts/index.ts'
import { type Checked, useCheck } from './use-check.ts'
import styles from './BalanceProofView.module.css'

type Answer = DataOf<'/audit/balanceEvidence'>
type Root = NonNullable<Answer['root']>
const kinds = ['balances', 'debts'] as const
type Kind = (typeof kinds)[number]

const asset = 'TWD'
const masked = '••••'

export const BalanceProofView = () => {
  const texts = auditTexts.use().balance
  const kind: Kind = useSearch().get('of') === 'debts' ? 'debts' : 'balances'
  const profile = useRead('/members/profile', {})
  const read = useRead('/audit/balanceEvidence', { asset, kind }, { staleTime: 0 })
  const owner = profile.data?.memberId
  const root = read.data?.root
  if (owner !== undefined && read.data !== undefined && root)
    return (
      <Shown
        key={root.root}
        kind={kind}
        owner={owner}
        answer={read.data}
        root={root}
        ask={() => void read.refetch()}
        asking={read.isFetching}
      />
    )
  return (
    <RouteScreen>
      <KindChips kind={kind} />
      <Answered read={profile}>
        {() => (
          <Answered read={read}>
            {() => <Note>{kind === 'debts' ? texts.noDebts : texts.noTree}</Note>}
          </Answered>
        )}
      </Answered>
    </RouteScreen>
  )
}

const KindChips = ({ kind }: { readonly kind: Kind }) => {
  const texts = auditTexts.use().balance
  const setSearch = useSetSearch()
  return (
    <Chips label={texts.which}>
      {kinds.map((each) => (
        <Chip key={each} selected={each === kind} onPress={() => setSearch('of', each)}>
          {texts.kinds[each]}
        </Chip>
      ))}
    </Chips>
  )
}

interface ShownProps {
  readonly kind: Kind
  readonly owner: string
  readonly answer: Answer
  readonly root: Root
  readonly ask: () => void
  readonly asking: boolean
}

const Shown = ({ kind, owner, answer, root, ask, asking }: ShownProps) => {
  const texts = auditTexts.use().balance
  const hidden = useHideAmounts()
  const published = useRead('/audit/roots', { kind, asset }, { staleTime: 0 })
  const { leaves, control } = answer
  const check = useCallback(
    () => checkBalance(browserTools, owner, { root, leaves, control }),
    [owner, root, leaves, control],
  )
  const { checked, again } = useCheck(check)
  const standing = standingOf(checked)
  useKeepFinding('balance', kind, checked.state === 'done' ? isBalanceRight(checked.result) : undefined)
  const sum = leaves.reduce((total, leaf) => total + BigInt(leaf.amount), 0n)
  const depth = Math.max(0, ...leaves.map(({ path }) => path.length))
  const isListed = published.data?.roots.some(
    (one) => one.root === root.root && one.signature === root.signature,
  )
  return (
    <RouteScreen
      footer={
        <ActionBar>
          <Button
            kind="quiet"
            onPress={() =>
              saveJson(
                `fairlot-${root.kind}-${root.date}.json`,
                balanceFile(owner, { root, leaves, control }),
              )
            }
          >
            {texts.download}
          </Button>
          <Button
            loading={asking || checked.state === 'running'}
            onPress={() => {
              ask()
              again()
              void published.refetch()
            }}
          >
            {texts.again}
          </Button>
        </ActionBar>
      }
    >
      <KindChips kind={kind} />
      <Hero standing={standing} sum={sum} builtAt={root.builtAt} />
      {leaves.length === 0 ? (
        <Note>{BigInt(answer.now) === 0n ? texts.nothing : texts.notYet}</Note>
      ) : (
        <div className={styles.cards}>
          <Card pad>
            <SumTree
              total={formatMoney(root.total)}
              own={hidden ? masked : formatMoney(sum)}
              depth={depth}
              pieces={leaves.length}
              kind={kind}
            />
          </Card>
          {checked.state === 'done' ? (
            <Card pad>
              <Rows verdict={checked.result} answer={answer} root={root} depth={depth} isListed={isListed} />
            </Card>
          ) : null}
        </div>
      )}
      <p className={styles.small}>
        {texts.since(
          answer.linesSince,
          hidden ? masked : formatMoney(BigInt(answer.now) - sum, { plus: true }),
        )}
      </p>
      {kind === 'balances' ? <NowAdded /> : null}
      <p className={styles.small}>{texts.meaning}</p>
      <HelpRow page="check-balance" />
    </RouteScreen>
  )
}

/** What the balances of now consist of, so that the sum of the leaves can be found on other screens. */
const NowAdded = () => {
  const texts = auditTexts.use().balance
  const hidden = useHideAmounts()
  const { data } = useFigures()
  if (data === undefined) return null
  const { available, held, unsettled, collateral } = data.terms
  const parts = [available, held, unsettled, collateral]
  const sum = parts.reduce((total, part) => total + BigInt(part), 0n)
  return (
    <p className={styles.small}>
      {hidden
        ? masked
        : texts.nowAdded(
            parts.map((part) => formatMoney(part)),
            formatMoney(sum),
          )}
    </p>
  )
}

interface HeroProps {
  readonly standing: Standing
  readonly sum: bigint
  readonly builtAt: string
}

const Hero = ({ standing, sum, builtAt }: HeroProps) => {
  const texts = auditTexts.use().balance
  const moment = useMoment()
  const hidden = useHideAmounts()
  return (
    <section className={styles.hero}>
      <p className={standing === 'differs' ? styles.bad : styles.good}>
        <Icon name={standing === 'differs' ? 'warning' : 'shield-check'} size={1.375} />
        <b>{texts.standing[standing]}</b>
      </p>
      {standing === 'absent' ? null : (
        <Money symbol={CURRENCY_SYMBOL} text={formatMoney(sum)} size="display" hidden={hidden} />
      )}
      <p className={styles.small}>{texts.snapshot(moment(builtAt), standing === 'verified')}</p>
    </section>
  )
}

type Standing = 'checking' | 'impossible' | ReturnType<typeof standingOfBalance>

const standingOf = (checked: Checked<BalanceVerdict>): Standing =>
  checked.state === 'running'
    ? 'checking'
    : checked.state === 'impossible'
      ? 'impossible'
      : standingOfBalance(checked.result)

interface RowsProps {
  readonly verdict: BalanceVerdict
  readonly answer: Answer
  readonly root: Root
  readonly depth: number
  /** Undefined until the public list is loaded. */
  readonly isListed: boolean | undefined
}

const ends = (hash: string | undefined): string =>
  hash === undefined ? '' : `${hash.slice(0, 4)}…${hash.slice(-4)}`

const Rows = ({ verdict, answer, root, depth, isListed }: RowsProps) => {
  const { rows } = auditTexts.use().balance
  const { signature } = verdict
  const isRootRight =
    signature === 'wrong' || isListed === false ? 'wrong' : isListed === undefined ? 'absent' : signature
  return (
    <Checks
      rows={[
        {
          key: 'leaf',
          title: rows.leaf.title(answer.leaves.length),
          caption: rows.leaf.caption,
          verdict: verdict.leaves,
          value: ends(answer.leaves[0]?.hash),
        },
        {
          key: 'path',
          title: rows.path.title(depth),
          caption: rows.path.caption,
          verdict: verdict.path,
          value: `${depth}／${depth}`,
        },
        {
          key: 'root',
          title: rows.root.title,
          caption: signature === 'unknown' ? rows.root.unknown : rows.root.caption,
          verdict: isRootRight,
          value: ends(root.root),
        },
        {
          key: 'control',
          title: rows.control.title,
          caption: rows.control.caption(formatMoney(answer.control)),
          verdict: verdict.control,
          value: verdict.control === 'right' ? '＝' : '≠',
        },
      ]}
    />
  )
}
