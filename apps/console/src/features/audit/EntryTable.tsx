import type { AuditActor } from '@fairlot/contract/audit'
import { cx } from '@fairlot/ui'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { trailTexts } from '#kit/trail/texts/index.ts'
import { whatText } from '#kit/trail/sentence.ts'
import { fullMoment } from '#shell/format.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { detailsOf } from './details.ts'
import { formatCount, formatExact, shortHash, shortId } from './format.ts'
import { auditTexts } from './texts/index.ts'
import type { Entry } from './view.ts'
import styles from './Audit.module.css'

interface EntryTableProps {
  readonly entries: readonly Entry[]
  readonly current: number | null
  readonly onPick: (sequence: number) => void
  readonly more: { readonly busy: boolean; readonly onPress: () => void } | undefined
}

export const actorKind = (actor: string): AuditActor =>
  actor.startsWith('operator:')
    ? 'operator'
    : actor.startsWith('member:')
      ? 'member'
      : actor === 'system'
        ? 'system'
        : 'anonymous'

/** Both voters where two decided, otherwise the actor. */
export const peopleOf = ({ people, actorName }: Entry, kind: string): readonly string[] =>
  people.length > 1 ? people.map(({ name }) => name) : [actorName ?? kind]

export function EntryTable({ entries, current, onPick, more }: EntryTableProps) {
  const all = auditTexts.use()
  const texts = all.table
  const trail = trailTexts.use()
  const { comma } = shellTexts.use()
  return (
    <>
      <table className={cx(styles.table, current !== null && styles.beside)} aria-label={texts.label}>
        <thead>
          <tr>
            <th scope="col">{texts.sequence}</th>
            <th scope="col">{texts.time}</th>
            <th scope="col">{texts.who}</th>
            <th scope="col">{texts.action}</th>
            <th scope="col">{texts.subject}</th>
            <th scope="col" className={styles.hashColumn}>
              {texts.hash}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const isHere = entry.sequence === current
            const kind = all.by[actorKind(entry.actor)]
            return (
              <tr
                key={entry.sequence}
                className={cx(isHere && styles.here)}
                onClick={() => onPick(entry.sequence)}
              >
                <th scope="row">
                  <button
                    type="button"
                    id={`entry-${entry.sequence}`}
                    className={cx('num', styles.sequence)}
                    aria-current={isHere || undefined}
                  >
                    {formatCount(entry.sequence)}
                  </button>
                </th>
                <td className="num">
                  <time dateTime={entry.recordedAt} title={fullMoment(entry.recordedAt)}>
                    {formatExact(entry.recordedAt)}
                  </time>
                </td>
                <td>
                  {peopleOf(entry, kind).join(comma)}
                  {entry.actorName === null ? null : <small>{kind}</small>}
                </td>
                <td>
                  {whatText(trail, { action: entry.action, about: null, details: detailsOf(entry.details) })}
                  <small className="mono">{entry.action}</small>
                </td>
                <td className={styles.subject}>
                  {entry.subjectName ??
                    entry.reviewNumber ??
                    shortId(entry.subject.split(':').slice(1).join(':'))}
                  <small>{entry.subject.split(':')[0]}</small>
                </td>
                <td className={cx('mono', styles.hashColumn)}>{shortHash(entry.hash)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {more === undefined ? null : (
        <p className={styles.more}>
          <ConsoleButton kind="outline" small loading={more.busy} onPress={more.onPress}>
            {texts.more}
          </ConsoleButton>
        </p>
      )}
    </>
  )
}
