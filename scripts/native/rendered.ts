// What the files of both platforms share.

import type { Installation } from './installation.ts'

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
