// The platform's passkey dialog. The library loads only on request.

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

export type WebauthnJson = Record<string, unknown>

type Asked =
  | { readonly ok: true; readonly response: WebauthnJson }
  | { readonly ok: false; readonly why: 'cancelled' | 'unsupported' }

/** The server checks the shape with the WebAuthn library; the app only passes it on. */
const carried = (response: AuthenticationResponseJSON): WebauthnJson => ({ ...response })

export const askPasskey = async (options: WebauthnJson): Promise<Asked> => {
  const { browserSupportsWebAuthn, startAuthentication } = await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) return { ok: false, why: 'unsupported' }
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    return { ok: true, response: carried(await startAuthentication({ optionsJSON })) }
  } catch {
    // Closed, timed out, or no passkey for this site: browsers do not say which, so that pages cannot probe.
    return { ok: false, why: 'cancelled' }
  }
}
