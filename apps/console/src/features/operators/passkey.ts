// The browser's passkey dialogs. The library loads only when somebody asks for one.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Made and checked by the WebAuthn library on both sides; between the two it is only carried. */
export type WebauthnJson = Record<string, unknown>

/** Null when it was closed, timed out, or this device has none for the console: the browser does not say which. */
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
