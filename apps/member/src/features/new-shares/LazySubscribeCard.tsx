import { lazy, Suspense } from 'react'
import { newSharesTexts } from './texts/index.ts'

const Card = lazy(async () => {
  const [file] = await Promise.all([import('./home/SubscribeCard.tsx'), newSharesTexts.load()])
  return { default: file.SubscribeCard }
})

export const SubscribeCard = () => (
  <Suspense>
    <Card />
  </Suspense>
)
