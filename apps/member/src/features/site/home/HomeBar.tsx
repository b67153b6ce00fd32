import { IconButton, SimulatedMark } from '@fairlot/ui'
import { useNavigate } from '@fairlot/app-shell/router'
import { NoticeBell } from '#features/notices'
import { isSimulated, siteTitle, useSite } from '#shell/site.ts'
import { SiteLogo } from '#shell/SiteLogo.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { homeTexts } from './texts/index.ts'
import styles from './Home.module.css'

/** The site's name instead of a title; screen readers still get a heading. */
export const HomeBar = () => {
  const { simulated, titles } = shellTexts.use()
  const { search } = homeTexts.use()
  const site = useSite()
  const navigate = useNavigate()
  return (
    <header className={styles.bar}>
      <h1 className="visually-hidden">{titles.home}</h1>
      <span className={styles.brand}>
        <SiteLogo size={1.8125} />
        <span className={styles.name} aria-hidden="true">
          {siteTitle(site)}
        </span>
        {isSimulated(site) ? <SimulatedMark>{simulated.market}</SimulatedMark> : null}
      </span>
      <IconButton name="search" size={1.5} label={search} onPress={() => navigate('/home/searchIndex')} />
      <NoticeBell />
    </header>
  )
}
