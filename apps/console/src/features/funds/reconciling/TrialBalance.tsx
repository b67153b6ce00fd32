import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { cx, Icon } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatMoment } from '#shell/format.ts'
import { fundsTexts } from '../texts/index.ts'
import shared from '../Funds.module.css'
import styles from './Recon.module.css'

type Asset = ConsoleDataOf<'/funds/trialBalance'>['assets'][number]

/** Every asset by kind of account. Each asset sums to zero. */
export function TrialBalance() {
  const texts = fundsTexts.use().trial
  const read = useRead('/funds/trialBalance', {}, { every: 10_000 })
  return (
    <div className={shared.page}>
      <Answered read={read}>
        {({ at, assets }) => {
          const money = assets.filter(({ asset }) => !asset.startsWith('stk:'))
          const shares = assets.filter(({ asset }) => asset.startsWith('stk:'))
          return (
            <>
              <div className={styles.assets}>
                {money.map((asset) => (
                  <Money key={asset.asset} asset={asset} at={at} />
                ))}
              </div>
              {shares.length === 0 ? null : (
                <section className={shared.card}>
                  <h2 className={shared.title}>
                    {texts.shares}
                    <small>{texts.sharesText(shares.length)}</small>
                  </h2>
                  <ul className={styles.securities}>
                    {shares.map(({ asset, sum }) => (
                      <li key={asset} className={sum === '0' ? undefined : styles.off}>
                        <Icon name={sum === '0' ? 'check' : 'warning'} size={1} weight={2} />
                        <span className="num">{asset.slice(4)}</span>
                        <span className="visually-hidden">{sum === '0' ? texts.zero : texts.off}</span>
                        {sum === '0' ? null : <span className="num">{sum}</span>}
                      </li>
                    ))}
                  </ul>
                </section>
              )}
            </>
          )
        }}
      </Answered>
    </div>
  )
}

function Money({ asset, at }: { readonly asset: Asset; readonly at: string }) {
  const texts = fundsTexts.use().trial
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>
        {texts.money} {asset.asset}
        <small className="num">{formatMoment(at)}</small>
      </h2>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">{texts.account}</th>
            <th scope="col" className={shared.right}>
              {texts.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {asset.rows.map(({ owner, kind, total }) => (
            <tr key={`${owner} ${kind}`}>
              <th scope="row">
                {texts.owners[owner] ?? owner} <span className="mono">{kind}</span>
              </th>
              <td className={shared.right}>{formatMoney(total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.sum}</th>
            <td className={cx(shared.right)}>{formatMoney(asset.sum)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
