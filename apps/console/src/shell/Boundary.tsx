// Catches what a page throws, so that one broken page is one broken page.

import { ErrorState } from '@fairlot/ui'
import { Component, type ReactNode } from 'react'
import { shellTexts } from './texts/index.ts'

export class Boundary extends Component<{ readonly children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    const { title, text, action } = shellTexts.now().crash
    return (
      <ErrorState
        title={title}
        text={text}
        retry={{ label: action, onPress: () => window.location.reload() }}
      />
    )
  }
}
