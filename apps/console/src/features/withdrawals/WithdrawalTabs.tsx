import { PageTabs } from '#kit/ConsolePage.tsx'
import { withdrawalsTexts } from './requests/texts/index.ts'

/** The two pages of outgoing money. */
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
