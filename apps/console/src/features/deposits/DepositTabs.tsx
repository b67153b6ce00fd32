import { PageTabs } from '#kit/ConsolePage.tsx'
import { useRead } from '#shell/data.ts'
import { depositsTexts } from './requests/texts/index.ts'

/** The four pages of incoming money. */
export function DepositTabs({ here }: { readonly here: string }) {
  const { tabs } = depositsTexts.use()
  const odd = useRead('/deposits/statements', {}, { every: 15_000, keep: true }).data?.odd
  return (
    <PageTabs
      label={tabs.label}
      here={here}
      items={[
        { path: '/deposits', label: tabs.requests },
        { path: '/deposits/channels', label: tabs.channels },
        { path: '/deposits/lines', label: tabs.lines, count: odd },
        { path: '/deposits/statements', label: tabs.statements },
      ]}
    />
  )
}
