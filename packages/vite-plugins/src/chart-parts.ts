// Leaves out of klinecharts what the app never draws: its drawing tools and all but five of its 27 indicators, a tenth
// of what the chart costs a phone. The library lists them in two arrays and is one file, so nothing else could tell the
// bundler that they are not used. A version that lists them otherwise fails the build here, not on a phone.
// It also leaves out the library's own time format: making the first one costs a phone as much as drawing the chart,
// and the app writes every time itself (`formatDate` in candle-chart.ts).

import type { Plugin } from 'vite'

const kept = ['bollingerBands', 'movingAverage', 'movingAverageConvergenceDivergence', 'stoch', 'volume']

const lists = [
  { of: /var extensions\$2 = \[([\s\w,$]*)\]/, keep: kept },
  { of: /var extensions = \[([\s\w,$]*)\]/, keep: [] },
]

const ownFormat = "new Intl.DateTimeFormat('en', options)"
const noFormat = '{ resolvedOptions: function () { return { timeZone: timezone }; } }'

export const chartParts = (): Plugin => ({
  name: 'fairlot-chart-parts',
  transform: {
    filter: { id: /\/klinecharts\/dist\/index\.esm\.js$/ },
    handler(code) {
      let trimmed = code
      for (const { of, keep } of lists) {
        const found = of.exec(trimmed)
        const names = found?.[1]?.split(',').map((name) => name.trim()) ?? []
        if (found === null || keep.some((name) => !names.includes(name)))
          return this.error(
            'klinecharts lists its parts otherwise than this build expects: see packages/vite-plugins',
          )
        trimmed = trimmed.replace(found[0], found[0].replace(`[${found[1]}]`, `[${keep.join(', ')}]`))
      }
      if (trimmed.split(ownFormat).length !== 2)
        return this.error('klinecharts makes its time format otherwise than this build expects')
      return { code: trimmed.replace(ownFormat, noFormat), map: null }
    },
  },
})
