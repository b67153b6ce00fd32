// A phone around the page: Capacitor's own Android bridge script runs in the page, and this file answers at the border
// where Java would. Keys, vault and push address are real values held here, outside the browser.

import { createECDH, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'

const android = dirname(
  createRequire(join(import.meta.dirname, '../../../apps/native/package.json')).resolve(
    '@capacitor/android/package.json',
  ),
)
const bridgeScript = readFileSync(join(android, 'capacitor/src/main/assets/native-bridge.js'), 'utf8')

const methods = {
  App: ['exitApp', 'getLaunchUrl', 'addListener', 'removeListener'],
  FairlotKeys: ['create', 'keep', 'read', 'sign', 'remove'],
  FairlotVault: ['availability', 'has', 'keep', 'open', 'remove'],
  FairlotScreen: ['setSecret'],
  FairlotPush: ['availability', 'subscribe', 'unsubscribe'],
} as const

interface Call {
  readonly callbackId: string
  readonly pluginId: string
  readonly methodName: string
  readonly options: Readonly<Record<string, unknown>>
}

class Refusal extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export interface NativePhone {
  readonly keys: Map<string, { readonly privateKey: KeyObject; readonly publicKey: KeyObject; id?: string }>
  readonly vault: Map<string, string>
  face: 'accepted' | 'refused' | 'lost'
  /** How often the face was asked for. */
  asked: number
  isSecret: boolean
  exits: number
  launchUrl: string | undefined
  pushKey: string | undefined
  /** Presses back this often within one task of the page. */
  pressBack(times?: number): Promise<void>
  openLink(url: string): Promise<void>
  setActive(isActive: boolean): Promise<void>
}

/** Call it before the page is opened. */
export async function makeNativePhone(
  page: Page,
  { hasPush = true, hasFace = true } = {},
): Promise<NativePhone> {
  const listeners = new Map<string, string>()
  const send = (eventName: string, data: object, times = 1) =>
    page.evaluate(
      ([id, text, count]) => {
        for (let at = 0; at < count; at += 1)
          (
            window as unknown as { androidBridge: { onmessage(event: object): void } }
          ).androidBridge.onmessage({
            data: JSON.stringify({ callbackId: id, success: true, save: true, data: JSON.parse(text) }),
          })
      },
      [listeners.get(eventName) ?? '', JSON.stringify(data), times] as const,
    )
  const phone: NativePhone = {
    keys: new Map(),
    vault: new Map(),
    face: 'accepted',
    asked: 0,
    isSecret: false,
    exits: 0,
    launchUrl: undefined,
    pushKey: undefined,
    pressBack: (times = 1) => send('backButton', { canGoBack: false }, times),
    openLink: (url) => send('appUrlOpen', { url }),
    setActive: (isActive) => send('appStateChange', { isActive }),
  }
  const plugins = answersOf(phone, { hasPush, hasFace })
  await page.exposeBinding('toNative', (_source, text: string): string | null => {
    const { callbackId, pluginId, methodName, options } = JSON.parse(text) as Call
    if (methodName === 'addListener') listeners.set(String(options['eventName']), callbackId)
    const answer = plugins[`${pluginId}.${methodName}`]
    if (answer === undefined) return null
    const base = { callbackId, pluginId, methodName, save: false }
    try {
      return JSON.stringify({ ...base, success: true, data: answer(options) })
    } catch (error) {
      const { message, code } = error as Refusal
      return JSON.stringify({ ...base, success: false, error: { message, code } })
    }
  })
  await page.addInitScript({ content: injected })
  return phone
}

/** What Capacitor injects into a page of the installation's origin, in its order. */
const injected = `
  window.androidBridge = {
    postMessage: (text) => window.toNative(text).then((data) => data && window.androidBridge.onmessage({ data })),
  };
  window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };
  ${bridgeScript}
  window.Capacitor.PluginHeaders = ${JSON.stringify(
    Object.entries(methods).map(([name, names]) => ({
      name,
      methods: names.map((method) =>
        method === 'addListener' || method === 'removeListener'
          ? { name: method }
          : { name: method, rtype: 'promise' },
      ),
    })),
  )};
`

type Answer = (options: Readonly<Record<string, unknown>>) => object | undefined

function answersOf(
  phone: NativePhone,
  { hasPush, hasFace }: { readonly hasPush: boolean; readonly hasFace: boolean },
): Readonly<Record<string, Answer>> {
  const none = (_done: void): undefined => undefined
  const keyOf = (name: unknown) => {
    const key = phone.keys.get(String(name))
    if (key === undefined) throw new Refusal('missing')
    return key
  }
  const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64')
  return {
    'App.exitApp': () => none(void (phone.exits += 1)),
    'App.getLaunchUrl': () => (phone.launchUrl === undefined ? undefined : { url: phone.launchUrl }),
    'FairlotKeys.create': ({ name }) => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      phone.keys.set(String(name), pair)
      return { publicKey: spki(pair.publicKey) }
    },
    'FairlotKeys.keep': ({ name, id }) => none(void (keyOf(name).id = String(id))),
    'FairlotKeys.read': ({ name }) => {
      const key = phone.keys.get(String(name))
      return key?.id === undefined ? {} : { publicKey: spki(key.publicKey), id: key.id }
    },
    'FairlotKeys.sign': ({ name, text }) => ({
      signature: createSign('sha256').update(String(text)).sign(keyOf(name).privateKey, 'base64'),
    }),
    'FairlotKeys.remove': ({ name }) => none(void phone.keys.delete(String(name))),
    'FairlotVault.availability': () => ({ isAvailable: hasFace }),
    'FairlotVault.has': ({ name }) => ({ isKept: phone.vault.has(String(name)) }),
    'FairlotVault.keep': ({ name, value }) => none(void phone.vault.set(String(name), String(value))),
    'FairlotVault.open': ({ name }) => {
      phone.asked += 1
      const value = phone.vault.get(String(name))
      if (phone.face !== 'accepted' || value === undefined) throw new Refusal(phone.face)
      return { value }
    },
    'FairlotVault.remove': ({ name }) => none(void phone.vault.delete(String(name))),
    'FairlotScreen.setSecret': ({ isSecret }) => none(void (phone.isSecret = isSecret === true)),
    'FairlotPush.availability': () => ({ isAvailable: hasPush }),
    'FairlotPush.subscribe': ({ publicKey }) => {
      phone.pushKey = String(publicKey)
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      return {
        endpoint: `https://fcm.googleapis.com/wp/${randomBytes(12).toString('hex')}`,
        p256dh: keys.getPublicKey('base64url', 'uncompressed'),
        auth: randomBytes(16).toString('base64url'),
      }
    },
    'FairlotPush.unsubscribe': () => none(void (phone.pushKey = undefined)),
  }
}
