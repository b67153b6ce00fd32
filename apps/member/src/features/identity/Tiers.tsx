import type { IdentityDeed, IdentityTier } from '@fairlot/rules/identity'
import { Card, cx, Icon, Section, StatusChip } from '@fairlot/ui'
import type { Status } from './status.ts'
import { identityTexts } from './texts/index.ts'
import styles from './Identity.module.css'

/** What the member can do now, and what the next tier adds. */
export const Tiers = ({ tiers }: { readonly tiers: Status['tiers'] }) => {
  const texts = identityTexts.use().tiers
  const mine = tiers.findIndex(({ isMine }) => isMine)
  return (
    <Section title={texts.title} small>
      <Card rows>
        {tiers.map((tier, at) => (
          <section key={tier.tier} className={cx(styles.tier, at > mine && styles.ahead)}>
            <h3>
              {texts.names[tier.tier as IdentityTier]}
              {tier.isMine ? <StatusChip tone="brand">{texts.mine}</StatusChip> : null}
            </h3>
            <ul>
              {tier.allows.map((deed) => (
                <li key={deed}>
                  <Icon name={at > mine ? 'lock' : 'check'} size={1} />
                  {texts.deeds[deed as IdentityDeed]}
                </li>
              ))}
            </ul>
            {at > mine ? (
              <p>
                {texts.needs(
                  tier.needs.map((need) => texts.needed[need as keyof typeof texts.needed]).join(' + '),
                )}
              </p>
            ) : null}
          </section>
        ))}
      </Card>
    </Section>
  )
}
