// The first page of a new member: the practice money as it was booked, and where to begin.

import { formatMoney } from '@fairlot/money'
import { ActionBar, Button, Card, Money, Row, Section, Skeleton, type IconName } from '@fairlot/ui'
import { useAfterSignIn } from '#shell/after-sign-in.ts'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { isSimulated, useSite } from '#shell/site.ts'
import { authTexts } from './texts/index.ts'
import styles from './Auth.module.css'

const steps = [
  { key: 'market', href: '/market/market', icon: 'market' },
  { key: 'order', href: '/market/stockHot/stockList', icon: 'trade' },
  { key: 'security', href: '/user/setting?view=security', icon: 'shield-check' },
  { key: 'identity', href: '/user/bandCard', icon: 'identity' },
] as const satisfies readonly { key: string; href: string; icon: IconName }[]

export const WelcomeView = () => {
  const { welcome: texts } = authTexts.use()
  const isPractice = isSimulated(useSite())
  const goOn = useAfterSignIn()
  return (
    <RouteScreen
      footer={
        <ActionBar>
          <Button wide onPress={goOn}>
            {texts.start}
          </Button>
        </ActionBar>
      }
    >
      <p className={styles.lead}>{texts.lead}</p>
      {isPractice ? <Grant /> : null}
      <Section title={texts.steps}>
        <Card rows>
          {steps.map(({ key, href, icon }) => (
            <Row
              key={key}
              icon={icon}
              tile="brand"
              title={texts.step[key].title}
              caption={texts.step[key].text}
              href={href}
            />
          ))}
        </Card>
      </Section>
    </RouteScreen>
  )
}

/** The entry of the ledger itself, not what the rules say it should be. */
const Grant = () => {
  const { welcome: texts } = authTexts.use()
  const moment = useMoment()
  const { data } = useRead('/funds/records', { tab: 'all' }, { quiet: true })
  const grant = data?.records.find(({ event }) => event === 'practice-grant')
  if (data !== undefined && grant === undefined) return null
  return (
    <Card pad className={styles.grant}>
      {grant === undefined ? (
        <Skeleton width="13rem" height="2rem" />
      ) : (
        <>
          <p>{texts.arrived}</p>
          <Money symbol="NT$" text={formatMoney(grant.amount)} size="display" />
          <p>{texts.booked(moment(grant.at))}</p>
        </>
      )}
    </Card>
  )
}
