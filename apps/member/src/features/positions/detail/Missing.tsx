import { Empty, LinkButton } from '@fairlot/ui'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { detailTexts } from './texts/index.ts'

/** A missing position or another member's: the two look the same on purpose. */
export const Missing = () => {
  const texts = detailTexts.use()
  const { nothing } = shellTexts.use()
  return (
    <RouteScreen>
      <Empty
        nothing={nothing}
        text={texts.missing}
        icon="search"
        action={<LinkButton href="/position/position">{texts.all}</LinkButton>}
      />
    </RouteScreen>
  )
}
