// The bank has opening hours, and tests run at any hour. The test stack lets each request set the bank's clock
// (BANK_CLOCK=request, refused outside tests); no other server time changes. Every context sets it to open unless its
// test uses test.use({ extraHTTPHeaders: bankIs('closed') }).

const times = {
  /** A Wednesday, 11:00 in Taipei. */
  open: '2026-11-18T11:00:00+08:00',
  /** The Sunday before it: the bank opens on Monday at 09:30. */
  closed: '2026-11-15T12:00:00+08:00',
} as const

export const bankIs = (state: keyof typeof times): Record<string, string> => ({ 'x-bank-time': times[state] })
