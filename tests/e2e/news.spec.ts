// News with a phone and two consoles at once: written with a picture, approved, read, found, counted and corrected.

import type { Page } from '@playwright/test'
import { texts as consoleEn } from '../../apps/console/src/features/news/texts/en.ts'
import { texts as consoleTw } from '../../apps/console/src/features/news/texts/tw.ts'
import { texts as previewEn } from '../../apps/console/src/kit/notice/texts/en.ts'
import { texts as previewTw } from '../../apps/console/src/kit/notice/texts/tw.ts'
import { picture } from '../flows/support/pictures.ts'
import type { DataOf } from '../../packages/contract/src/index.ts'
import type { Lang } from './projects.ts'
import { approve, openInQueue, reviewOf } from './support/both-apps.ts'
import { expectCleanPage, settle } from './support/layout-checks.ts'
import { expectCleanConsole, type SignedInOperator, signInOperator, withOwner } from './support/operators.ts'
import { everyAppearance, expect, test, twoAppearances, proveOnly } from './support/test.ts'

const PUBLISHED = { tw: '1904', en: '2204' }
const CORRECTED = { tw: '9933', en: '9945' }
const IMPORTED = '3702'
const RULE = 'guard.farPrice'
/** The worker executes a decision. */
const soon = { timeout: 20_000 }
const textsOf = (lang: Lang): typeof consoleTw => (lang === 'tw' ? consoleTw : consoleEn)

const numberOf = async (title: string): Promise<string> => {
  const [row] = await withOwner((db) =>
    db.query<{ number: string }>(
      `SELECT number FROM app.reviews WHERE kind = 'news' AND payload #>> '{title,en}' = $1
       ORDER BY opened_at DESC LIMIT 1`,
      [title],
    ),
  )
  return row!.number
}

const versionsOf = (title: string): Promise<readonly { readonly id: string; readonly at: Date }[]> =>
  withOwner((db) =>
    db.query<{ id: string; at: Date }>(
      `SELECT a.id, a.published_at AS at FROM app.news_versions v JOIN app.news_articles a ON a.id = v.article_id
       WHERE v.title_en = $1`,
      [title],
    ),
  )

interface Written {
  readonly title: string
  readonly symbol: string
}

/** Fills in the form of a new article, in both languages. */
const write = async (page: Page, lang: Lang, { title, symbol }: Written): Promise<void> => {
  const { draft, topic, topics } = textsOf(lang)
  await page.goto('/#/news/new')
  await page.getByLabel(topic, { exact: true }).selectOption({ label: topics.rules })
  for (const language of [draft.tw, draft.en]) {
    await page.getByLabel(draft.title(language), { exact: true }).fill(title)
    await page
      .getByLabel(draft.body(language), { exact: true })
      .fill(`${title}\n\n## <b>Spread</b>\n\n09:00 | 13:30`)
  }
  await page.getByLabel(draft.rule, { exact: true }).fill(RULE)
  await page.getByLabel(draft.symbols, { exact: true }).fill(symbol)
  await page.getByLabel(draft.why, { exact: true }).fill('the plan of this week')
}

const send = async ({ page, lang }: SignedInOperator): Promise<void> => {
  const { draft } = textsOf(lang)
  await page.getByRole('button', { name: draft.send, exact: true }).click()
  await expect(page.getByRole('button', { name: draft.toQueue, exact: true })).toBeVisible()
}

