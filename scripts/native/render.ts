// The files of the native projects that follow from installation.json and the product's version. `npm run native` writes
// them; `npm run check -- native` compares.

import type { Installation, Version } from './installation.ts'
import { renderAndroid } from './render-android.ts'
import { renderIos } from './render-ios.ts'

/** Path below apps/native, and content. */
export type Rendered = Readonly<Record<string, string>>

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The same on both platforms: only the installation's own origin, over https, in the main frame. */
export const capacitorConfig = ({ appId, appName, host }: Installation) => ({
  appId,
  appName,
  webDir: 'public',
  loggingBehavior: 'none',
  server: { url: `https://${host}`, cleartext: false, androidScheme: 'https', errorPath: 'index.html' },
})

const offlinePage = `<!doctype html>
<html lang="zh-Hant-TW">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
    <title>Fairlot</title>
    <style>
      body {
        display: grid;
        place-content: center;
        gap: 0.5rem;
        min-height: 100dvh;
        margin: 0 1.5rem;
        font: 1rem/1.6 system-ui;
        text-align: center;
      }
      a {
        padding: 1rem;
      }
    </style>
  </head>
  <body>
    <h1>無法連線</h1>
    <p>請檢查網路，再試一次。</p>
    <p lang="en">No connection. Check your network and try again.</p>
    <a href="https://HOST/">重新連線 / Try again</a>
  </body>
</html>
`

/** The offline page has no script: its link is checked like any other by the wrapper. */
export const renderOfflinePage = ({ host }: Installation): string => offlinePage.replace('HOST', host)

/** For the operator's web server: without these two files links stay in the browser. */
const association = ({ appId, androidCertificates, appleTeamId }: Installation): Rendered => ({
  'well-known/assetlinks.json': jsonText([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: appId,
        sha256_cert_fingerprints: androidCertificates,
      },
    },
  ]),
  'well-known/apple-app-site-association': jsonText({
    applinks: {
      details: [
        { appIDs: appleTeamId === null ? [] : [`${appleTeamId}.${appId}`], components: [{ '/': '/' }] },
      ],
    },
  }),
})

export const renderNative = (installation: Installation, version: Version): Rendered => ({
  ...renderAndroid(installation, version),
  ...renderIos(installation, version),
  ...association(installation),
})
