import type { DataOf } from '@fairlot/contract'

type Options = DataOf<'/auth/beginPasskey'>['options']

/** The browser's dialog. Null when the member closed it, or when the device does not support it. */
export const createPasskey = async (options: Options): Promise<Record<string, unknown> | null> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    // The server made these with the same library; the contract passes them as plain JSON.
    const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
    return { ...(await startRegistration({ optionsJSON })) }
  } catch {
    return null
  }
}