test(
  'a member reads what two operators have published',
  { tag: twoAppearances },
  async ({ browser, page, lang, texts, open }) => {
    test.slow()
    const { news, shell, instruments, rules } = texts
    const consoleTexts = textsOf(lang)
    const preview = lang === 'tw' ? previewTw : previewEn
    const title = `Article ${Date.now()}`
    const symbol = PUBLISHED[lang]
    const one = await signInOperator(browser, lang, ['support'], { name: '陳偉', appearance: {} })
    const two = await signInOperator(browser, lang, ['approver'], {
      name: '林美',
      appearance: { theme: 'dark' },
    })
    try {
      await write(one.page, lang, { title, symbol })
      await one.page.getByLabel(consoleTexts.draft.picture, { exact: true }).setInputFiles({
        name: 'chart.jpg',
        mimeType: 'image/jpeg',
        buffer: await picture(),
      })
      const phones = one.page.getByRole('region', { name: preview.preview, exact: true })
      await expect(phones.locator('img')).toHaveCount(2)
      await expect(phones.getByRole('heading', { level: 4, name: '<b>Spread</b>' })).toHaveCount(2)
      await expect(one.page.getByText(consoleTexts.draft.sameFigures)).toBeVisible()
      await expectCleanConsole(one.page, 'the form of an article')
      await send(one)
      const review = await reviewOf('news', await numberOf(title))
      const pane = await openInQueue(two, review)
      const shown = pane.getByRole('region', { name: preview.preview, exact: true })
      await expect(shown.locator('img')).toHaveCount(2)
      await expectCleanConsole(two.page, 'the review of an article')
      await approve(two, review, 'second')
      await expect.poll(() => versionsOf(title), soon).toHaveLength(1)
      await one.page.goto('/#/news')
      await one.page.getByRole('button', { name: title, exact: true }).click()
      await expect(one.page.getByText(consoleTexts.readersRule)).toBeVisible()
      await expectCleanConsole(one.page, 'the list of articles')
    } finally {
      for (const { context } of [one, two]) await context.close()
    }

    const listed = page.waitForResponse('**/api/vue/news/list')
    await open('/home/index')
    const part = page.getByRole('region', { name: news.home, exact: true })
    const { articles } = (await (await listed).json()).data as DataOf<'/news/list'>
    for (const article of articles)
      await expect(part.getByRole('link', { name: article.title[lang] })).toBeVisible()
    // Lessons and the other tests publish meanwhile: what stands there in its place is newer.
    const [published] = await versionsOf(title)
    expect(
      articles.some(({ articleId }) => articleId === published!.id) ||
        articles.every(({ at }) => new Date(at) > published!.at),
    ).toBe(true)
    await page
      .getByRole('navigation', { name: shell.tabs.label })
      .getByRole('link', { name: shell.tabs.news })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: shell.titles.news })).toBeVisible()
    await page.getByRole('group', { name: news.topicLabel }).getByText(news.topics.rules).click()
    await expect(page.getByText(news.readersRule(5))).toBeVisible()
    const line = page.getByRole('link', { name: title })
    await expect(line).toContainText(news.readers('0'))
    await settle(page)
    await expectCleanPage(page, 'the list of news')
    await line.click()
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
    // Text stays text.
    await expect(page.getByRole('heading', { level: 3, name: '<b>Spread</b>' })).toBeVisible()
    await expect(page.getByRole('article').locator('img')).toHaveJSProperty('complete', true)
    await expect(page.getByText(news.readers('1'))).toBeVisible(soon)
    await settle(page)
    await expectCleanPage(page, 'an article')
    await page.getByRole('link', { name: news.toRule }).click()
    await expect(page.getByText(RULE, { exact: true })).toBeVisible()
    await expect(page.getByText(rules.why)).toBeVisible()

    await page.goto(`/?stock#/market/marketDetail?symbol=${symbol}`)
    const ofStock = page.getByRole('region', { name: news.stockNews, exact: true })
    await expect(ofStock.getByRole('link', { name: title })).toContainText(news.readers('1'))
    await settle(page)
    await expectCleanPage(page, 'a stock with news')
    await page.goto('/?search#/home/searchIndex')
    await page.getByRole('searchbox', { name: instruments.label }).fill(title)
    const found = page.getByRole('region', { name: instruments.groups.news, exact: true })
    await expect(found.getByRole('link', { name: title })).toBeVisible()
  },
)

test(
  'a correction shows its note and both versions',
  { tag: [twoAppearances, proveOnly] },
  async ({ browser, page, lang, texts }) => {
    test.slow()
    const { news } = texts
    const { draft, correct } = textsOf(lang)
    const title = `Corrected ${Date.now()}`
    const one = await signInOperator(browser, lang, ['support'], { name: '陳偉', appearance: {} })
    const two = await signInOperator(browser, lang, ['approver'], { name: '林美', appearance: {} })
    try {
      await write(one.page, lang, { title, symbol: CORRECTED[lang] })
      await send(one)
      await approve(two, await reviewOf('news', await numberOf(title)), 'second')
      await expect.poll(() => versionsOf(title), soon).toHaveLength(1)
      await one.page.goto('/#/news')
      await one.page.getByRole('button', { name: title, exact: true }).click()
      await one.page.getByRole('button', { name: correct, exact: true }).click()
      for (const language of [draft.tw, draft.en]) {
        await one.page.getByLabel(draft.body(language), { exact: true }).fill('13:25')
        await one.page.getByLabel(draft.note(language), { exact: true }).fill('The time was wrong.')
      }
      await one.page.getByLabel(draft.why, { exact: true }).fill('a reader wrote to us')
      await expectCleanConsole(one.page, 'the form of a correction')
      await send(one)
      await approve(two, await reviewOf('news', await numberOf(title)), 'second')
      await expect.poll(() => versionsOf(title), soon).toHaveLength(2)
    } finally {
      for (const { context } of [one, two]) await context.close()
    }
    const [article] = await versionsOf(title)
    await page.goto(`/#/home/DetailsPage?id=${article!.id}`)
    const versions = page.getByRole('region', { name: news.versions, exact: true })
    await expect(versions.getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('article')).toContainText('The time was wrong.')
    await expect(page.getByText('13:25', { exact: true })).toBeVisible()
    await settle(page)
    await expectCleanPage(page, 'a corrected article')
    await versions.getByRole('link', { name: news.version(1) }).click()
    await expect(page.getByText(news.oldVersion(1))).toBeVisible()
    await expect(page.getByText('13:30', { exact: true })).toBeVisible()
    await expectCleanPage(page, 'an earlier version')
    await page.getByRole('link', { name: news.toNewest }).click()
    await expect(page.getByText('13:25', { exact: true })).toBeVisible()
  },
)

