import { costsMore } from '@fairlot/rules/site'
import { cx, Icon, Note, StatusChip, Timeline, type TimelineStep } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { DetailFoot, DetailHead, DetailPart, Facts } from '#kit/Detail.tsx'
import { OpenProposal } from '#kit/proposal/OpenProposal.tsx'
import { useNow } from '#kit/use-now.ts'
import { momentText, formatWait, minutesBetween } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { mayDo, useMe } from '#shell/session.ts'
import { ProposeRulePopup } from './ProposeRulePopup.tsx'
import { announcedOf, type Change, dayText, heldOf, type Rule, valueText } from './rows.ts'
import { StopRulePopup } from './StopRulePopup.tsx'
import { rulesTexts } from './texts/index.ts'
import styles from './Rules.module.css'

interface RulePaneProps {
  readonly rule: Rule
  readonly noticeDays: number
}

export function RulePane({ rule, noticeDays }: RulePaneProps) {
  const texts = rulesTexts.use()
  const { pane } = texts
  const now = useNow()
  const language = useLanguage()
  const announced = announcedOf(rule, now)
  const held = heldOf(rule, now)
  const textOf = (value: number) => valueText(rule, value, texts)
  const next = announced?.value ?? rule.proposal?.value ?? undefined
  const isLater = next !== undefined && costsMore(rule.rule, rule.value, next)
  return (
    <>
      <DetailHead
        meta={
          <>
            <span className="mono">{rule.rule}</span>
            {announced === undefined ? null : <StatusChip tone="brand">{pane.announced}</StatusChip>}
            {rule.settable ? null : <StatusChip>{pane.fixed}</StatusChip>}
          </>
        }
        title={texts.titles[rule.rule] ?? rule.rule}
      />
      <Values rule={rule} version={held.length + 1} announced={announced} next={next} />
      {rule.proposal === null ? null : (
        <div className={styles.note}>
          <OpenProposal kind="rule-change" proposal={rule.proposal} />
        </div>
      )}
      <DetailPart title={pane.facts}>
        <Facts
          items={[
            {
              key: 'bounds',
              label: pane.bounds,
              value: rule.min === rule.max ? textOf(rule.min) : `${textOf(rule.min)} – ${textOf(rule.max)}`,
            },
            ...(announced === undefined
              ? []
              : [{ key: 'why', label: pane.why, value: `「${announced.reason[language]}」` }]),
            ...(next === undefined
              ? []
              : [
                  {
                    key: 'affects',
                    label: pane.affects,
                    value: isLater ? pane.later(noticeDays) : pane.atOnce,
                  },
                ]),
          ]}
        />
      </DetailPart>
      {announced === undefined ? null : (
        <DetailPart title={pane.way}>
          <Timeline steps={stepsOf(announced, noticeDays, isLater, texts.pane, now, language)} />
        </DetailPart>
      )}
      <DetailPart title={pane.before}>
        <Versions rule={rule} held={held} />
      </DetailPart>
      <RuleFoot rule={rule} noticeDays={noticeDays} announced={announced} />
    </>
  )
}

interface ValuesProps {
  readonly rule: Rule
  readonly version: number
  readonly announced: Change | undefined
  readonly next: number | undefined
}

/** The value in force, and beside it the announced or proposed one. */
function Values({ rule, version, announced, next }: ValuesProps) {
  const texts = rulesTexts.use()
  const { pane } = texts
  const textOf = (value: number) => valueText(rule, value, texts)
  return (
    <div className={styles.boxes}>
      <div className={styles.box}>
        <span>{pane.now(version)}</span>
        <b className={cx(textOf(rule.value).length > 10 && styles.long)}>{textOf(rule.value)}</b>
      </div>
      {next === undefined ? null : (
        <>
          <Icon name="chevron" size={1} />
          <div className={styles.next}>
            <span>{announced === undefined ? pane.soon : pane.from(momentText(announced.holdsFrom))}</span>
            <b className={cx(textOf(next).length > 10 && styles.long)}>{textOf(next)}</b>
          </div>
        </>
      )}
    </div>
  )
}

