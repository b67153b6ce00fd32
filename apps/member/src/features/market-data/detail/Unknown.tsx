import { Empty, LinkButton } from '@fairlot/ui'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { detailTexts } from './texts/index.ts'

/** No such code, or none at all. */
export const Unknown = () => {
  const { unknown } = detailTexts.use()
  const { nothing } = shellTexts.use()
  return (
    <RouteScreen heading={unknown.title}>
      <Empty
        nothing={nothing}
        text={unknown.text}
        icon="search"
        action={<LinkButton href="/home/searchIndex">{unknown.action}</LinkButton>}
      />
    </RouteScreen>
  )
}
