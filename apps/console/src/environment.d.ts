// What the build puts into the app.

interface ImportMeta {
  readonly env: {
    readonly PROD: boolean
    readonly DEV: boolean
    readonly VERSION: string
    /** Of the member app only; the two declarations meet in one type check and must agree. */
    readonly VITE_PARTS?: string
  }
}
