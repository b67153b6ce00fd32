import { Bar, Empty, LinkButton, Screen, ScreenBody } from '@fairlot/ui'
import { FALLBACK_PATH, useBack } from './back.ts'
import { shellTexts } from './texts/index.ts'

export const UnknownPage = () => {
  const { unknown: texts, titles, back } = shellTexts.use()
  const goBack = useBack()
  return (
    <Screen>
      <Bar title={titles.unknown} back={{ label: back, onPress: goBack }} />
      <ScreenBody fill>
        <Empty
          nothing={texts.nothing}
          text={texts.text}
          action={<LinkButton href={FALLBACK_PATH}>{texts.action}</LinkButton>}
        />
      </ScreenBody>
    </Screen>
  )
}
