// Shown instead of the form: a waiting withdrawal, or no account to send money to.

import { Card, LinkButton, Note, Row } from '@fairlot/ui'
import { withdrawalPath } from './paths.ts'
import { StatisticsCard } from './StatisticsCard.tsx'
import { withdrawalsTexts } from './texts/index.ts'
import styles from './Withdrawals.module.css'

export const Pending = ({ withdrawalId }: { readonly withdrawalId: string }) => {
  const texts = withdrawalsTexts.use().pending
  return (
    <div className={styles.stack}>
      <Card rows>
        <Row
          icon="clock"
          tile="brand"
          title={texts.title}
          caption={texts.text}
          href={withdrawalPath(withdrawalId)}
        />
      </Card>
      <StatisticsCard />
    </div>
  )
}

export const NoBankAccount = () => {
  const texts = withdrawalsTexts.use().noCard
  return (
    <div className={styles.fix}>
      <Note tone="warn">
        <span className={styles.why}>
          <b>{texts.title}</b>
          {texts.text}
        </span>
      </Note>
      <LinkButton wide href="/user/WithCard">
        {texts.add}
      </LinkButton>
      <StatisticsCard />
    </div>
  )
}
