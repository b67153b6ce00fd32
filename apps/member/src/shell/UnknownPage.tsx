import { Empty, LinkButton, Screen, ScreenBody } from '@fairlot/ui'
import { FALLBACK_PATH } from './back.ts'
import { shellTexts } from './texts/index.ts'

export const UnknownPage = () => {
  const texts = shellTexts.use().unknown
  return (
    <Screen>
      <ScreenBody fill>
        <Empty
          nothing={texts.title}
          text={texts.text}
          action={<LinkButton href={FALLBACK_PATH}>{texts.action}</LinkButton>}
        />
      </ScreenBody>
    </Screen>
  )
}
