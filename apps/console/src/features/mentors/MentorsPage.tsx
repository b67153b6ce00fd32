import { formatMoney } from '@fairlot/money'
import { Empty, StatusChip } from '@fairlot/ui'
import { CopyTabs } from '#features/copy-trading'
import { ConsolePage } from '#kit/ConsolePage.tsx'
import { type ConsoleColumn, ConsoleTable } from '#kit/ConsoleTable.tsx'
import { StateChips } from '#kit/list/StateChips.tsx'
import { PageNote } from '#kit/PageNote.tsx'
import { WaitingProposals } from '#kit/proposal/WaitingProposals.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { countText, type Listed, type Mentor, percentText } from './mentor.ts'
import { MentorDetail } from './MentorDetail.tsx'
import { mentorsTexts } from './texts/index.ts'
import styles from './Mentors.module.css'

const filters = ['all', 'changed', 'closed'] as const
type Filter = (typeof filters)[number]

const isShown = ({ state, level, levelBefore, figures }: Mentor, filter: Filter): boolean =>
  filter === 'all' || (filter === 'closed' ? state === 'closed' : figures !== null && level !== levelBefore)

/** Mentors with their figures, and applications that wait. Nothing here changes a figure. */
export function MentorsPage() {
  const texts = mentorsTexts.use()
  const address = useAddress()
  const read = useRead('/mentors/listed', {}, { every: 15_000 })
  const columns = useColumns()
  const filter = filters.find((each) => each === address.get('show')) ?? 'all'
  const mentor = read.data?.mentors.find(({ mentorId }) => mentorId === address.get('id'))
  return (
    <ConsolePage
      tabs={<CopyTabs here="/mentors" />}
      pane={
        mentor === undefined
          ? undefined
          : {
              label: texts.detail.label,
              close: texts.detail.close,
              body: <MentorDetail key={mentor.mentorId} mentor={mentor} />,
            }
      }
      onClose={() => address.turn({ id: null })}
    >
      <PageNote>{texts.note}</PageNote>
      <Answered read={read}>
        {({ mentors, applications }) => (
          <>
            <Applications applications={applications} />
            <div className={styles.filters}>
              <StateChips
                label={texts.filters.label}
                states={filters}
                value={filter}
                names={texts.filters}
                counts={Object.fromEntries(
                  filters.map((each) => [each, mentors.filter((one) => isShown(one, each)).length]),
                )}
                onPick={(each) => address.turn({ show: each === 'all' ? null : each })}
              />
            </div>
            <ConsoleTable
              label={texts.label}
              rows={mentors.filter((one) => isShown(one, filter))}
              keyOf={({ mentorId }) => mentorId}
              name={{
                title: texts.mentor,
                of: ({ name }) => name,
                plain: true,
                sub: ({ member }) => member.number,
              }}
              here={mentor?.mentorId}
              onOpen={({ mentorId }) => address.turn({ id: mentorId })}
              columns={columns}
              empty={<Empty nothing={texts.none} text={texts.noneText} icon="follow" />}
            />
          </>
        )}
      </Answered>
    </ConsolePage>
  )
}

function Applications({ applications }: Pick<Listed, 'applications'>) {
  const texts = mentorsTexts.use()
  return (
    <WaitingProposals
      kind="mentor"
      proposals={applications
        .filter(({ state }) => state === 'pending')
        .map(({ name, member, number, reviewId, sentAt }) => ({
          reviewId,
          text: `${name} · ${member.number} · ${texts.sent} ${momentText(sentAt)}`,
          link: texts.review(number),
        }))}
    />
  )
}

const useColumns = (): readonly ConsoleColumn<Mentor>[] => {
  const texts = mentorsTexts.use()
  return [
    { key: 'level', title: texts.level, cell: ({ level }) => texts.levels[level ?? 'none'] },
    {
      key: 'return',
      title: texts.return,
      right: true,
      cell: ({ figures }) => percentText(figures?.timeBp ?? null),
    },
    {
      key: 'drawdown',
      title: texts.drawdown,
      right: true,
      cell: ({ figures }) => percentText(figures === null ? null : -figures.drawdownBp),
    },
    {
      key: 'win',
      title: texts.winRate,
      right: true,
      wide: true,
      cell: ({ figures }) =>
        figures?.winRateBp == null ? texts.fewTrades : `${Math.round(figures.winRateBp / 100)}%`,
    },
    {
      key: 'profit',
      title: texts.profit,
      right: true,
      wide: true,
      cell: ({ figures }) => (figures === null ? '—' : formatMoney(figures.profit)),
    },
    {
      key: 'days',
      title: texts.days,
      right: true,
      wide: true,
      cell: ({ figures }) => countText(figures?.days ?? 0),
    },
    {
      key: 'followers',
      title: texts.followers,
      right: true,
      cell: ({ followers }) => countText(followers),
    },
    {
      key: 'followed',
      title: texts.followed,
      right: true,
      wide: true,
      cell: ({ followed }) => formatMoney(followed),
    },
    {
      key: 'scale',
      title: texts.scale,
      right: true,
      wide: true,
      cell: ({ follow }) => formatMoney(follow.scale),
    },
    {
      key: 'state',
      title: texts.state,
      cell: ({ state, isSimulated }) => (
        <>
          <StatusChip tone={state === 'active' ? 'brand' : 'neutral'}>{texts.states[state]}</StatusChip>{' '}
          {isSimulated ? <StatusChip tone="neutral">{texts.simulated}</StatusChip> : null}
        </>
      ),
    },
  ]
}
