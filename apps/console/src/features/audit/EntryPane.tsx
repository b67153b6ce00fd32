import { cx, Icon } from '@fairlot/ui'
import { linkHash } from '@fairlot/proof'
import { useEffect, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { browserTools, canCheck } from '@fairlot/app-shell/browser-tools'
import { detailText, sentenceOf } from '#kit/trail/sentence.ts'
import { trailTexts } from '#kit/trail/texts/index.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { detailLines, detailsOf } from './details.ts'
import { actorKind, peopleOf } from './EntryTable.tsx'
import { formatCount, formatExact, longHash } from './format.ts'
import { auditTexts } from './texts/index.ts'
import type { AuditView, Entry } from './view.ts'
import styles from './EntryPane.module.css'

interface EntryPaneProps {
  readonly entry: Entry
  readonly onTurn: (next: Partial<AuditView>) => void
}

/** One full entry, and its link recomputed from what is on the page. */
export function EntryPane({ entry, onTurn }: EntryPaneProps) {
  const all = auditTexts.use()
  const texts = all.pane
  const trail = trailTexts.use()
  const { comma } = shellTexts.use()
  const details = detailsOf(entry.details)
  const kind = all.by[actorKind(entry.actor)]
  const [subjectKind = '', ...rest] = entry.subject.split(':')
  const subjectId = rest.join(':')
  const show = (next: Partial<AuditView>) =>
    onTurn({ who: null, action: null, member: null, review: null, request: null, entry: null, ...next })
  return (
    <>
      <header className={styles.head}>
        <p className={cx('num', styles.meta)}>
          {texts.place(formatCount(entry.sequence), formatExact(entry.recordedAt))}
        </p>
        <h2 className={styles.title}>
          {sentenceOf(trail, {
            action: entry.action,
            who: peopleOf(entry, kind),
            about: entry.reviewNumber ?? entry.subjectName,
            details,
          })}
        </h2>
        <p className={styles.sub}>{entry.subjectName ?? entry.subject}</p>
      </header>
      <div className={styles.body} tabIndex={0} role="region" aria-label={texts.label}>
        <dl className={styles.facts}>
          <div>
            <dt>{texts.who}</dt>
            <dd>
              {peopleOf(entry, kind).join(comma)}
              {entry.actorName === null ? null : ` · ${kind}`}
            </dd>
          </div>
          <div>
            <dt>{texts.action}</dt>
            <dd className="mono">{entry.action}</dd>
          </div>
          <div>
            <dt>{texts.subject}</dt>
            <dd className="mono">{entry.subject}</dd>
          </div>
          <div>
            <dt>{texts.request}</dt>
            <dd className="mono">{entry.requestId}</dd>
          </div>
          <div>
            <dt>{texts.entry}</dt>
            <dd className="mono">{entry.entryId}</dd>
          </div>
        </dl>
        <Details entry={entry} />
        <Links entry={entry} />
        <p className={styles.ways}>
          {entry.reviewId === null ? null : (
            <a href={`#/queue?show=all&review=${entry.reviewId}`}>{texts.openReview}</a>
          )}
          {subjectKind === 'member' ? (
            <>
              <a href={`#/members?member=${subjectId}`}>{texts.openMember}</a>
              <button type="button" onClick={() => show({ member: subjectId, span: 'month' })}>
                {texts.ofMember}
              </button>
            </>
          ) : null}
        </p>
      </div>
      <footer className={styles.foot}>
        <small>{texts.only}</small>
        <ConsoleButton kind="outline" onPress={() => show({ request: entry.requestId, span: 'month' })}>
          {texts.same}
        </ConsoleButton>
      </footer>
    </>
  )
}

/** What the entry says: field by field, with the value before where there is one. */
function Details({ entry }: { readonly entry: Entry }) {
  const texts = auditTexts.use().pane
  const { comma } = shellTexts.use()
  const details = detailsOf(entry.details)
  const nameOf = (id: unknown): string =>
    entry.people.find(({ operatorId }) => operatorId === id)?.name ?? String(id)
  const lines = detailLines(entry.details, (field, value) =>
    field === 'operators' && Array.isArray(value)
      ? value.map(nameOf).join(comma)
      : detailText(field, value, details),
  )
  const hasBefore = lines.some(({ before }) => before !== undefined)
  return (
    <section>
      <h3>{hasBefore ? texts.changed : texts.said}</h3>
      {lines.length === 0 ? (
        <p className={styles.none}>{texts.nothing}</p>
      ) : (
        <table className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              {hasBefore ? <th scope="col">{texts.before}</th> : null}
              <th scope="col">{hasBefore ? texts.after : texts.value}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row" className="mono">
                  {field}
                </th>
                {hasBefore ? <td className={styles.old}>{before ?? '—'}</td> : null}
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The hashes before, of and after the entry. */
function Links({ entry }: { readonly entry: Entry }) {
  const texts = auditTexts.use().pane
  return (
    <section>
      <h3>
        {texts.links}
        <LinkCheck entry={entry} />
      </h3>
      <dl className={styles.hashes}>
        {(
          [
            ['previous', entry.previous],
            ['self', entry.hash],
            ['next', entry.next],
          ] as const
        ).map(([name, hash]) => (
          <div key={name} className={name === 'self' ? styles.self : undefined}>
            <dt>{texts[name]}</dt>
            <dd className="mono" title={hash ?? undefined}>
              {hash === null ? texts.last : longHash(hash)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function LinkCheck({ entry }: { readonly entry: Entry }) {
  const texts = auditTexts.use().pane
  const [isRight, setRight] = useState<boolean>()
  useEffect(() => {
    if (!canCheck()) return
    let isGone = false
    // The order of the fields is the chain's format, as the server hashes them.
    const fields = [
      entry.entryId,
      entry.recordedAt,
      entry.action,
      entry.actor,
      entry.subject,
      entry.requestId,
      entry.details,
    ]
    const check = async () => {
      const hash = await linkHash(browserTools.sha256, entry.previous, BigInt(entry.sequence), fields)
      if (!isGone) setRight(hash === entry.hash)
    }
    void check()
    return () => {
      isGone = true
    }
  }, [entry])
  if (!canCheck()) return <small>{texts.cannot}</small>
  if (isRight === undefined) return null
  return (
    <small className={isRight ? styles.good : styles.bad} role="status">
      <Icon name={isRight ? 'check' : 'warning'} size={0.9375} weight={2} />
      {isRight ? texts.matches : texts.differs}
    </small>
  )
}
