// The URL of the service worker is the only script URL an app creates, so this is the only Trusted Types policy.

const POLICY_NAME = 'fairlot-service-worker'
const WORKER = '/sw.js'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

let url: string | undefined

/** Makes the policy on the first call: a browser refuses a second one of the same name. */
export const workerUrl = (): string => {
  url ??=
    window.trustedTypes
      ?.createPolicy(POLICY_NAME, {
        createScriptURL: (asked) => {
          if (asked !== WORKER) throw new TypeError(`not the service worker: ${asked}`)
          return asked
        },
      })
      .createScriptURL(WORKER) ?? WORKER
  return url
}
