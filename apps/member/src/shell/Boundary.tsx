// Catches errors of one screen, so that the others keep working.

import { Component, type ReactNode } from 'react'
import { Bar, ErrorState, Screen, ScreenBody } from '@fairlot/ui'
import { ChunkError } from './chunk.ts'
import { shellTexts } from './texts/index.ts'

interface Props {
  readonly children: ReactNode
  /** Prepares the next try; returns false when only a reload can help. */
  readonly onRetry?: () => boolean
}

export class Boundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  readonly #retry = () => {
    if (this.props.onRetry?.() === true) this.setState({ error: null })
    else window.location.reload()
  }

  override render() {
    if (this.state.error === null) return this.props.children
    const texts = shellTexts.now()
    const { title, text, action } = this.state.error instanceof ChunkError ? texts.chunk : texts.crash
    return (
      <Screen>
        <Bar title={title} />
        <ScreenBody fill>
          <ErrorState title={title} text={text} retry={{ label: action, onPress: this.#retry }} />
        </ScreenBody>
      </Screen>
    )
  }
}
