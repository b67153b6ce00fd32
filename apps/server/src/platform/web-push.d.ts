declare module 'web-push' {
  interface Details {
    readonly method: string
    readonly headers: Readonly<Record<string, string | number>>
    readonly body: Buffer | null
    readonly endpoint: string
  }
  const webPush: {
    generateRequestDetails(
      subscription: {
        readonly endpoint: string
        readonly keys: { readonly p256dh: string; readonly auth: string }
      },
      payload: string,
      options: {
        readonly vapidDetails: {
          readonly subject: string
          readonly publicKey: string
          readonly privateKey: string
        }
        readonly TTL: number
        readonly urgency: 'normal' | 'high'
        readonly contentEncoding: 'aes128gcm'
      },
    ): Details
  }
  export default webPush
}
