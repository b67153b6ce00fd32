// Catches errors of one page, so that the others keep working.

import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
  /** Prepares the next try; returns false when only a reload can help. */
  readonly onRetry?: (() => boolean) | undefined
}

export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  readonly #retry = () => {
    if (this.props.onRetry?.() === true) this.setState({ error: null })
    else window.location.reload()
  }

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : this.props.fallback(error, this.#retry)
  }
}
