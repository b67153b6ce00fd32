import { Field, Sheet } from '@fairlot/ui'
import { plainName } from '@fairlot/rules/bank-accounts'
import { useId, useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { bankAccountsTexts } from './texts/index.ts'
import styles from './BankAccounts.module.css'

export interface Bank {
  readonly code: string
  readonly tw: string
  readonly en: string
}

interface Props {
  readonly onClose: () => void
  readonly onChoose: (bank: Bank) => void
}

/** Banks of Taiwan, searched by code or by name in either language. */
export const BankSheet = ({ onClose, onChoose }: Props) => {
  const texts = bankAccountsTexts.use().form
  const { close } = shellTexts.use()
  const language = useLanguage()
  const read = useRead('/bank-accounts/banks', {}, { staleTime: Infinity })
  const [query, setQuery] = useState('')
  const id = useId()
  const asked = plainName(query)
  return (
    <Sheet open onClose={onClose} title={texts.choose} closeLabel={close}>
      <Field
        id={id}
        name="bank"
        label={texts.search}
        type="search"
        value={query}
        error={undefined}
        onChange={(text) => setQuery(text)}
        onBlur={() => undefined}
      />
      <div className={styles.banks}>
        <Answered read={read}>
          {({ banks }) => {
            const found = banks.filter(
              ({ code, tw, en }) =>
                code.startsWith(asked) || plainName(tw).includes(asked) || plainName(en).includes(asked),
            )
            return found.length === 0 ? (
              <p className={styles.notFound} role="status">
                {texts.notFound}
              </p>
            ) : (
              <ul>
                {found.map((bank) => (
                  <li key={bank.code}>
                    <button type="button" className={styles.bank} onClick={() => onChoose(bank)}>
                      <span className={styles.code}>{bank.code}</span>
                      {bank[language]}
                    </button>
                  </li>
                ))}
              </ul>
            )
          }}
        </Answered>
      </div>
    </Sheet>
  )
}
