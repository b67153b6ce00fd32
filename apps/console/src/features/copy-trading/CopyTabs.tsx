import { PageTabs } from '#kit/ConsolePage.tsx'
import { copyTradingTexts } from './texts/index.ts'

export function CopyTabs({ here }: { readonly here: string }) {
  const { tabs } = copyTradingTexts.use()
  return (
    <PageTabs
      label={tabs.label}
      here={here}
      items={[
        { path: '/mentors', label: tabs.mentors },
        { path: '/copy-trading', label: tabs.copies },
        { path: '/copy-trading/products', label: tabs.products },
      ]}
    />
  )
}
