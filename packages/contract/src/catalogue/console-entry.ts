export interface ConsoleEntry {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429
  readonly tw: string
  readonly en: string
}
