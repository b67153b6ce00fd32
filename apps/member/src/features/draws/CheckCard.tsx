// 驗證這次抽籤: the phone downloads the whole draw, repeats it, and says what holds.

import { type DrawTerms, drawFile, drawSteps, type DrawVerdict } from '@fairlot/proof'
import { Button, Evidence, Hash, Note } from '@fairlot/ui'
import { Checks, saveJson, shortHash, useKeepFinding } from '#features/audit'
import { useMoment } from '#shell/format.ts'
import { drawsTexts } from './texts/index.ts'
import { numberOf } from './MyTicket.tsx'
import { Spread } from './Spread.tsx'
import { type Detail, type DrawCheck, type Ticket, useDrawCheck } from './use-draw-check.ts'
import styles from './Draws.module.css'

interface CheckCardProps {
  readonly detail: Detail
  readonly mine: Ticket | undefined
}

type Standing = keyof ReturnType<typeof drawsTexts.now>['check']['standing']

function standingOf(check: DrawCheck): Standing {
  if (check.state !== 'done') return check.state
  const found = Object.values(check.verdict.steps)
  return found.includes('wrong') ? 'wrong' : found.includes('unknown') ? 'partly' : 'right'
}

export const CheckCard = ({ detail, mine }: CheckCardProps) => {
  const all = drawsTexts.use()
  const texts = all.check
  const { check, run } = useDrawCheck(detail, mine)
  const standing = standingOf(check)
  useKeepFinding(
    'draws',
    detail.draw.drawId,
    standing === 'right' ? true : standing === 'wrong' ? false : undefined,
  )
  const isDone = check.state === 'done'
  return (
    <Evidence
      title={texts.title}
      verdict={texts.standing[standing]}
      tone={standing === 'wrong' || standing === 'failed' ? 'crit' : 'ok'}
    >
      {isDone ? (
        <Steps detail={detail} verdict={check.verdict} />
      ) : (
        <div className={styles.item}>
          <p className={styles.small}>{all.commitment}</p>
          <Hash text={shortHash(detail.draw.commitment)} full={detail.draw.commitment} copy={all.hash} />
          <p className={styles.small}>{all.root}</p>
          <Hash text={shortHash(detail.draw.root ?? '')} full={detail.draw.root ?? ''} copy={all.hash} />
        </div>
      )}
      {check.state === 'running' ? (
        <div className={styles.progress}>
          <p role="status">{texts.phases[check.phase]}</p>
          <progress value={check.share} max={1} aria-label={texts.phases[check.phase]}>
            {texts.progress(Math.round(100 * check.share))}
          </progress>
        </div>
      ) : null}
      {isDone ? <Result check={check} detail={detail} mine={mine} /> : null}
      {standing === 'wrong' ? <Note tone="crit">{texts.wrong}</Note> : null}
      <div className={styles.buttons}>
        {isDone ? (
          <Button
            kind="quiet"
            icon="download"
            onPress={() =>
              saveJson(`fairlot-draw-${detail.draw.drawId.slice(0, 8)}.json`, drawFile(check.file))
            }
          >
            {texts.download}
          </Button>
        ) : null}
        <Button kind="quiet" loading={check.state === 'running'} onPress={run}>
          {isDone ? texts.again : texts.run}
        </Button>
      </div>
      {isDone ? (
        <div className={styles.item}>
          <h4>{all.self.title}</h4>
          <p>{all.self.text}</p>
          <pre className={styles.command} aria-label={all.self.commands}>
            {all.self.lines}
          </pre>
        </div>
      ) : null}
    </Evidence>
  )
}

const Steps = ({ detail, verdict }: { readonly detail: Detail; readonly verdict: DrawVerdict }) => {
  const { steps } = drawsTexts.use().check
  const moment = useMoment()
  const { draw } = detail
  const values = {
    terms: moment(draw.announcedAt),
    secret: draw.commitment.slice(0, 8),
    list: draw.closedAt === null ? '' : moment(draw.closedAt),
    round: draw.round.toLocaleString('en-US'),
    beacon: moment(draw.roundAt),
    order: (draw.seed ?? '').slice(0, 8),
    ticket: verdict.rank?.toLocaleString('en-US') ?? '',
  }
  return (
    <Checks
      rows={drawSteps
        .filter((step) => verdict.steps[step] !== 'absent')
        .map((step) => ({
          key: step,
          ...steps[step === 'beacon' && draw.isPractice ? 'practice' : step],
          verdict: verdict.steps[step],
          value: values[step],
        }))}
    />
  )
}

interface ResultProps {
  readonly check: Extract<DrawCheck, { readonly state: 'done' }>
  readonly detail: Detail
  readonly mine: Ticket | undefined
}

const Result = ({ check, detail, mine }: ResultProps) => {
  const texts = drawsTexts.use().check
  const { file, verdict, ms } = check
  const { places } = JSON.parse(file.terms) as DrawTerms
  const drawn = Math.min(places, verdict.order.length)
  const rank = verdict.rank ?? drawn
  const shown = [rank - 1, rank, rank + 1].filter((each) => each >= 1 && each <= verdict.order.length)
  return (
    <>
      <p className={styles.small}>{texts.took(verdict.order.length, (ms / 1_000).toFixed(1))}</p>
      {drawn === 0 ? null : <Spread file={file} places={drawn} mine={mine} />}
      <table className={styles.order}>
        <caption className="visually-hidden">{texts.order}</caption>
        <tbody>
          {shown.map((each) => {
            const place = file.order[each - 1]!
            const isMine = mine !== undefined && file.tickets[place] === mine.ticketId
            return (
              <tr key={each} className={isMine ? styles.own : undefined}>
                <th scope="row">{each.toLocaleString('en-US')}</th>
                <td>{numberOf(place)}</td>
                <td>{isMine ? texts.yours : each <= detail.draw.places ? '✓' : ''}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
