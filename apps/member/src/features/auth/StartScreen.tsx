import { Button, Logo, Pager, PagerDots, Screen, SimulatedMark, TextLink } from '@fairlot/ui'
import { useState, type ReactNode } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { isSimulated, siteTitle, useSite } from '#shell/site.ts'
import { read, write } from '#shell/storage.ts'
import { LanguageButton } from './LanguageButton.tsx'
import { BalanceArt, DrawArt, FillArt } from './start/Art.tsx'
import { ArtTag } from './start/ArtTag.tsx'
import styles from './start/Start.module.css'
import { authTexts } from './texts/index.ts'

/** Three pages on the first visit; later only the first, without the dots. */
export const StartScreen = () => {
  const t = authTexts.use().start
  const site = useSite()
  const navigate = useNavigate()
  const [first] = useState(() => read('onboarded') === null)
  const [page, setPage] = useState(0)
  const pages = usePages().slice(0, first ? 3 : 1)
  const turn = (next: number) => {
    setPage(next)
    if (next === pages.length - 1) write('onboarded', '1')
  }
  const leaveTo = (path: string) => {
    write('onboarded', '1')
    navigate(path)
  }
  return (
    <Screen ground="surface">
      <main className={styles.start}>
        <div className={styles.top}>
          <span className={styles.brand}>
            <Logo kind="bars" size={1.625} />
            {siteTitle(site)}
          </span>
          <LanguageButton long />
        </div>
        <Pager
          label={t.pages.label}
          current={page}
          onChange={turn}
          pages={pages.map(({ key, ...shown }, at) => ({
            key,
            node: <StartPage {...shown} isFirst={at === 0} />,
          }))}
        />
        {pages.length > 1 ? (
          <div className={styles.dots}>
            <PagerDots
              count={pages.length}
              current={page}
              onChange={turn}
              label={t.pages.of(page + 1, pages.length)}
            />
          </div>
        ) : null}
        <Actions onLeave={leaveTo} />
      </main>
    </Screen>
  )
}

const usePages = () => {
  const { draw, fill, balance } = authTexts.use().start.pages
  return [
    {
      key: 'draw',
      text: draw,
      art: <DrawArt />,
      tag: <ArtTag label={draw.label} aside={draw.count} value="00417" verdict={draw.verdict} />,
    },
    {
      key: 'fill',
      text: fill,
      art: <FillArt />,
      tag: <ArtTag high label={fill.label} aside="09:41:07" value="208.00" verdict={fill.verdict} />,
    },
    {
      key: 'balance',
      text: balance,
      art: <BalanceArt />,
      tag: (
        <ArtTag
          high
          label={balance.label}
          aside={balance.count}
          value="612,480.00"
          verdict={balance.verdict}
        />
      ),
    },
  ]
}

interface PageProps {
  readonly text: { readonly title: string; readonly lead: string }
  readonly art: ReactNode
  readonly tag: ReactNode
  readonly isFirst: boolean
}

const StartPage = ({ text, art, tag, isFirst }: PageProps) => (
  <>
    <div className={styles.hero} aria-hidden="true">
      {art}
      {tag}
    </div>
    <div className={styles.texts}>
      {isFirst ? (
        <h1 className={styles.title}>{text.title}</h1>
      ) : (
        <h2 className={styles.title}>{text.title}</h2>
      )}
      <p className={styles.lead}>{text.lead}</p>
    </div>
  </>
)

const Actions = ({ onLeave }: { readonly onLeave: (path: string) => void }) => {
  const t = authTexts.use().start
  const site = useSite()
  return (
    <div className={styles.actions}>
      <Button wide onPress={() => onLeave('/login/register')}>
        {t.register}
      </Button>
      <Button kind="text" wide onPress={() => onLeave('/login/login')}>
        {t.login}
      </Button>
      <div className={styles.guest}>
        <TextLink onPress={() => onLeave('/home/index')}>{t.guest}</TextLink>
      </div>
      {isSimulated(site) ? (
        <p className={styles.simulated}>
          <SimulatedMark>{t.mark}</SimulatedMark>
          {t.simulated}
        </p>
      ) : null}
    </div>
  )
}
