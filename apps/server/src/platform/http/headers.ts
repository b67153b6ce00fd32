// The headers of every answer: pages, files, API, errors. Only this file sets a policy.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

type Headers = Readonly<Record<string, string>>

export interface SecurityHeaders {
  /** The member app and its files. */
  readonly page: Headers
  /**
   * A hashed file of the app: what a script, a style sheet, a font or a picture obeys. The long policies of a page
   * would be sent with each of a page's hundred files.
   */
  readonly file: Headers
  readonly api: Headers
  /** The readable API description: no script at all. */
  readonly docs: Headers
}

export const reportPath = '/api/vue/site/cspReport'

/**
 * Written by the member app's build: hashes of the inline scripts of index.html, and the names of its Trusted Types
 * policies. Hashes and not a nonce, because the page is cached to open offline.
 */
const policyFile = z.object({
  scripts: z.array(z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/=]+$/)).default([]),
  styles: z.array(z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/=]+$/)).default([]),
  trustedTypes: z.array(z.string().regex(/^[A-Za-z0-9#_-]+$/)).default(['app', 'dompurify']),
})

export type PagePolicy = z.infer<typeof policyFile>

export function readPagePolicy(appDir: string | undefined): PagePolicy {
  const path = appDir === undefined ? undefined : join(appDir, 'csp.json')
  return policyFile.parse(
    path !== undefined && existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : {},
  )
}

export function securityHeaders(
  publicOrigin: string,
  policy: PagePolicy,
  reportsTo: string | undefined = reportPath,
): SecurityHeaders {
  const { protocol, host } = new URL(publicOrigin)
  const isHttps = protocol === 'https:'
  const quoted = (hashes: readonly string[]): string => hashes.map((hash) => ` '${hash}'`).join('')
  const everywhere: Headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), microphone=(), ' +
      'geolocation=(), payment=(), usb=(), clipboard-read=(), display-capture=()',
    'x-frame-options': 'DENY',
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' } : {}),
  }
  const page = [
    `default-src 'none'`,
    `script-src 'self'${quoted(policy.scripts)}`,
    `style-src 'self'${quoted(policy.styles)}`,
    `img-src 'self' blob: data:`,
    `font-src 'self'`,
    `connect-src 'self' ${isHttps ? 'wss' : 'ws'}://${host}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `media-src 'none'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-src 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types ${policy.trustedTypes.join(' ')}`,
    // Over http a browser that knows report-to sends no reports at all: it then ignores report-uri as well.
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
    ...(isHttps && reportsTo !== undefined ? ['report-to csp'] : []),
    ...(reportsTo === undefined ? [] : [`report-uri ${reportsTo}`]),
  ]
  const reporting: Headers =
    isHttps && reportsTo !== undefined ? { 'reporting-endpoints': `csp="${reportsTo}"` } : {}
  const { 'permissions-policy': _unused, ...ofFiles } = everywhere
  return {
    file: { ...ofFiles, 'content-security-policy': `default-src 'none'; frame-ancestors 'none'; sandbox` },
    page: { ...everywhere, ...reporting, 'content-security-policy': page.join('; ') },
    api: {
      ...everywhere,
      'content-security-policy': `default-src 'none'; frame-ancestors 'none'; sandbox`,
      'cache-control': 'no-store',
      vary: 'Sec-Fetch-Site',
    },
    docs: {
      ...everywhere,
      'content-security-policy': `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
    },
  }
}

export function headersFor(headers: SecurityHeaders, path: string): Headers {
  if (path === '/api/docs' || path.startsWith('/api/docs/')) return headers.docs
  if (path.startsWith('/assets/')) return headers.file
  const isPage = !path.startsWith('/api/') && path !== '/healthz'
  return isPage ? headers.page : headers.api
}
