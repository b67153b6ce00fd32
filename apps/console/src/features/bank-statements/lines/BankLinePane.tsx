import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { type BankLineAction, bankLineActions } from '@fairlot/contract/bank-statements/states'
import { cx, Field, Icon, Note, StatusChip } from '@fairlot/ui'
import { type ReactNode, useId, useState } from 'react'
import { Moment } from '#kit/Moment.tsx'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { moneyText } from '#kit/money-text.ts'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { failureText, showToast } from '#shell/messages.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'
import styles from './BankLines.module.css'
import { bankLinesTexts } from './texts/index.ts'

type One = ConsoleDataOf<'/deposits/bankLine'>
export type BankLine = One['line']
type Candidate = One['candidates'][number]

export function BankLinePane({ lineId }: { readonly lineId: string }) {
  const read = useRead('/deposits/bankLine', { lineId }, { every: 15_000 })
  return <Answered read={read}>{(data) => <Shown data={data} />}</Answered>
}

function Shown({ data }: { readonly data: One }) {
  const all = bankLinesTexts.use()
  const texts = all.pane
  const { comma } = shellTexts.use()
  const language = useLanguage()
  const { toReview } = useAddress()
  const mayPropose = mayDo(useMe(), 'propose-funds')
  const { line, notes, returnReference } = data
  const { proposal, owner } = line
  const isOpen = line.state === 'open' || line.state === 'suspense'
  return (
    <>
      <DetailHead
        meta={
          <>
            <span className="mono">{line.bankNumber}</span>
            {line.channel?.[language] ?? line.account} · <Moment at={line.bookedAt} />
            <StatusChip tone={line.state === 'matched' ? 'brand' : 'warn'}>
              {all.states[line.state]}
            </StatusChip>
          </>
        }
        title={moneyText(line.amount, line.currency)}
        sub={texts.from(line.ending, line.reference)}
      />
      {notes.length === 0 ? null : (
        <DetailPart title={texts.notes}>
          <ul className={styles.notes}>
            {notes.map(({ by, at, note }) => (
              <li key={`${at} ${note}`}>
                {by}{' '}
                <span className="num">
                  <Moment at={at} />
                </span>{' '}
                {note}
              </li>
            ))}
          </ul>
        </DetailPart>
      )}
      {returnReference === null || line.state !== 'returning' ? null : (
        <Note tone="warn">
          {texts.write} <span className="mono">{returnReference}</span>
        </Note>
      )}
      {owner === null ? null : (
        <DetailPart title={texts.owner}>
          <Facts
            items={[
              { key: 'owner', label: all.targets[owner.kind], value: owner.number ?? '—' },
              {
                key: 'by',
                label: texts.by,
                value: line.handledBy.length === 0 ? all.system : line.handledBy.join(comma),
              },
            ]}
          />
        </DetailPart>
      )}
      {proposal !== null ? (
        <>
          <Note tone="warn" icon="clock">
            {texts.proposed(proposal.number, proposal.by)}
          </Note>
          <DetailFoot>
            <ConsoleButton onPress={() => toReview('bank-line', proposal.reviewId)}>
              {texts.open}
            </ConsoleButton>
          </DetailFoot>
        </>
      ) : mayPropose ? (
        <Handle data={data} isOpen={isOpen} />
      ) : null}
    </>
  )
}

type Act = BankLineAction | 'note'

const actsOf = (line: BankLine, candidates: readonly Candidate[]): readonly Act[] => [
  ...bankLineActions.filter(
    (action) =>
      (action !== 'match' || candidates.length > 0) &&
      (action !== 'suspense' || line.state === 'open') &&
      (action !== 'return' || !line.amount.startsWith('-')),
  ),
  'note',
]

