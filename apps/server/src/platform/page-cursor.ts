// The cursor of a list sorted by time and id: `<milliseconds>_<id>`.

const shape = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export interface PageCursor {
  readonly at: Date
  readonly id: string
}

/** Returns null for the first page, undefined for an invalid cursor. */
export function cursorFrom(text: string | undefined): PageCursor | null | undefined {
  if (text === undefined) return null
  const [, at, id] = shape.exec(text) ?? []
  return at === undefined || id === undefined ? undefined : { at: new Date(Number(at)), id }
}

export const cursorAfter = ({ sentAt, id }: { readonly sentAt: Date; readonly id: string }): string =>
  `${sentAt.getTime()}_${id}`
