// Build-time variables of the app.

interface ImportMeta {
  readonly env: {
    readonly PROD: boolean
    readonly VERSION: string
  }
}
