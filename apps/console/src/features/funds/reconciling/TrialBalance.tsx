import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { cx, Icon } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { saveFile } from '#kit/filter/save-file.ts'
import { Moment } from '#kit/Moment.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
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
              <div className={styles.export}>
                <span>
                  {texts.asOf} <Moment at={at} className="num" />
                </span>
                <ConsoleButton kind="outline" small onPress={() => save(at, assets)}>
                  {texts.export}
                </ConsoleButton>
              </div>
              <div className={styles.assets}>
                {money.map((asset) => (
                  <Money key={asset.asset} asset={asset} at={at} />
                ))}
              </div>
              {shares.length === 0 ? null : <Shares shares={shares} />}
            </>
          )
        }}
      </Answered>
    </div>
  )
}

/** Stocks that sum to zero are counted; the others are listed. */
function Shares({ shares }: { readonly shares: readonly Asset[] }) {
  const texts = fundsTexts.use().trial
  const off = shares.filter(({ sum }) => sum !== '0')
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>
        {texts.shares}
        <small>{texts.sharesText(shares.length)}</small>
      </h2>
      <p>
        <Icon name={off.length === 0 ? 'check' : 'warning'} size={1} weight={2} />{' '}
        {texts.zeroCount(shares.length - off.length, shares.length)}
      </p>
      <ul className={styles.securities}>
        {off.map(({ asset, sum }) => (
          <li key={asset} className={styles.off}>
            <Icon name="warning" size={1} weight={2} />
            <span className="num">{asset.slice(4)}</span>
            <span className="visually-hidden">{texts.off}</span>
            <span className="num">{sum}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The whole balance as CSV: one line per asset, owner and kind of account. */
function save(at: string, assets: readonly Asset[]): void {
  const lines = assets.flatMap(({ asset, rows }) =>
    rows.map(({ owner, kind, total }) => [at, asset, owner, kind, total].join(',')),
  )
  const text = ['at,asset,owner,kind,total', ...lines, ''].join('\r\n')
  saveFile(`trial-balance-${at.slice(0, 10)}.csv`, new Blob([`\uFEFF${text}`], { type: 'text/csv' }))
}

function Money({ asset, at }: { readonly asset: Asset; readonly at: string }) {
  const texts = fundsTexts.use().trial
  return (
    <section className={shared.card}>
      <h2 className={shared.title}>
        {texts.money} {asset.asset}
        <small className="num">
          <Moment at={at} />
        </small>
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
