import { useLocation } from '@fairlot/app-shell/router'
import { PageTabs } from '#kit/ConsolePage.tsx'
import { UnknownPage } from '#shell/UnknownPage.tsx'
import { JournalForm } from './correcting/JournalForm.tsx'
import { JournalList } from './correcting/JournalList.tsx'
import { BankCover } from './reconciling/BankCover.tsx'
import { ReconPage } from './reconciling/ReconPage.tsx'
import { TrialBalance } from './reconciling/TrialBalance.tsx'
import { fundsTexts } from './texts/index.ts'
import styles from './Funds.module.css'

const pages = { bank: '/funds/bank', trial: '/funds/trial', journal: '/funds/journal' } as const

const NEW_JOURNAL = `${pages.journal}/new`

export function FundsPage() {
  const texts = fundsTexts.use().tabs
  const { pathname } = useLocation()
  const here =
    [pages.bank, pages.trial, '/funds' as const].find((path) => path === pathname) ??
    ([pages.journal as string, NEW_JOURNAL].includes(pathname) ? pages.journal : null)
  if (here === null) return <UnknownPage />
  return (
    <>
      <div className={styles.tabs}>
        <PageTabs
          label={texts.label}
          here={here}
          items={[
            { path: '/funds', label: texts.checks },
            { path: pages.bank, label: texts.bank },
            { path: pages.trial, label: texts.trial },
            { path: pages.journal, label: texts.journal },
          ]}
        />
      </div>
      {here === '/funds' ? <ReconPage /> : null}
      {here === pages.bank ? <BankCover /> : null}
      {here === pages.trial ? <TrialBalance /> : null}
      {here === pages.journal ? pathname === NEW_JOURNAL ? <JournalForm /> : <JournalList /> : null}
    </>
  )
}
