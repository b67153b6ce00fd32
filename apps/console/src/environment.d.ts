// Build-time variables of the app.

interface ImportMeta {
  readonly env: {
    readonly PROD: boolean
    readonly DEV: boolean
    readonly VERSION: string
    /** Used by the member app only; both declarations are in one type check and must agree. */
    readonly VITE_PARTS?: string
  }
}
