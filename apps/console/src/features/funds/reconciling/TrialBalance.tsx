import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { dayMs, taipeiDate } from '@fairlot/rules/calendar'
import { cx, Icon } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Field } from '#kit/filter/ListFilterBar.tsx'
import { saveFile } from '#kit/filter/save-file.ts'
import { Moment } from '#kit/Moment.tsx'
import { useAddress } from '#kit/use-address.ts'
import { useNow } from '#kit/use-now.ts'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { momentText } from '#shell/format.ts'
import { fundsTexts } from '../texts/index.ts'
import shared from '../Funds.module.css'
import styles from './Recon.module.css'

type Asset = ConsoleDataOf<'/funds/trialBalance'>['assets'][number]

/** Every asset by kind of account. Each asset sums to zero. */
export function TrialBalance() {
  const texts = fundsTexts.use().trial
  const address = useAddress()
  const now = useNow()
  const on = address.get('on') ?? ''
  const turn = (day: string) => address.turn({ on: day === '' ? null : day })
  const read = useRead('/funds/trialBalance', on === '' ? {} : { on }, {
    keep: true,
    ...(on === '' ? { every: 10_000 } : {}),
  })
  const shown = read.data
  return (
    <div className={shared.page}>
      <div className={styles.export}>
        <Field label={texts.day} isSet={on !== ''}>
          <input
            type="date"
            max={taipeiDate(now.getTime() - dayMs)}
            value={on}
            onChange={(event) => turn(event.target.value)}
          />
        </Field>
        {on === '' ? null : (
          <ConsoleButton kind="text" small onPress={() => turn('')}>
            {texts.toNow}
          </ConsoleButton>
        )}
        {shown === undefined ? null : (
          <>
            <span>
              {texts.asOf} <span className="num">{momentText(shown.at)}</span>
            </span>
            <span className={styles.file}>
              <ConsoleButton kind="outline" small onPress={() => save(shown.at, shown.assets)}>
                {texts.export}
              </ConsoleButton>
            </span>
          </>
        )}
      </div>
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
      <p className={styles.zero}>
        <Icon name={off.length === 0 ? 'check' : 'warning'} size={1} weight={2} />
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
