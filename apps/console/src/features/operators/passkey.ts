// The browser's passkey dialogs. The library loads only on request.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The WebAuthn library creates and checks it on both sides; the code between only passes it on. */
export type WebauthnJson = Record<string, unknown>

/**
 * Returns null when the passkey dialog was closed or timed out, or this device has no passkey for the console. The
 * browser does not say which.
 */
export const askPasskey = async (options: WebauthnJson): Promise<WebauthnJson | null> => {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    return { ...(await startAuthentication({ optionsJSON })) }
  } catch {
    return null
  }
}

export const createPasskey = async (options: WebauthnJson): Promise<WebauthnJson | null> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    return { ...(await startRegistration({ optionsJSON })) }
  } catch {
    return null
  }
}
