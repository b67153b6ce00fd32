// Moves the style sheets behind the splash, so that it is painted without waiting for them. The app's own modules still
// do wait: a browser runs no script while a style sheet before it is on its way.

import type { Plugin } from 'vite'

const sheet = /\s*<link rel="stylesheet"[^>]*>/g

export const lateStyles = (): Plugin => ({
  name: 'fairlot-late-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const sheets = [...html.matchAll(sheet)].map(([tag]) => tag.trim())
      const hints = sheets.map((tag) => tag.replace('rel="stylesheet"', 'rel="preload" as="style"'))
      return html
        .replace(sheet, '')
        .replace('</head>', `  ${hints.join('\n    ')}\n  </head>`)
        .replace('</body>', `  ${sheets.join('\n    ')}\n  </body>`)
    },
  },
})
