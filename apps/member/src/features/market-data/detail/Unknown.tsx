import { Empty, LinkButton } from '@fairlot/ui'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { detailTexts } from './texts/index.ts'

/** Unknown code, or no code. */
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
