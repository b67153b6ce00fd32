import { ErrorBoundary } from '@fairlot/app-shell/error-boundary'
import { Bar, ErrorState, Screen, ScreenBody } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { ChunkError } from './chunk.ts'
import { shellTexts } from './texts/index.ts'

interface Props {
  readonly children: ReactNode
  /** Prepares the next try; returns false when only a reload can help. */
  readonly onRetry?: () => boolean
}

export const Boundary = (props: Props) => <ErrorBoundary fallback={failedScreen} {...props} />

const failedScreen = (error: unknown, retry: () => void) => {
  const texts = shellTexts.now()
  const { title, text, action } = error instanceof ChunkError ? texts.chunk : texts.crash
  return (
    <Screen>
      <Bar title={title} />
      <ScreenBody fill>
        <ErrorState title={title} text={text} retry={{ label: action, onPress: retry }} />
      </ScreenBody>
    </Screen>
  )
}
