import { ErrorBoundary } from '@fairlot/app-shell/error-boundary'
import { ErrorState } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { shellTexts } from './texts/index.ts'

export const Boundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary fallback={failedPage}>{children}</ErrorBoundary>
)

const failedPage = (_: unknown, retry: () => void) => {
  const { title, text, action } = shellTexts.now().crash
  return <ErrorState title={title} text={text} retry={{ label: action, onPress: retry }} />
}
