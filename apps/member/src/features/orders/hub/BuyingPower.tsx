import { Card, Icon, Link, Money, StackedBar, Delayed, Skeleton } from '@fairlot/ui'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { limitText, moneyText, ratioText } from '../figures.ts'
import { hubTexts } from './texts/index.ts'
import styles from './BuyingPower.module.css'

/** The large figure of the page, its three parts, and how safe the whole account is. */
export const BuyingPower = () => {
  const texts = hubTexts.use()
  const { loading } = shellTexts.use()
  const hidden = useHideAmounts()
  const account = useRead('/positions/account', {}, { every: 15_000, quiet: true })
  const shown = (amount: string) => (hidden ? '••••' : moneyText(amount))
  return (
    <Card className={styles.card}>
      <Answered
        read={account}
        skeleton={
          <div role="status" aria-label={loading} className={styles.bones}>
            <Delayed>
              <Skeleton width="12rem" height="2.25rem" />
            </Delayed>
          </div>
        }
      >
        {({ buyingPower, incoming, held, margin, ratioBp }) => {
          const parts = [
            { key: 'free', label: texts.parts.free, amount: buyingPower, tone: 'brand' },
            { key: 'held', label: texts.parts.held, amount: held, tone: 'pale' },
            { key: 'margin', label: texts.parts.margin, amount: margin, tone: 'muted' },
          ] as const
          const whole = parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
          return (
            <>
              <div className={styles.top}>
                <div className={styles.line}>
                  <h2 className={styles.label}>{texts.power}</h2>
                  {incoming === '0' || hidden ? null : (
                    <span className={styles.aside}>{texts.incoming(moneyText(incoming))}</span>
                  )}
                </div>
                <Money text={moneyText(buyingPower)} size="display" hidden={hidden} />
                <div className={styles.bar}>
                  <StackedBar
                    label={texts.partsLabel(shown(buyingPower), shown(held), shown(margin))}
                    shares={parts.map(({ key, amount, tone }) => ({
                      key,
                      tone,
                      share: whole === 0n ? 0 : Number((BigInt(amount) * 10_000n) / whole) / 10_000,
                    }))}
                  />
                </div>
                <dl className={styles.parts}>
                  {parts.map(({ key, label, amount, tone }) => (
                    <div key={key}>
                      <dt className={styles[tone]}>{label}</dt>
                      <dd>{shown(amount)}</dd>
                    </div>
                  ))}
                </dl>
              </div>
              <Ratio ratioBp={ratioBp} />
            </>
          )
        }}
      </Answered>
    </Card>
  )
}

const RULE = 'margin.callRatio'

const Ratio = ({ ratioBp }: { readonly ratioBp: number | null }) => {
  const texts = hubTexts.use()
  // The ratio of a margin call is a rule; it is read only when there is debt.
  const rules = useRead('/site/rules', {}, { enabled: ratioBp !== null, staleTime: 600_000, quiet: true })
  const callRatio = rules.data?.rules.find(({ rule }) => rule === RULE)?.value
  const asideText =
    ratioBp === null
      ? texts.ratioNone
      : callRatio === undefined
        ? ''
        : (ratioBp < callRatio ? texts.ratioBelow : texts.ratioCall)(limitText(callRatio))
  return (
    <Link href="/position/position" className={styles.ratio}>
      <span className={styles.label}>{texts.ratio}</span>
      <span className={styles.figure}>
        {ratioBp === null ? null : <b className="num">{ratioText(ratioBp)}</b>}
        <span className={styles.aside}>{asideText}</span>
        <Icon name="chevron" size={1} />
      </span>
    </Link>
  )
}
