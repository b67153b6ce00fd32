import { PageTabs } from '#kit/ConsolePage.tsx'
import { blockTradesTexts } from './texts/index.ts'

export function BlockTabs({ here }: { readonly here: string }) {
  const { tabs } = blockTradesTexts.use()
  return (
    <PageTabs
      label={tabs.label}
      here={here}
      items={[
        { path: '/block-trades', label: tabs.applications },
        { path: '/block-trades/listings', label: tabs.listings },
      ]}
    />
  )
}
