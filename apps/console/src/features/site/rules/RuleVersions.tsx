import { useLanguage } from '@fairlot/app-shell/language'
import { Timeline, type TimelineStep } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'
import { type Change, dayText, type Rule, valueText } from './rows.ts'
import { rulesTexts } from './texts/index.ts'

interface RuleVersionsProps {
  readonly rule: Rule
  /** In force now or earlier, newest first. */
  readonly held: readonly Change[]
  readonly announced: Change | undefined
}

/** Every version of a rule, newest first: the announced one, the one in force, earlier ones, and stopped changes. */
export function RuleVersions({ rule, held, announced }: RuleVersionsProps) {
  const texts = rulesTexts.use()
  const { pane } = texts
  const { comma } = shellTexts.use()
  const language = useLanguage()
  const textOf = (value: number) => valueText(rule, value, texts)
  const captionOf = ({ reason, by }: Pick<Change, 'reason' | 'by'>) =>
    pane.versionBy(reason[language], by.join(comma))
  const stepOf = (change: Change): { readonly at: string; readonly step: TimelineStep } => {
    const { changeId: key, value, holdsFrom, stopped } = change
    if (stopped !== null)
      return {
        at: stopped.at,
        step: {
          key,
          state: 'bad',
          title: <s>{textOf(value)}</s>,
          time: pane.stopped(dayText(stopped.at)),
          caption: captionOf(stopped),
        },
      }
    const index = held.indexOf(change)
    const later = held[index - 1] ?? (index === 0 ? announced : undefined)
    return {
      at: holdsFrom,
      step: {
        key,
        state: change === announced ? 'todo' : index === 0 ? 'now' : 'done',
        title: (
          <>
            {pane.version(change === announced ? held.length + 2 : held.length - index + 1)}{' '}
            <b>{textOf(value)}</b>
          </>
        ),
        time:
          later === undefined || change === announced
            ? pane.since(dayText(holdsFrom))
            : pane.between(dayText(holdsFrom), dayText(later.holdsFrom)),
        caption: captionOf(change),
      },
    }
  }
  const first: TimelineStep = {
    key: 'start',
    state: held.length === 0 ? 'now' : 'done',
    title: (
      <>
        {pane.version(1)} <b>{textOf(rule.starting)}</b>
      </>
    ),
    time: pane.start,
  }
  const steps = rule.changes
    .map(stepOf)
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .map(({ step }) => step)
  return <Timeline steps={[...steps, first]} />
}