/** Earlier values, newest first, and the changes that were stopped. */
function Versions({ rule, held }: { readonly rule: Rule; readonly held: readonly Change[] }) {
  const texts = rulesTexts.use()
  const { pane } = texts
  const language = useLanguage()
  const textOf = (value: number) => valueText(rule, value, texts)
  return (
    <ol className={styles.versions}>
      {held.map((change, index) => (
        <li key={change.changeId}>
          <span>
            {pane.version(held.length - index + 1)} <b>{textOf(change.value)}</b>
            <small>{change.by.join(language === 'tw' ? '、' : ', ')}</small>
          </span>
          <span className="num">
            {index === 0
              ? pane.since(dayText(change.holdsFrom))
              : pane.between(dayText(change.holdsFrom), dayText(held[index - 1]?.holdsFrom ?? ''))}
          </span>
        </li>
      ))}
      <li>
        <span>
          {pane.version(1)} <b>{textOf(rule.starting)}</b>
        </span>
        <span>{pane.start}</span>
      </li>
      {rule.changes
        .filter(({ stopped }) => stopped !== null)
        .map((change) => (
          <li key={change.changeId} className={styles.stopped}>
            <span>
              {textOf(change.value)}
              <small>{change.stopped?.reason[language]}</small>
            </span>
            <span>{pane.stopped(dayText(change.stopped?.at ?? ''))}</span>
          </li>
        ))}
    </ol>
  )
}

interface RuleFootProps extends RulePaneProps {
  readonly announced: Change | undefined
}

function RuleFoot({ rule, noticeDays, announced }: RuleFootProps) {
  const texts = rulesTexts.use()
  const { pane } = texts
  const canPropose = mayDo(useMe(), 'propose-rules')
  const [form, setForm] = useState<'change' | 'stop' | null>(null)
  return (
    <>
      <DetailFoot>
        {rule.settable ? (
          <span className={styles.foot}>
            {canPropose ? (announced === undefined ? texts.hint : pane.stopNote) : pane.noRight}
          </span>
        ) : (
          <Note>{pane.fixedNote}</Note>
        )}
        {!rule.settable || !canPropose || rule.proposal !== null ? null : announced === undefined ? (
          <ConsoleButton onPress={() => setForm('change')}>{pane.propose}</ConsoleButton>
        ) : (
          <ConsoleButton kind="danger" onPress={() => setForm('stop')}>
            {pane.stop}
          </ConsoleButton>
        )}
      </DetailFoot>
      {form === 'change' ? (
        <ProposeRulePopup rule={rule} noticeDays={noticeDays} onClose={() => setForm(null)} />
      ) : null}
      {form === 'stop' && announced !== undefined ? (
        <StopRulePopup
          title={texts.titles[rule.rule] ?? rule.rule}
          changeId={announced.changeId}
          onClose={() => setForm(null)}
        />
      ) : null}
    </>
  )
}

function stepsOf(
  change: Change,
  noticeDays: number,
  isLater: boolean,
  texts: ReturnType<typeof rulesTexts.use>['pane'],
  now: Date,
  language: 'tw' | 'en',
): readonly TimelineStep[] {
  const [first = '', second = ''] = change.by
  const left = -minutesBetween(change.holdsFrom, now)
  return [
    { key: 'proposed', state: 'done', title: texts.proposedBy(first) },
    {
      key: 'approved',
      state: 'done',
      title: texts.approvedBy(second),
      time: momentText(change.announcedAt),
    },
    { key: 'notified', state: 'done', title: texts.notified, caption: texts.noticeText },
    {
      key: 'waits',
      state: 'now',
      title: texts.waits(isLater ? noticeDays : 0),
      time: texts.left(formatWait(left, language)),
      caption: texts.waitsText,
    },
    { key: 'holds', state: 'todo', title: texts.holds, time: momentText(change.holdsFrom) },
  ]
}
