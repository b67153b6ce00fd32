// Mentors of each level, the smallest drawdown first.

import { mentorLevels, type MentorLevel } from '@fairlot/contract/mentors/states'
import { Empty, TabStrip } from '@fairlot/ui'
import { Answered } from '#shell/Answered.tsx'
import { MoreButton } from '#shell/MoreButton.tsx'
import { usePaged } from '#shell/paged.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch, useSetSearch } from '#shell/search.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { countText, useMentorChanges } from './mentor.ts'
import { MentorCard } from './MentorCard.tsx'
import { mentorsTexts } from './texts/index.ts'
import styles from './Mentors.module.css'

const PANEL = 'mentors-panel'

export const MentorsScreen = () => {
  const texts = mentorsTexts.use()
  const asked = useSearch().get('level')
  const setSearch = useSetSearch()
  const level = mentorLevels.find((each) => each === asked) ?? 'junior'
  useMentorChanges()
  return (
    <RouteScreen>
      <TabStrip
        label={texts.list.label}
        value={level}
        onChange={(next) => setSearch('level', next)}
        items={mentorLevels.map((value) => ({ value, label: texts.levels[value] }))}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${level}`} className={styles.panel}>
        <Mentors key={level} level={level} />
      </div>
      <HelpRow page="mentor-figures" />
    </RouteScreen>
  )
}

const Mentors = ({ level }: { readonly level: MentorLevel }) => {
  const texts = mentorsTexts.use().list
  const { nothing } = shellTexts.use()
  const read = usePaged('/mentors/list', { level })
  return (
    <Answered read={read}>
      {(pages) => {
        const mentors = pages.flatMap((page) => page.mentors)
        return mentors.length === 0 ? (
          <Empty nothing={nothing} text={texts.none} icon="follow" />
        ) : (
          <>
            <p className={styles.line}>
              <span className={styles.small}>{texts.sort}</span>
              <span className={styles.small}>{texts.count(countText(pages[0]?.count ?? 0))}</span>
            </p>
            <ul className={styles.list}>
              {mentors.map((mentor) => (
                <li key={mentor.mentorId}>
                  <MentorCard mentor={mentor} />
                </li>
              ))}
            </ul>
            <MoreButton read={read}>{texts.more}</MoreButton>
          </>
        )
      }}
    </Answered>
  )
}
