// A number typed into a text becomes wrong when its rule changes. So texts contain no digits, with two exceptions. A
// rule that only a release can change can be quoted, and this check compares the quote with the rule. A number that is
// no rule can stay with a reason. A rule that operators can change is never quoted: the server sends its value and the
// text inserts it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { isSettable, rulebook } from '../packages/rules/src/site/index.ts'
import { filesBelow } from './check/files.ts'
import { report } from './check/report.ts'

export interface Quoted {
  readonly files: RegExp
  readonly rules: readonly string[]
}

export interface Fixed {
  readonly files: RegExp
  readonly pattern: RegExp
  readonly reason: string
}

const anyFile = /./

const quoted: readonly Quoted[] = [
  {
    files: /^apps\/member\/src\/features\/auth\//,
    rules: [
      'login.password.min',
      'login.password.max',
      'fundPwd.lock.failures',
      'fundPwd.lock.hours',
      'session.ttl.hours',
      'session.idle.minutes',
      'challenge.enrolment.minutes',
      'recoveryCodes.count',
      'withdraw.coolDownAfterCredentialChange.hours',
      'recovery.review.days',
      'signIns.list.days',
      'identity.age.min',
      'invitation.code.length',
    ],
  },
  {
    files: /^packages\/contract\/src\/catalogue\/(tw|en)[.]ts$/,
    rules: ['login.password.min', 'login.password.max', 'withdraw.coolDownAfterCredentialChange.hours'],
  },
  {
    files: /^apps\/console\/src\/features\/operators\/review\//,
    rules: ['withdraw.coolDownAfterCredentialChange.hours', 'identity.age.min'],
  },
  { files: /^apps\/member\/src\/features\/site\/rules\//, rules: ['identity.age.min', 'settlement.days'] },
  { files: /^apps\/console\/src\/features\/members\//, rules: ['restriction.review.days'] },
]

const fixed: readonly Fixed[] = [
  {
    files: /catalogue|favourites/,
    pattern: /1 (到|to) 20 (個字|characters)/g,
    reason: 'the longest name of a group: compiled in, not in the rule book',
  },
  { files: anyFile, pattern: /SHA-256|Ed25519|p99/g, reason: 'names of methods and measures' },
  { files: anyFile, pattern: /T\+[12]/g, reason: 'the market’s own words for its settlement days' },
  { files: anyFile, pattern: /(?<![\d.,])1 ?[x×倍]/g, reason: 'without a loan: what the factor means' },
  {
    files: anyFile,
    pattern: /6 位(數|以上)|6 到 9 碼|6 to 9 characters/g,
    reason: 'the form of a code or passport number',
  },
  {
    files: anyFile,
    pattern: /每 30 秒|every 30 (s\b|seconds)/g,
    reason: 'the step of an authenticator, fixed by its standard',
  },
  {
    files: anyFile,
    pattern: /(?<![\d.,:])1(?= (security|more|member|check|line|result|urgent|to\b|到|張|元|個)|$)/g,
    reason: 'the singular, the least whole number, or one unit',
  },
  { files: anyFile, pattern: /(?<!\d)0[.]00|(是|為|一個) 0(?!\d)/g, reason: 'nothing at all' },
  {
    files: anyFile,
    pattern: /4H7K2M-9PQR3T|\b808\b|7[.]2|115-(民-)?0312|18,204|128 (lines|筆)|50,000[.]00/g,
    reason: 'examples, called so on the screen',
  },
  {
    files: anyFile,
    pattern: /[以是] 09 開頭|starts with 09/g,
    reason: 'how mobile numbers of Taiwan begin',
  },
  { files: anyFile, pattern: /共 3 步| of 3$/g, reason: 'the steps of this form' },
  {
    files: /^apps\/console\/src\/features\/operators\//,
    pattern: /\b(1st|2nd) approvals?|Step 2|第 2 步|needs? [34] approvers|需 [34] 位/g,
    reason: 'two people, and two besides those who may not vote: four eyes itself, not a rule',
  },
  {
    files: /\/market-data\//,
    pattern: /(?<!\d)(1|3|15|30)( ?分|m$| min$|-minute)/g,
    reason: 'names of chart periods',
  },
  {
    files: /\/market-data\/detail\//,
    pattern: /52[ -](週|week)|5[ -](日|day)|(MA|BOLL|KD|MACD) [\d、, ]+/g,
    reason: 'what the indicators are',
  },
  {
    files: /\/market-data\/lists\//,
    pattern: /每 5 秒|every 5 s/g,
    reason: 'how often the list is sorted: compiled into the page',
  },
  {
    files: /\/positions\/profit\//,
    pattern: /(?<!\d)1 [週年]|(?<!\d)[13] 個月|^1[WY]$|^[13]M$|[漲跌] 10%|(falls|rises) 10%/g,
    reason: 'spans the reader chooses and a worked example',
  },
  { files: /\/favourites\/manage\//, pattern: /0[.]50?%/g, reason: 'the step of the buttons on this page' },
  { files: /\/(shell)\//, pattern: /10 (秒|s\b)/g, reason: 'TIMEOUT_MS of the client' },
  {
    files: /\/credit\//,
    pattern: /(?<=[／/] ?)365/g,
    reason: 'the days of a year in the formula of interest',
  },
  { files: /\/uploads\//, pattern: /5 MB/g, reason: 'imageBytes of the contract' },
  {
    files: /\/site\/rules\/texts\/tw/,
    pattern: /2027 年|2023 年|34 種/g,
    reason: 'dates of law and the signs of a code',
  },
  {
    files: /^apps\/console\/src\/features\/(audit|funds|status|operators|members)\//,
    pattern: /(?<!\d)(7|30|90) (天|days)|24 (小時|hours)|(每格|最近) 30 分|(Last )?30 min/g,
    reason: 'spans of console lists and charts',
  },
  {
    files: /^apps\/console\/src\/features\/(status|audit)\//,
    pattern: /每 4 秒|every 4 s|(超過 |than )5 (秒|s\b)|10 秒內|Within 10 s/g,
    reason: 'how this page measures: compiled in',
  },
  {
    files: /^apps\/console\/src\/features\/operators\/(sign-in|queue|people)\//,
    pattern:
      /5 (次|failed)|15 (分鐘|minutes|min)|8 (小時|hours)|12 (個字元|characters)|1 (小時|h\b)|3 (到|to) 32|2 [人位]/g,
    reason: 'the console’s own limits: compiled in, not in the rule book',
  },
  {
    files: /catalogue\/console[.]ts$/,
    pattern: /12 (個字元|characters)|20 (個檢視|views)|64 (像素|pixels)|40 (KB|kB)/g,
    reason: 'the console’s own limits: compiled in, not in the rule book',
  },
  {
    files: /^apps\/console\/src\/features\/site\//,
    pattern: /(到|to) 40|4 (到|to) 16|(最多|most) 8|(至少 |least )64|(縮為 |resized to )256/g,
    reason: 'bounds of the site’s own settings: compiled in',
  },
  {
    files: /^apps\/console\/src\/features\/market-data\//,
    pattern: /10%|3[.]5%|[25] 分鐘/g,
    reason: 'limits of the exchange’s engine: not in the rule book',
  },
  {
    files: /^apps\/console\/src\/features\/(bank-statements|deposits)\//,
    pattern: /900 (KB|kB)|至少 6 個/g,
    reason: 'bounds of this form: compiled in',
  },
  {
    files: /^apps\/member\/src\/features\/draws\//,
    pattern: /python3/g,
    reason: 'the name of a program',
  },
  {
    files: /^apps\/console\/src\/features\/coupons\//,
    pattern: /1,000[.]00/g,
    reason: 'the largest coupon: compiled in',
  },
]

const textFolders = ['apps/member/src', 'apps/console/src', 'packages/contract/src/catalogue']

export interface FigureLists {
  readonly quoted: readonly Quoted[]
  readonly fixed: readonly Fixed[]
}

export function checkFigures(root: string, lists: FigureLists = { quoted, fixed }): string[] {
  const problems: string[] = []
  const used = new Set<Fixed>()
  for (const { rules } of lists.quoted) {
    for (const id of rules) {
      const rule = rulebook.find((one) => one.id === id)
      if (!rule) problems.push(`quoted rule ${id} is not in the rule book`)
      else if (isSettable(rule))
        problems.push(`rule ${id} can be changed at the console and must not be quoted`)
    }
  }
  const files = textFolders.flatMap((folder) =>
    filesBelow(root, folder, (path) => /\/(tw|en)[.]ts$|catalogue\/console[.]ts$/.test(path)),
  )
  if (files.length === 0) problems.push('no file of texts was found; nothing has been checked')
  for (const path of files) {
    const values = new Set(
      lists.quoted
        .filter(({ files: of }) => of.test(path))
        .flatMap(({ rules }) => rules)
        .map((id) => String(rulebook.find((one) => one.id === id)?.default)),
    )
    for (const { line, text } of literals(root, path)) {
      let left = text.replace(/\{\w+(:\w+)?\}/g, '')
      for (const one of lists.fixed) {
        if (!one.files.test(path) || !left.match(one.pattern)) continue
        used.add(one)
        left = left.replace(one.pattern, '')
      }
      const typed = (left.match(/[0-9０-９][0-9０-９.,:]*/g) ?? []).map((figure) =>
        figure.replace(/[.,:]+$/, ''),
      )
      for (const figure of typed) {
        if (!values.has(figure)) {
          problems.push(
            `${path}:${line}: "${text.trim().slice(0, 60)}" holds ${figure}; take it as a parameter from the server or the rules`,
          )
        }
      }
    }
  }
  for (const one of lists.fixed) {
    if (!used.has(one)) problems.push(`the exception ${one.pattern} (${one.reason}) is not needed any more`)
  }
  // A rule's reason is shown beside its value: quoting the value would contradict it after a change.
  for (const rule of rulebook) {
    if (isSettable(rule) && /\d/.test(rule.reason)) {
      problems.push(`rule ${rule.id} can be changed, and its reason quotes a figure: ${rule.reason}`)
    }
  }
  return problems
}

function literals(root: string, path: string): { line: number; text: string }[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(join(root, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found: { line: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const { parent } = node
      const isName =
        (ts.isPropertyAssignment(parent) && parent.name === node) ||
        ts.isImportDeclaration(parent) ||
        ts.isElementAccessExpression(parent)
      if (!isName) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
        found.push({ line: line + 1, text: node.text })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

if (import.meta.main) await report((root) => checkFigures(root))
