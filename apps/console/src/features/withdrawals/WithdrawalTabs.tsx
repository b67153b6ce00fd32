import { PageTabs } from '#kit/DeskPage.tsx'
import { withdrawalsTexts } from './requests/texts/index.ts'

/** The two pages of money that goes out. */
export function WithdrawalTabs({ here }: { readonly here: string }) {
  const { tabs } = withdrawalsTexts.use()
  return (
    <PageTabs
      label={tabs.label}
      here={here}
      items={[
        { path: '/withdrawals', label: tabs.requests },
        { path: '/withdrawals/payouts', label: tabs.payouts },
      ]}
    />
  )
}
