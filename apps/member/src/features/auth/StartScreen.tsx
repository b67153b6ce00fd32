import { Button, Logo, Pager, PagerDots, Screen, SimulatedMark, TextLink } from '@fairlot/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
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
  const pages = [
    {
      key: 'draw',
      text: t.pages.draw,
      art: <DrawArt />,
      tag: (
        <ArtTag
          label={t.pages.draw.label}
          aside={t.pages.draw.count}
          value="00417"
          verdict={t.pages.draw.verdict}
        />
      ),
    },
    {
      key: 'fill',
      text: t.pages.fill,
      art: <FillArt />,
      tag: (
        <ArtTag
          high
          label={t.pages.fill.label}
          aside="09:41:07"
          value="208.00"
          verdict={t.pages.fill.verdict}
        />
      ),
    },
    {
      key: 'balance',
      text: t.pages.balance,
      art: <BalanceArt />,
      tag: (
        <ArtTag
          high
          label={t.pages.balance.label}
          aside={t.pages.balance.count}
          value="612,480.00"
          verdict={t.pages.balance.verdict}
        />
      ),
    },
  ].slice(0, first ? 3 : 1)
  const turn = (next: number) => {
    setPage(next)
    if (next === pages.length - 1) write('onboarded', '1')
  }
  const leaveTo = (path: string) => {
    write('onboarded', '1')
    void navigate(path)
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
          pages={pages.map(({ key, text, art, tag }, at) => ({
            key,
            node: (
              <>
                <div className={styles.hero} aria-hidden="true">
                  {art}
                  {tag}
                </div>
                <div className={styles.words}>
                  {at === 0 ? (
                    <h1 className={styles.title}>{text.title}</h1>
                  ) : (
                    <h2 className={styles.title}>{text.title}</h2>
                  )}
                  <p className={styles.lead}>{text.lead}</p>
                </div>
              </>
            ),
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
        <div className={styles.actions}>
          <Button wide onPress={() => leaveTo('/login/register')}>
            {t.register}
          </Button>
          <Button kind="text" wide onPress={() => leaveTo('/login/login')}>
            {t.login}
          </Button>
          <div className={styles.guest}>
            <TextLink onPress={() => leaveTo('/home/index')}>{t.guest}</TextLink>
          </div>
          {isSimulated(site) ? (
            <p className={styles.simulated}>
              <SimulatedMark>{t.mark}</SimulatedMark>
              {t.simulated}
            </p>
          ) : null}
        </div>
      </main>
    </Screen>
  )
}
