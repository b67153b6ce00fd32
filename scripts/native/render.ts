// The files of the native projects that follow from installation.json and the product's version. `npm run native` writes
// them; `npm run check -- native` compares.

import type { Installation, Version } from './installation.ts'
import { renderAndroid } from './render-android.ts'
import { renderIos } from './render-ios.ts'
import { jsonText, type Rendered } from './rendered.ts'

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
