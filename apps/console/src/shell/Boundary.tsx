// Catches errors of one page, so that the others keep working.

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
