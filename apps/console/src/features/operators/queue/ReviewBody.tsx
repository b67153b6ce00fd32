import { cx, Icon, Note } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { call } from '#shell/client.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'
import type { ReviewTexts } from '../review/texts/index.ts'
import { PurposePopup } from './PurposePopup.tsx'
import { ReviewPicture } from './ReviewPicture.tsx'
import { queueTexts } from './texts/index.ts'
import type { Openings } from './use-openings.ts'
import type { ReviewDetail } from './view.ts'
import { valueText, codeText } from './code-text.ts'
import styles from './ReviewPane.module.css'

const NewsTexts = lazy(() => import('./NewsTexts.tsx').then((file) => ({ default: file.NewsTexts })))
const NoticeTexts = lazy(() => import('./NoticeTexts.tsx').then((file) => ({ default: file.NoticeTexts })))

interface ReviewBodyProps {
  readonly detail: ReviewDetail
  readonly codeTexts: ReviewTexts
  readonly openings: Openings
}

type Personal = NonNullable<ReviewDetail['facts'][number]['personal']>

/** Facts, changes, checks, reason and evidence, as the kind describes them. */
export function ReviewBody({ detail, codeTexts, openings }: ReviewBodyProps) {
  const texts = queueTexts.use().pane
  return (
    <>
      {detail.review.kind === 'notice' ? (
        <Suspense>
          <NoticeTexts payload={detail.payload} />
        </Suspense>
      ) : null}
      {detail.review.kind === 'news' ? (
        <Suspense>
          <NewsTexts payload={detail.payload} />
        </Suspense>
      ) : null}
      {detail.compare === null ? null : (
        <div className={cx(styles.beside, detail.pictures.length === 0 && styles.alone)}>
          {detail.pictures.map(({ fileId, code }) => (
            <div key={fileId} className={styles.picture}>
              <ReviewPicture
                review={detail.review}
                fileId={fileId}
                label={codeText(codeTexts, code)}
                openings={openings}
              />
            </div>
          ))}
          <Compare compare={detail.compare} codeTexts={codeTexts} />
        </div>
      )}
      <Facts detail={detail} codeTexts={codeTexts} openings={openings} />
      {detail.pictures.length === 0 || detail.compare !== null ? null : (
        <section>
          <h3 className={styles.h3}>{texts.pictures}</h3>
          <ul className={styles.pictures}>
            {detail.pictures.map(({ fileId, code }) => (
              <li key={fileId} className={styles.picture}>
                <ReviewPicture
                  review={detail.review}
                  fileId={fileId}
                  label={codeText(codeTexts, code)}
                  openings={openings}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {detail.lines.length === 0 ? null : <Changes lines={detail.lines} codeTexts={codeTexts} />}
      {detail.checks.length === 0 ? null : <Checks checks={detail.checks} codeTexts={codeTexts} />}
      {detail.reason === '' ? null : (
        <section>
          <h3 className={styles.h3}>{texts.reason}</h3>
          <p className={styles.prose}>{detail.reason}</p>
        </section>
      )}
      {detail.evidence.length === 0 ? null : (
        <section>
          <h3 className={styles.h3}>{texts.evidence}</h3>
          <dl className={styles.facts}>
            {detail.evidence.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}

const PROSE = 60

/** A text rather than a figure: it gets the whole width and keeps its lines. */
const isProse = (value: string): boolean => value.length > PROSE || value.includes('\n')

/** The facts; a personal one is covered until this operator opens it for a purpose. */
function Facts({ detail, codeTexts, openings }: ReviewBodyProps) {
  const texts = queueTexts.use().pane
  const preset = queueTexts.use().personal.reviewing(detail.review.number)
  const me = useMe()
  const [asked, setAsked] = useState<Personal | null>(null)
  const [opened, setOpened] = useState<Readonly<Record<string, string>>>({})
  const valueOf = ({ memberId, field }: Personal): string | undefined =>
    (memberId === detail.review.member?.memberId ? openings.fields[field] : undefined) ??
    opened[`${memberId} ${field}`]
  if (detail.facts.length === 0) return null
  return (
    <>
      <section>
        <h3 className={styles.h3}>{texts.facts}</h3>
        <dl className={cx(styles.facts, detail.facts.length > 4 && styles.duo)}>
          {detail.facts.map(({ code, value, personal }) => (
            <div key={code} className={isProse(value) ? styles.statement : undefined}>
              <dt>{codeText(codeTexts, code)}</dt>
              <dd className="num">
                {(personal === null ? valueText(codeTexts, value) : (valueOf(personal) ?? value)) || '—'}
                {personal !== null &&
                !openings.canOpen &&
                valueOf(personal) === undefined &&
                mayDo(me, 'open-personal') ? (
                  <button type="button" className={styles.show} onClick={() => setAsked(personal)}>
                    {texts.open}
                    <span className="visually-hidden"> {codeText(codeTexts, code)}</span>
                  </button>
                ) : null}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <PurposePopup
        open={asked !== null}
        preset={preset}
        onClose={() => setAsked(null)}
        onGiven={async (purpose) => {
          if (asked === null) return undefined
          const answer = await call('/operators/openPersonal', { ...asked, purpose })
          if (!answer.ok) return answer
          setOpened((before) => ({ ...before, [`${asked.memberId} ${asked.field}`]: answer.data.value }))
          return undefined
        }}
      />
    </>
  )
}

interface ChangesProps {
  readonly lines: ReviewDetail['lines']
  readonly codeTexts: ReviewTexts
}

function Changes({ lines, codeTexts }: ChangesProps) {
  const texts = queueTexts.use().pane
  return (
    <section>
      <h3 className={styles.h3}>{texts.lines}</h3>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ code, before, after }) => (
            <tr key={code}>
              <th scope="row">{codeText(codeTexts, code)}</th>
              <td>{before === null ? '—' : valueText(codeTexts, before)}</td>
              <td className={before === after ? undefined : styles.changed}>
                {after === null ? '—' : valueText(codeTexts, after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ChecksProps {
  readonly checks: ReviewDetail['checks']
  readonly codeTexts: ReviewTexts
}

function Checks({ checks, codeTexts }: ChecksProps) {
  const texts = queueTexts.use().pane
  const bad = checks.filter(({ ok }) => !ok).length
  return (
    <section>
      <h3 className={styles.h3}>
        {texts.checks}
        <small>{texts.checkCount(checks.length, bad)}</small>
      </h3>
      <ul className={styles.checks}>
        {checks.map(({ ok, code, value }) => (
          <li key={code} className={ok ? undefined : styles.warn}>
            <Icon name={ok ? 'check' : 'warning'} size={1} weight={2} />
            <span>
              <span className="visually-hidden">{ok ? texts.passed : texts.attention} </span>
              {codeText(codeTexts, code)}
            </span>
            <span className={styles.value}>{valueText(codeTexts, value)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CompareProps {
  readonly compare: NonNullable<ReviewDetail['compare']>
  readonly codeTexts: ReviewTexts
}

/** Statements of several sources; rows in which they differ are marked. */
function Compare({ compare: { columns, rows, hint }, codeTexts }: CompareProps) {
  const texts = queueTexts.use().pane
  const { comma } = shellTexts.use()
  const odd = rows.filter(({ differs }) => differs)
  return (
    <section>
      <h3 className={styles.h3}>{texts.compare}</h3>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            {columns.map((code) => (
              <th key={code} scope="col">
                {codeText(codeTexts, code)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, values, differs }) => (
            <tr key={code}>
              <th scope="row">
                {codeText(codeTexts, code)}
                {differs ? <span className="visually-hidden"> {texts.attention}</span> : null}
              </th>
              {values.map((value, index) => (
                <td key={columns[index]} className={differs ? styles.changed : undefined}>
                  {value ?? '—'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {odd.length === 0 ? null : (
        <Note tone="warn" className={styles.odd}>
          {odd.map(({ code, values }) => (
            <span key={code}>
              {values
                .map((value, index) => `${codeText(codeTexts, columns[index] ?? '')} ${value ?? '—'}`)
                .join(comma)}{' '}
            </span>
          ))}
          {hint === null ? null : codeText(codeTexts, hint)}
        </Note>
      )}
    </section>
  )
}
