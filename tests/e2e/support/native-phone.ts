// A phone around the page: Capacitor's own bridge script, the same on both platforms, runs in the page, and this file
// answers at the border where Java or Swift would. Keys, vault and push address are real values held here, outside the browser.

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
  {
    platform = 'android',
    hasFace = true,
    hasPush = platform === 'android',
  }: { readonly platform?: Platform; readonly hasFace?: boolean; readonly hasPush?: boolean } = {},
): Promise<NativePhone> {
  const listeners = new Map<string, string>()
  const send = (eventName: string, data: object, times = 1) =>
    page.evaluate(
      ([id, text, count]) => {
        for (let at = 0; at < count; at += 1)
          (window as unknown as { fromPhone(text: string): void }).fromPhone(
            JSON.stringify({ callbackId: id, success: true, save: true, data: JSON.parse(text) }),
          )
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
  const plugins = answersOf(phone, { platform, hasPush, hasFace })
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
  await page.addInitScript({ content: injected(platform) })
  return phone
}

type Platform = 'android' | 'ios'

/** How a call leaves the page and how an answer enters it. */
const borders: Readonly<Record<Platform, string>> = {
  android: `
    window.fromPhone = (data) => window.androidBridge.onmessage({ data });
    window.androidBridge = {
      postMessage: (text) => window.toNative(text).then((data) => data && window.fromPhone(data)),
    };`,
  ios: `
    window.fromPhone = (data) => window.Capacitor.fromNative(JSON.parse(data));
    window.webkit = { messageHandlers: { bridge: {
      postMessage: (call) => window.toNative(JSON.stringify(call)).then((data) => data && window.fromPhone(data)),
    } } };
    // The bridge asks whether cookies and requests go through Swift.
    window.prompt = () => 'false';`,
}

/** What Capacitor injects into a page of the installation's origin, in its order. */
const injected = (platform: Platform): string => `
  ${borders[platform]}
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
  {
    platform,
    hasPush,
    hasFace,
  }: { readonly platform: Platform; readonly hasPush: boolean; readonly hasFace: boolean },
): Readonly<Record<string, Answer>> {
  const none = (_done: void): undefined => undefined
  const keyOf = (name: unknown) => {
    const key = phone.keys.get(String(name))
    if (key === undefined) throw new Refusal('missing')
    return key
  }
  // Swift gives only the last 65 bytes: the point.
  const publicKeyOf = (key: KeyObject) =>
    key
      .export({ type: 'spki', format: 'der' })
      .subarray(platform === 'ios' ? -65 : 0)
      .toString('base64')
  return {
    'App.exitApp': () => none(void (phone.exits += 1)),
    'App.getLaunchUrl': () => (phone.launchUrl === undefined ? undefined : { url: phone.launchUrl }),
    'FairlotKeys.create': ({ name }) => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      phone.keys.set(String(name), pair)
      return { publicKey: publicKeyOf(pair.publicKey) }
    },
    'FairlotKeys.keep': ({ name, id }) => none(void (keyOf(name).id = String(id))),
    'FairlotKeys.read': ({ name }) => {
      const key = phone.keys.get(String(name))
      return key?.id === undefined ? {} : { publicKey: publicKeyOf(key.publicKey), id: key.id }
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
