/** The context a sealed text is bound to: moved to another row or column it does not open. */
export const sealedPlace = (column: 'contact' | 'statement', requestId: string): string =>
  `app.recovery_requests|${column}|${requestId}`
