import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { Icon, Note } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useEffect, useState } from 'react'
import { useRead } from '#shell/data.ts'
import { failureText } from '#shell/messages.ts'
import { reviewTexts } from '#features/operators'
import { fundsTexts } from '../texts/index.ts'
import shared from '../Funds.module.css'

/** Each account before and after, and the result of the bookkeeping checks afterwards. */
export function WeighedCards({ body }: { readonly body: ConsoleBodyOf<'/funds/weighJournal'> | null }) {
  const { journal: texts, accounts } = fundsTexts.use()
  const codeTexts = reviewTexts.use()
  const read = useRead(
    '/funds/weighJournal',
    body ?? { currency: 'TWD', member: null, lines: [], why: 'goodwill', original: null },
    { enabled: body !== null, keep: true },
  )
  const failed = body === null ? undefined : read.error?.failed
  const refused = failed?.why === 'refused' ? failed : undefined
  const [refusal, setRefusal] = useState<{ readonly of: typeof refused; readonly text: string }>()
  useEffect(() => {
    let isOver = false
    if (refused !== undefined)
      void failureText(refused).then((text) => (isOver ? undefined : setRefusal({ of: refused, text })))
    return () => {
      isOver = true
    }
  }, [refused])
  const weighed = body === null || refused !== undefined ? undefined : read.data
  return (
    <>
      <section className={shared.card}>
        <h2 className={shared.title}>{texts.after}</h2>
        {weighed === undefined ? (
          <p className={shared.plain}>{texts.fillIn}</p>
        ) : (
          <table className={shared.table}>
            <thead>
              <tr>
                <th scope="col">{texts.accountHead}</th>
                <th scope="col" className={shared.right}>
                  {texts.before}
                </th>
                <th scope="col" className={shared.right}>
                  {texts.thereafter}
                </th>
              </tr>
            </thead>
            <tbody>
              {weighed.effects.map(({ account, before, after }) => (
                <tr key={account}>
                  <th scope="row">{accounts[account]}</th>
                  <td className={shared.right}>{formatMoney(before)}</td>
                  <td className={`${shared.right} ${shared.strong}`}>{formatMoney(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {refusal !== undefined && refusal.of === refused ? (
          <Note tone="crit" role="alert">
            {refusal.text}
          </Note>
        ) : null}
      </section>
      <section className={shared.card}>
        <h2 className={shared.title}>{texts.checks}</h2>
        {weighed === undefined ? (
          <p className={shared.plain}>{texts.fillIn}</p>
        ) : (
          <ul className={shared.checks}>
            {weighed.checks.map(({ ok, code: check, value }) => (
              <li key={check} className={ok ? undefined : shared.bad}>
                <Icon name={ok ? 'check' : 'warning'} size={1} weight={2} />
                <span>{codeTexts[check] ?? check}</span>
                <span className="num">{value}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
