import type { ScreenData } from '@fairlot/contract/market-data'
import { useRead } from '#shell/data.ts'
import { useSession } from '#shell/session.ts'
import { isSameScreen } from './screen-query.ts'
import { screenerTexts } from './texts/index.ts'
import styles from './ScreenerTab.module.css'

interface Props {
  readonly screen: ScreenData
  readonly onOpen: (screen: ScreenData) => void
}

const COUNT_EVERY_MS = 30_000

/** The member's saved screens side by side, with how many match now. Nothing for a guest, or before the first one. */
export const SavedScreens = ({ screen, onOpen }: Props) => {
  const texts = screenerTexts.use()
  const isMember = useSession() !== null
  const { data } = useRead(
    '/market/listScreens',
    {},
    { enabled: isMember, every: COUNT_EVERY_MS, quiet: true },
  )
  if (!isMember || data === undefined || data.screens.length === 0) return null
  return (
    <section aria-label={texts.saved}>
      <div className={styles.head}>
        <h2>{texts.saved}</h2>
        <small>{texts.max(data.max)}</small>
      </div>
      <ul className={styles.saved}>
        {data.screens.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              className={styles.savedScreen}
              aria-pressed={isSameScreen(each.screen, screen)}
              onClick={() => onOpen(each.screen)}
            >
              <b>{each.name}</b>
              <small className="num">{texts.matches(each.matches)}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