/** What an operator can propose, and the note that one operator can write alone. */
function Handle({ data, isOpen }: { readonly data: One; readonly isOpen: boolean }) {
  const { line, candidates } = data
  const all = bankLinesTexts.use()
  const texts = all.pane
  const group = useId()
  const [target, setTarget] = useState<string | undefined>(candidates[0]?.id)
  const acts = isOpen ? actsOf(line, candidates) : (['note'] as const)
  const [act, setAct] = useState<Act>(acts[0] ?? 'note')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const chosen = candidates.find(({ id }) => id === target)
  const send = async () => {
    if (isBusy) return
    if (reason.trim() === '') return setError(texts.required)
    if (act === 'match' && chosen === undefined) return setError(texts.choose)
    setBusy(true)
    const answer = await callFor(act, line.lineId, reason.trim(), chosen)
    setBusy(false)
    if (!answer.ok) return setError(await failureText(answer))
    const text = answer.data === null ? texts.kept : texts.sent(answer.data.number)
    showToast({ text, tone: 'done', ms: 3000 })
    setReason('')
    await refresh('/deposits/bankLine', '/deposits/bankLines', '/operators/queue', '/operators/queueCounts')
  }
  return (
    <>
      {isOpen ? (
        <Candidates
          data={data}
          chosen={target}
          onChoose={(id) => {
            setTarget(id)
            setAct('match')
          }}
        />
      ) : null}
      <DetailPart title={texts.what}>
        <div className={styles.acts} role="radiogroup" aria-label={texts.what}>
          {acts.map((each) => (
            <Choice key={each} name={`${group}-act`} checked={each === act} onChoose={() => setAct(each)}>
              <b>
                {all.actions[each].title}
                {each === 'match' && chosen?.number ? ` ${chosen.number}` : ''}
              </b>
              <span>{all.actions[each].text}</span>
            </Choice>
          ))}
        </div>
        <Field
          id={`${group}-reason`}
          name="reason"
          label={act === 'note' ? texts.note : texts.reason}
          aside={<span className="num">{reason.length}/200</span>}
          value={reason}
          error={error}
          multiline
          required
          onChange={(text) => {
            setReason(text.slice(0, 200))
            setError(undefined)
          }}
          onBlur={() => undefined}
        />
      </DetailPart>
      <DetailFoot>
        {act === 'note' ? null : <span className={styles.foot}>{texts.foot}</span>}
        <ConsoleButton loading={isBusy} onPress={() => void send()}>
          {act === 'note' ? texts.keep : texts.send}
        </ConsoleButton>
      </DetailFoot>
    </>
  )
}

interface CandidatesProps {
  readonly data: One
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

function Candidates({ data: { line, candidates }, chosen, onChoose }: CandidatesProps) {
  const texts = bankLinesTexts.use().pane
  const group = useId()
  return (
    <DetailPart title={texts.candidates} aside={texts.sorted}>
      {candidates.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <div className={styles.choices} role="radiogroup" aria-label={texts.candidates}>
        {candidates.map((candidate) => (
          <Choice
            key={candidate.id}
            name={group}
            checked={candidate.id === chosen}
            onChoose={() => onChoose(candidate.id)}
          >
            <CandidateRow candidate={candidate} currency={line.currency} />
          </Choice>
        ))}
      </div>
    </DetailPart>
  )
}

const callFor = (act: Act, lineId: string, reason: string, chosen: Candidate | undefined) =>
  act === 'note'
    ? call('/deposits/noteBankLine', { lineId, note: reason })
    : call('/deposits/proposeBankLine', {
        lineId,
        action: act,
        reason,
        ...(act === 'match' && chosen ? { target: { kind: chosen.kind, id: chosen.id } } : {}),
      })

interface ChoiceProps {
  readonly name: string
  readonly checked: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

const Choice = ({ name, checked, onChoose, children }: ChoiceProps) => (
  <label className={cx(styles.choice, checked && styles.chosen)}>
    <input type="radio" className="visually-hidden" name={name} checked={checked} onChange={onChoose} />
    {children}
  </label>
)

function CandidateRow({ candidate, currency }: { readonly candidate: Candidate; readonly currency: string }) {
  const all = bankLinesTexts.use()
  const texts = all.pane
  return (
    <>
      <span className={styles.candidate}>
        <b>{all.targets[candidate.kind]}</b>
        <span className="mono">{candidate.number ?? candidate.id.slice(-8)}</span>
        <span className="num">{candidate.member}</span>
        <b className="num">{moneyText(candidate.amount, currency)}</b>
      </span>
      <span className={styles.agrees}>
        {(['amount', 'ending', 'reference', 'time'] as const).map((what) => (
          <span key={what} className={cx(!candidate.agrees[what] && styles.differs)}>
            <Icon name={candidate.agrees[what] ? 'check' : 'warning'} size={0.875} weight={2} />
            {candidate.agrees[what] ? texts.agrees[what] : texts.differs[what]}
          </span>
        ))}
      </span>
    </>
  )
}
