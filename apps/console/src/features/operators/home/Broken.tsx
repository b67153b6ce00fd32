import { Icon, StatusChip } from '@fairlot/ui'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { Card } from './ReviewCards.tsx'
import { homeTexts } from './texts/index.ts'
import styles from './Home.module.css'

const EVERY_MS = 15_000

interface Problem {
  readonly text: string
  readonly count: number
  readonly href: string
}

/** What does not hold or does not run: the ledger's checks, bank lines, processes, queues, backups. */
export function Broken() {
  const texts = homeTexts.use()
  const me = useMe()
  const seesSystem = mayDo(me, 'audit')
  const recon = useRead('/funds/reconciliation', {}, { every: EVERY_MS, keep: true }).data
  const lines = useRead('/deposits/statements', {}, { every: EVERY_MS, keep: true }).data?.odd ?? 0
  const system = useRead('/status/system', {}, { every: EVERY_MS, keep: true, enabled: seesSystem }).data
  const { broken } = texts
  const all: readonly Problem[] = [
    { text: broken.checks, count: recon?.last?.broken ?? 0, href: '/funds' },
    { text: broken.checksNever, count: recon !== undefined && recon.last === null ? 1 : 0, href: '/funds' },
    { text: broken.payouts, count: recon?.stoppedBy == null ? 0 : 1, href: '/funds' },
    { text: broken.lines, count: lines, href: '/deposits/lines' },
    {
      text: broken.processes,
      count: system?.processes.filter(({ state }) => state !== 'well').length ?? 0,
      href: '/system',
    },
    {
      text: broken.queues,
      count: system?.waiting.filter(({ isLate }) => isLate).length ?? 0,
      href: '/system',
    },
    { text: broken.stuck, count: system?.stuck.length ?? 0, href: '/system' },
    { text: broken.drills, count: system?.drills.filter(({ isDue }) => isDue).length ?? 0, href: '/system' },
  ]
  const problems = all.filter(({ count }) => count > 0)
  const isSystemWell = system !== undefined && !problems.some(({ href }) => href === '/system')
  return (
    <Card
      title={broken.title}
      count={problems.reduce((sum, { count }) => sum + count, 0)}
      tone="crit"
      link={seesSystem ? { href: '/system', text: broken.all } : undefined}
    >
      <ul className={styles.rows}>
        {problems.map(({ text, count, href }) => (
          <li key={text}>
            <a href={`#${href}`}>{text}</a>
            <StatusChip tone="crit">{count}</StatusChip>
          </li>
        ))}
      </ul>
      <ul className={styles.fine}>
        {recon?.last != null && recon.last.broken === 0 ? (
          <Fine text={texts.ok.checks(recon.last.checks.length, momentText(recon.last.at))} />
        ) : null}
        {isSystemWell ? <Fine text={texts.ok.system(momentText(system.at))} /> : null}
      </ul>
      {seesSystem ? null : <p className={styles.foot}>{broken.hidden}</p>}
    </Card>
  )
}

const Fine = ({ text }: { readonly text: string }) => (
  <li>
    <Icon name="check" size={1} weight={2} />
    <span className="num">{text}</span>
  </li>
)
