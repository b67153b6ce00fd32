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
import { announcedOf, type Change, heldOf, type Rule, valueText } from './rows.ts'
import { RuleTrial } from './RuleTrial.tsx'
import { RuleVersions } from './RuleVersions.tsx'
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
                  { key: 'trial', label: pane.trial, value: <RuleTrial rule={rule} value={next} /> },
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
        <RuleVersions rule={rule} held={held} announced={announced} />
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
