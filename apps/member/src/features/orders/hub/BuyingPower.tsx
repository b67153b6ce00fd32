import { Card, Icon, Link, Money, StackedBar, Delayed, Skeleton } from '@fairlot/ui'
import { Answered } from '#shell/Answered.tsx'
import { useHideAmounts } from '#shell/appearance.ts'
import { FigureAmount, figuresTexts, HowButton, useFigures } from '#features/figures'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { limitText, moneyText, ratioText } from '../figures.ts'
import { hubTexts } from './texts/index.ts'
import styles from './BuyingPower.module.css'

/** The large figure of the page, its three parts, and how safe the whole account is. */
export const BuyingPower = () => {
  const { loading } = shellTexts.use()
  const { names } = figuresTexts.use()
  const hidden = useHideAmounts()
  const account = useFigures()
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
        {(data) => {
          const { terms, buyingPower, ratioBp } = data
          const parts = [
            { key: 'available', amount: terms.available, tone: 'brand' },
            { key: 'unsettled', amount: terms.unsettled, tone: 'pale' },
            { key: 'held', amount: terms.held, tone: 'muted' },
          ] as const
          const whole = parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
          return (
            <>
              <div className={styles.top}>
                <div className={styles.line}>
                  <h2 className={styles.label}>{names.buyingPower}</h2>
                  <HowButton name="buyingPower" account={data} />
                </div>
                <span data-figure="buyingPower">
                  <Money text={moneyText(buyingPower)} size="display" hidden={hidden} />
                </span>
                <div className={styles.bar}>
                  <StackedBar
                    label={parts.map(({ key, amount }) => `${names[key]} ${shown(amount)}`).join(', ')}
                    shares={parts.map(({ key, amount, tone }) => ({
                      key,
                      tone,
                      share: whole === 0n ? 0 : Number((BigInt(amount) * 10_000n) / whole) / 10_000,
                    }))}
                  />
                </div>
                <dl className={styles.parts}>
                  {parts.map(({ key, amount, tone }) => (
                    <div key={key}>
                      <dt className={styles[tone]}>{names[key]}</dt>
                      <dd>
                        <FigureAmount name={key} amount={amount} />
                      </dd>
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
