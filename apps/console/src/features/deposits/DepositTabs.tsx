import { PageTabs } from '#kit/DeskPage.tsx'
import { useRead } from '#shell/data.ts'
import { depositsTexts } from './requests/texts/index.ts'

/** The three pages of money that comes in. */
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
        { path: '/deposits/statements', label: tabs.statements, count: odd },
      ]}
    />
  )
}
