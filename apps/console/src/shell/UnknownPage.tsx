import { Empty } from '@fairlot/ui'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { shellTexts } from './texts/index.ts'

export const HOME = '/home'

/** An address without a page. */
export function UnknownPage() {
  const { unknown } = shellTexts.use()
  return (
    <Empty
      nothing={unknown.title}
      text={unknown.text}
      action={
        <ConsoleButton onPress={() => window.location.assign(`#${HOME}`)}>{unknown.action}</ConsoleButton>
      }
    />
  )
}
