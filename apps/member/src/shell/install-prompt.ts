// The browser offers once, early, that the app can be installed. It is kept until the member asks for it.

interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>
}

let kept: InstallPrompt | undefined
const listeners = new Set<() => void>()

const set = (prompt: InstallPrompt | undefined): void => {
  kept = prompt
  for (const listener of listeners) listener()
}

export const keepInstallPrompt = (event: Event): void => {
  set(event as InstallPrompt)
  window.addEventListener('appinstalled', () => set(undefined), { once: true })
}

export const onInstallPrompt = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const canInstall = (): boolean => kept !== undefined

/** A prompt can be shown once; the browser offers another when it sees fit. */
export const showInstallPrompt = async (): Promise<void> => {
  const prompt = kept
  set(undefined)
  await prompt?.prompt()
}
