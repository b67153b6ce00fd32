import { Bar, Screen, ScreenBody } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { useBack } from '#shell/back.ts'
import { shellTexts } from '#shell/texts/index.ts'
import styles from './Auth.module.css'
import { LanguageButton } from './LanguageButton.tsx'

interface Props {
  readonly children: ReactNode
  /** Fixed at the bottom. */
  readonly footer?: ReactNode
  readonly onBack?: () => void
  readonly leading?: ReactNode
  readonly languageChoice?: boolean
}

/** The frame of the sign-in screens: white, an empty bar, the heading in the page itself. */
export const AuthScreen = ({ children, footer, onBack, leading, languageChoice = true }: Props) => {
  const texts = shellTexts.use()
  const back = useBack()
  return (
    <Screen ground="surface" foot={footer === undefined ? 'none' : 'action'}>
      <Bar
        back={leading === undefined ? { label: texts.back, onPress: onBack ?? back } : undefined}
        leading={leading}
        trailing={languageChoice ? <LanguageButton /> : undefined}
      />
      <ScreenBody fill className={styles.body}>
        {children}
      </ScreenBody>
      {footer}
    </Screen>
  )
}
