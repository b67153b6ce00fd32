// The fund desk keeps bank hours, and tests run at any hour. The stack of the tests lets each request say what the desk's
// clock shows (DESK_CLOCK=request, refused outside tests); nothing else of the server's time moves. Every context says it is
// open unless its test says otherwise: test.use({ extraHTTPHeaders: deskIs('closed') }).

const times = {
  /** A Wednesday, 11:00 in Taipei. */
  open: '2026-11-18T11:00:00+08:00',
  /** The Sunday before it: the desk opens on Monday at 09:30. */
  closed: '2026-11-15T12:00:00+08:00',
} as const

export const deskIs = (state: keyof typeof times): Record<string, string> => ({ 'x-desk-time': times[state] })
