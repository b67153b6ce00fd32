/** Where what a stranger wrote lies sealed: moved to another row or column it does not open. */
export const sealedPlace = (column: 'contact' | 'statement', requestId: string): string =>
  `app.recovery_requests|${column}|${requestId}`
