// Chromium's own authenticator, which needs no finger: it behaves like a phone with a screen lock.

import type { CDPSession, Page } from '@playwright/test'

export interface VirtualAuthenticator {
  credentials(): Promise<readonly { readonly credentialId: string; readonly isResidentCredential: boolean }[]>
  /** From now on the simulated person does not respond. */
  refuse(): Promise<void>
  forget(): Promise<void>
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const client: CDPSession = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async credentials() {
      return (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials
    },
    async refuse() {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    },
    async forget() {
      await client.send('WebAuthn.clearCredentials', { authenticatorId })
    },
  }
}