test(
  'a withdrawn article shows when and why',
  { tag: [twoAppearances, proveOnly] },
  async ({ browser, page, lang, texts }) => {
    test.slow()
    const { news } = texts
    const { draft, withdraw, withdrawing, withdrawn } = textsOf(lang)
    const title = `Withdrawn ${Date.now()}`
    const one = await signInOperator(browser, lang, ['support'], { name: '陳偉', appearance: {} })
    const two = await signInOperator(browser, lang, ['approver'], { name: '林美', appearance: {} })
    try {
      await write(one.page, lang, { title, symbol: CORRECTED[lang] })
      await send(one)
      await approve(two, await reviewOf('news', await numberOf(title)), 'second')
      await expect.poll(() => versionsOf(title), soon).toHaveLength(1)
      const [article] = await versionsOf(title)
      await page.goto(`/#/home/DetailsPage?id=${article!.id}`)
      await expect(page.getByText('13:30', { exact: true })).toBeVisible()

      await one.page.goto('/#/news')
      await one.page.getByRole('button', { name: title, exact: true }).click()
      await one.page.getByRole('button', { name: withdraw, exact: true }).click()
      for (const language of [draft.tw, draft.en])
        await one.page
          .getByLabel(withdrawing.note(language), { exact: true })
          .fill('The rule does not exist.')
      await one.page.getByLabel(withdrawing.why, { exact: true }).fill('a reader wrote to us')
      await expectCleanConsole(one.page, 'the form of a withdrawal')
      await send(one)
      await approve(two, await reviewOf('news', await numberOf(title)), 'second')
      await one.page.goto('/#/news')
      await one.page.getByRole('button', { name: title, exact: true }).click()
      await expect(one.page.getByText(withdrawn, { exact: true }).first()).toBeVisible(soon)
      await expectCleanConsole(one.page, 'a withdrawn article in the console')

      await page.goto(`/?again#/home/DetailsPage?id=${article!.id}`)
    } finally {
      for (const { context } of [one, two]) await context.close()
    }
    await expect(page.getByRole('article')).toContainText('The rule does not exist.')
    await expect(page.getByText('13:30', { exact: true })).toHaveCount(0)
    await settle(page)
    await expectCleanPage(page, 'a withdrawn article')
    await page.getByRole('link', { name: news.toWithdrawn }).click()
    await expect(page.getByText('13:30', { exact: true })).toBeVisible()
    await expect(page.getByRole('article')).toContainText(news.wasWithdrawn)
    await expectCleanPage(page, 'the text of a withdrawn article')
    await page.goto('/?list#/home/moreNews')
    await expect(page.getByRole('link', { name: title })).toContainText(news.withdrawn)
  },
)

test(
  'a guest sees the source of an imported announcement',
  { tag: [everyAppearance, proveOnly] },
  async ({ page, texts }) => {
    const { news } = texts
    const symbol = IMPORTED
    const text = `列為注意股票 ${Date.now()}`
    await withOwner((db) =>
      db.query(
        `SELECT app.import_news('twse', 'https://www.twse.com.tw/zh/announcement/notice.html', jsonb_build_array(
           jsonb_build_object('id', gen_random_uuid(), 'key', $1::text, 'at', now(), 'symbol', $2::text, 'title_tw', $1::text,
             'title_en', $1::text, 'body_tw', $1::text, 'body_en', $1::text)), now())`,
        [text, symbol],
      ),
    )
    await page.goto(`/#/home/moreNews?symbol=${symbol}`)
    await expect(page.getByRole('heading', { level: 2, name: news.ofStock(symbol) })).toBeVisible()
    await page.getByRole('link', { name: text }).click()
    await expect(page.getByText(news.imported(news.sources.twse))).toBeVisible()
    await expect(page.getByRole('link', { name: news.original })).toHaveAttribute(
      'href',
      'https://www.twse.com.tw/zh/announcement/notice.html',
    )
    await settle(page)
    await expectCleanPage(page, 'an imported announcement')
  },
)
